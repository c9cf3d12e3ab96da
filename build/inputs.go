package build

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"graphbuild/fileio"
	"graphbuild/graph"
	"graphbuild/osm"
	"graphbuild/report"
)

// Kind tells what an input is.
type Kind uint8

const (
	// Auto is found out by content.
	Auto Kind = iota
	// OSM is an OpenStreetMap file.
	OSM
	// GTFS is a feed: a zip file or a folder.
	GTFS
)

// Input is one file or folder to build from.
type Input struct {
	Path  string // "-" is OSM from stdin
	Kind  Kind
	Label string // of a feed; empty: its file name without .zip, made unique
}

// source is an input that has been recognised.
type source struct {
	Input
	name  string // base name: the rest of the path reaches neither output nor issues
	bytes int64
	hash  [sha256.Size]byte // of the content; set by awaitHashes at the latest
	file  *osm.File         // nil for a feed
	feed  string            // version that a feed gives

	hashed bool // hash is set, or about to be

	wayBlocks map[int]idRange // scan: of an OpenStreetMap file, by number of the block
}

func (s *source) close() {
	if s.file != nil {
		s.file.Close()
	}
}

// openInputs recognises and opens all inputs. It leaves sources sorted by size and, where that is the same, by hash, so that
// the order on the command line cannot matter, each file once. The other hashes are taken beside the next stages: see
// awaitHashes.
func (r *run) openInputs(ctx context.Context) error {
	if err := r.openElevation(); err != nil {
		return err
	}
	for _, in := range r.config.Inputs {
		s, err := r.recognise(ctx, in)
		if err != nil {
			return err
		}
		r.sources = append(r.sources, s)
	}
	if err := r.hashEarly(ctx); err != nil {
		return err
	}
	r.sortSources()
	r.startHashes(ctx)
	if err := labelFeeds(r.sources); err != nil {
		return err
	}
	r.reportDates()
	if r.config.IfChanged { // then all hashes are there by now
		r.fillProvenance()
		if r.result.Unchanged = r.outputIsCurrent(); r.result.Unchanged {
			return nil
		}
	}
	return r.checkDisk()
}

// recognise finds out what an input is by its first bytes and opens it if it is an OpenStreetMap file.
func (r *run) recognise(ctx context.Context, in Input) (*source, error) {
	s := &source{Input: in, name: filepath.Base(in.Path)}
	if in.Path == "-" {
		s.name, s.Kind = "stdin", OSM
		return s, r.openOSM(ctx, s)
	}
	info, err := os.Stat(in.Path)
	if err != nil {
		return nil, inputError(in.Path, err)
	}
	s.bytes = info.Size()
	if info.IsDir() {
		s.name = folderName(in.Path)
		return s, recogniseFolder(s)
	}
	if s.Kind == Auto && !info.Mode().IsRegular() {
		s.Kind = OSM // a pipe, of which nothing can be read twice
	}
	if s.Kind == Auto {
		if s.Kind, err = sniffKind(in.Path); err != nil {
			return nil, err
		}
	}
	if s.Kind == OSM {
		return s, r.openOSM(ctx, s)
	}
	return s, nil
}

func (r *run) openOSM(ctx context.Context, s *source) error {
	o := osm.Options{Workers: r.workers, Report: r.report, TempDir: r.config.TempDir}
	f, err := fileio.OrCancel(ctx, func() (*osm.File, error) { return osm.Open(s.Path, o) }) // unpacks packed files
	if err != nil {
		return err
	}
	s.file, s.bytes = f, f.Size()
	return nil
}

// folderName is the last element of the folder's full path, so that "." too has a name.
func folderName(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	return filepath.Base(path)
}

func recogniseFolder(s *source) error {
	if s.Kind == OSM {
		return fmt.Errorf("build: %s: a folder, expected an OpenStreetMap file", s.Path)
	}
	s.Kind = GTFS
	entries, err := os.ReadDir(s.Path)
	if err != nil {
		return inputError(s.Path, err)
	}
	if len(entries) == 0 {
		return fmt.Errorf("build: %s: the folder is empty, expected a GTFS feed with stops.txt", s.Path)
	}
	s.bytes, err = folderBytes(s.Path)
	return err
}

// sniffKind takes a zip file for a feed and all else for OpenStreetMap, whose reader names what it finds instead.
func sniffKind(path string) (Kind, error) {
	f, err := os.Open(path)
	if err != nil {
		return Auto, inputError(path, err)
	}
	defer f.Close()
	head := make([]byte, 4096)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return Auto, inputError(path, err)
	}
	if osm.Sniff(head[:n]) == osm.Zip {
		return GTFS, nil
	}
	return OSM, nil
}

// inputError is one line that says the cause without the name of a system call.
func inputError(path string, err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	return fmt.Errorf("build: input %s: %w", path, err)
}

// sortSources sorts by kind, size, hash, label and name and leaves out files that are there twice.
func (r *run) sortSources() {
	slices.SortFunc(r.sources, func(a, b *source) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.bytes, b.bytes), bytes.Compare(a.hash[:], b.hash[:]),
			cmp.Compare(a.Label, b.Label), cmp.Compare(a.name, b.name), cmp.Compare(a.Path, b.Path))
	})
	kept := r.sources[:0]
	for _, s := range r.sources {
		if n := len(kept); n > 0 && kept[n-1].sameAs(s) {
			r.report.Add(report.Issue{
				Code: "input_twice", Severity: report.Info, File: s.name,
				Message: fmt.Sprintf("%s has the same content as %s", s.name, kept[n-1].name), Action: "read once",
			})
			s.close()
			continue
		}
		kept = append(kept, s)
	}
	r.sources = kept
}

func (s *source) sameAs(o *source) bool {
	return s.Kind == o.Kind && s.hashed && o.hashed && s.hash == o.hash && s.Label == o.Label
}

// labelFeeds gives each feed a label of its own: the one that was asked for, else its file name; of feeds with the same
// name, which are in the order of their content, the second gets "-2".
func labelFeeds(sources []*source) error {
	taken := map[string]*source{}
	for _, s := range sources {
		if s.Label == "" {
			continue
		}
		if other := taken[s.Label]; other != nil {
			return fmt.Errorf("build: label %q is given to both %s and %s", s.Label, other.Path, s.Path)
		}
		if strings.ContainsRune(s.Label, ':') {
			return fmt.Errorf("build: label %q of %s: a colon ends a label in FEED:ID, leave it out", s.Label, s.Path)
		}
		taken[s.Label] = s
	}
	for _, s := range sources {
		if s.Kind == GTFS && s.Label == "" {
			s.Label = freeLabel(defaultLabel(s.name), taken)
			taken[s.Label] = s
		}
	}
	return nil
}

func defaultLabel(name string) string {
	if ext := filepath.Ext(name); strings.EqualFold(ext, ".zip") {
		name = strings.TrimSuffix(name, ext)
	}
	return strings.ReplaceAll(name, ":", "_")
}

func freeLabel(label string, taken map[string]*source) string {
	free := label
	for n := 2; taken[free] != nil; n++ {
		free = fmt.Sprintf("%s-%d", label, n)
	}
	return free
}

// osmSources returns the OpenStreetMap files, in the order of their content.
func (r *run) osmSources() []*source { return r.sourcesOf(OSM) }

// feedSources returns the feeds, sorted by label.
func (r *run) feedSources() []*source {
	feeds := r.sourcesOf(GTFS)
	slices.SortFunc(feeds, func(a, b *source) int { return cmp.Compare(a.Label, b.Label) })
	return feeds
}

func (r *run) sourcesOf(k Kind) []*source {
	var of []*source
	for _, s := range r.sources {
		if s.Kind == k {
			of = append(of, s)
		}
	}
	return of
}

func (s *source) meta() graph.Input {
	in := graph.Input{Kind: graph.InputGTFS, Name: s.name, Label: s.Label, Bytes: s.bytes, SHA256: hex.EncodeToString(s.hash[:]), FeedVersion: s.feed}
	if s.Kind == OSM {
		in.Kind = graph.InputOSM
		in.OSMTimestamp = s.timestamp()
	}
	return in
}

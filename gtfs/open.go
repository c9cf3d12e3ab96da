package gtfs

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"

	"graphbuild/report"
)

// Limits on what is read from one feed. Real feeds inflate to 10 to 30 times their zip; deflate can do 1000.
const (
	defaultMaxBytes = 16 << 30
	freeBytes       = 64 << 20
	maxInflation    = 250
	maxDepth        = 4 // of folders searched for the tables
	maxEntries      = 100_000
)

// Open reads the feed in the zip or folder at path. The label names the feed in ids and issues. The error says of the
// file what was found and expected; it wraps fs.ErrNotExist where there is no such file.
func Open(path, label string, o Options) (*Feed, error) {
	name := filepath.Base(path)
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("gtfs: %s: %w", name, errors.Unwrap(err))
	}
	if info.IsDir() {
		return OpenFS(os.DirFS(path), name, label, o)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("gtfs: %s: %w", name, errors.Unwrap(err))
	}
	defer f.Close()
	return openZip(f, info.Size(), source{name: name, label: label, options: o})
}

// OpenFS reads the feed in a file system, such as a folder; name is its base name in messages.
func OpenFS(fsys fs.FS, name, label string, o Options) (*Feed, error) {
	entries, err := listFS(fsys)
	if err != nil {
		return nil, fmt.Errorf("gtfs: %s: %w", name, err)
	}
	src := source{name: name, label: label, options: o, maxBytes: defaultMaxBytes}
	return src.read(entries)
}

func openZip(f io.ReaderAt, size int64, src source) (*Feed, error) {
	if err := checkMagic(f); err != nil {
		return nil, fmt.Errorf("gtfs: %s: %w", src.name, err)
	}
	z, err := zip.NewReader(f, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("gtfs: %s: %w: the zip is cut off or damaged, fetch it again", src.name, err)
	}
	z.RegisterDecompressor(zip.Deflate, flate.NewReader)
	src.maxBytes = min(defaultMaxBytes, max(freeBytes, maxInflation*size))
	return src.read(listZip(z))
}

// checkMagic tells a zip from what is often found under its name.
func checkMagic(f io.ReaderAt) error {
	head := make([]byte, 24)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return err
	}
	head = head[:n]
	switch {
	case n == 0:
		return errors.New("the file is empty, expected a zip")
	case bytes.HasPrefix(head, []byte("PK")):
		return nil
	}
	return fmt.Errorf("starts with %q, expected a zip with GTFS tables: an error page of the server?", head)
}

// entry is one file of a feed, by its path with slashes. The size is what the zip or folder claims: a hint, not a bound.
type entry struct {
	path string
	size int64
	open func() (io.ReadCloser, error)
}

func listZip(z *zip.Reader) []entry {
	var out []entry
	for _, f := range z.File {
		name := path.Clean("/" + strings.ReplaceAll(f.Name, `\`, "/"))[1:]
		if f.FileInfo().IsDir() || clutter(name) {
			continue
		}
		open := func() (io.ReadCloser, error) { return openMember(f) }
		if f.Flags&1 != 0 {
			open = func() (io.ReadCloser, error) { return nil, errors.New("is encrypted") }
		}
		out = append(out, entry{path: name, size: int64(f.UncompressedSize64), open: open})
	}
	return out
}

// openMember opens a file of a zip. Its directory may lead anywhere.
func openMember(f *zip.File) (io.ReadCloser, error) {
	in, err := f.Open()
	switch {
	case errors.Is(err, zip.ErrAlgorithm):
		return nil, fmt.Errorf("is packed by method %d, expected 0 (stored) or 8 (deflate)", f.Method)
	case err != nil:
		return nil, errors.New("the zip is damaged, fetch it again")
	}
	return in, nil
}

func listFS(fsys fs.FS) ([]entry, error) {
	var out []entry
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case d.IsDir() && (clutter(name) || strings.Count(name, "/") >= maxDepth-1):
			return fs.SkipDir
		case d.IsDir() || clutter(name):
			return nil
		case len(out) == maxEntries:
			return fmt.Errorf("more than %d files: is it a GTFS folder?", maxEntries)
		}
		size := int64(0)
		if info, err := d.Info(); err == nil {
			size = info.Size()
		}
		out = append(out, entry{path: name, size: size, open: func() (io.ReadCloser, error) { return fsys.Open(name) }})
		return nil
	})
	return out, err
}

// clutter reports what desktops leave in zips: __MACOSX/, .DS_Store, ._stops.txt, Thumbs.db.
func clutter(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || part == "__MACOSX" || strings.EqualFold(part, "thumbs.db") {
			return true
		}
	}
	return false
}

// source is a feed about to be read.
type source struct {
	name, label string
	options     Options
	maxBytes    int64
}

func (s source) read(entries []entry) (*Feed, error) {
	folder, err := findFolder(entries)
	if err != nil {
		return nil, fmt.Errorf("gtfs: %s: %w", s.name, err)
	}
	if s.options.MaxBytes > 0 {
		s.maxBytes = s.options.MaxBytes
	}
	r := newReader(s, entries, folder)
	if folder != "" {
		r.report.Add(report.Issue{Code: "gtfs_nested_folder", Severity: report.Warning, File: s.name, Action: "read from there",
			Message: fmt.Sprintf("the tables are in the folder %q, expected at the top", folder)})
	}
	if err := r.readAll(); err != nil {
		return nil, fmt.Errorf("gtfs: %s: %w", s.name, err)
	}
	return r.feed, nil
}

// findFolder returns the folder of the tables, with a slash at its end, or "" for the top: the shallowest that has a
// stops.txt, or, where there is none, another table.
func findFolder(entries []entry) (string, error) {
	for _, wanted := range [][]string{{"stops.txt"}, {"stop_times.txt", "trips.txt", "routes.txt", "agency.txt"}} {
		folders := shallowest(entries, wanted)
		switch {
		case len(folders) == 1:
			return folders[0], nil
		case len(folders) > 1:
			return "", fmt.Errorf("the folders %s each hold a feed, expected one: give them one by one", strings.Join(folders, " and "))
		}
	}
	for _, e := range entries {
		if strings.EqualFold(path.Ext(e.path), ".zip") {
			return "", fmt.Errorf("holds %s and no GTFS tables: unpack it and give that zip", e.path)
		}
	}
	return "", errors.New("no stops.txt and no other GTFS table in it")
}

func shallowest(entries []entry, wanted []string) []string {
	var folders []string
	depth := maxDepth
	for _, e := range entries {
		dir, base := path.Split(e.path)
		d := strings.Count(dir, "/")
		if !slices.Contains(wanted, strings.ToLower(base)) || d > depth {
			continue
		}
		if d < depth {
			depth, folders = d, nil
		}
		if !slices.Contains(folders, dir) {
			folders = append(folders, dir)
		}
	}
	slices.Sort(folders)
	return folders
}

package build

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"
)

// hashing is the work on the hashes of inputs that goes on beside the stages.
type hashing struct {
	group  *errgroup.Group
	cancel context.CancelFunc
}

// hashEarly takes the hashes that the order of inputs depends on, as two inputs have the same size, or all where
// Config.IfChanged wants to know whether there is anything to do.
func (r *run) hashEarly(ctx context.Context) error {
	type likeness struct {
		kind  Kind
		bytes int64
	}
	alike := map[likeness]int{}
	for _, s := range r.sources {
		alike[likeness{s.Kind, s.bytes}]++
	}
	return r.hash(ctx, func(s *source) bool { return r.config.IfChanged || alike[likeness{s.Kind, s.bytes}] > 1 }).Wait()
}

// startHashes begins to take the other hashes. They reach the file alone.
func (r *run) startHashes(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	r.hashing = hashing{r.hash(ctx, func(s *source) bool { return !s.hashed }), cancel}
}

// awaitHashes waits until all hashes are there.
func (r *run) awaitHashes() error {
	if r.hashing.group == nil {
		return nil
	}
	return r.hashing.group.Wait()
}

// stop ends what is still going on.
func (h hashing) stop() {
	if h.group != nil {
		h.cancel()
		_ = h.group.Wait() // the build has an error of its own, or had this one
	}
}

// hash starts to take the hashes of some inputs, beside each other.
func (r *run) hash(ctx context.Context, wanted func(*source) bool) *errgroup.Group {
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range r.sources {
		if !wanted(s) {
			continue
		}
		s.hashed = true
		group.Go(func() (err error) {
			s.hash, err = s.contentHash(ctx)
			return err
		})
	}
	return group
}

func (s *source) contentHash(ctx context.Context) ([sha256.Size]byte, error) {
	if s.file != nil {
		return s.hashOf(ctx, s.file.Given())
	}
	info, err := os.Stat(s.Path)
	if err != nil {
		return [sha256.Size]byte{}, inputError(s.Path, err)
	}
	if info.IsDir() {
		return s.folderHash(ctx)
	}
	return s.fileHash(ctx, s.Path)
}

func (s *source) hashOf(ctx context.Context, in io.Reader) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	if _, err := io.Copy(h, &cancelReader{ctx, in}); err != nil {
		return sum, inputError(s.Path, err)
	}
	h.Sum(sum[:0])
	return sum, nil
}

func (s *source) fileHash(ctx context.Context, path string) (sum [sha256.Size]byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return sum, inputError(path, err)
	}
	defer f.Close()
	return s.hashOf(ctx, f)
}

// folderHash is the hash over the sorted names and contents of the files in a folder.
func (s *source) folderHash(ctx context.Context) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	err = walkFiles(s.Path, func(path string, _ fs.DirEntry) error {
		one, err := s.fileHash(ctx, path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(s.Path, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %x\n", filepath.ToSlash(rel), one)
		return nil
	})
	h.Sum(sum[:0])
	return sum, err
}

// folderBytes is the sum of the sizes of the files in a folder.
func folderBytes(path string) (sum int64, err error) {
	err = walkFiles(path, func(_ string, d fs.DirEntry) error {
		info, err := d.Info()
		if err != nil {
			return inputError(path, err)
		}
		sum += info.Size()
		return nil
	})
	return sum, err
}

// walkFiles visits the files in a folder and those below it, by name.
func walkFiles(folder string, visit func(path string, d fs.DirEntry) error) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return inputError(path, err)
		}
		if !d.Type().IsRegular() {
			return nil
		}
		return visit(path, d)
	})
}

// cancelReader ends a long copy when ctx does.
type cancelReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *cancelReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

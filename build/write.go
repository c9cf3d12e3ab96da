package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"graphbuild/graph"
)

// write counts the issues, refuses what Config.Strict and Config.FailOn do not allow, and writes the file: aside, in the
// same folder, then synced and renamed, so that a reader never sees a half file and a failure leaves an earlier one alone.
func (r *run) write(ctx context.Context) error {
	r.fillProvenance()
	r.fillIssues()
	if r.config.Today != 0 {
		reportExpired(r.services, r.config.Today, r.report)
	}
	if err := r.checkIssues(); err != nil {
		return err
	}
	info, err := writeAside(ctx, r.config.Output, func(w io.Writer) (graph.WriteInfo, error) {
		return graph.Write(w, &r.tables, graph.WriteOptions{Lean: r.config.Lean})
	})
	if err != nil {
		return err
	}
	r.result.FileBytes, r.result.Sections = info.Bytes, info.Sections
	r.result.Meta = info.Meta
	return nil
}

// checkOutput finds out before the work whether the output can be written at all.
func checkOutput(c Config) error {
	if c.Output == "" {
		return errors.New("build: no output: name the graph file to write")
	}
	if c.Output == "-" {
		return errors.New("build: output -: a graph cannot be written to stdout: name a file")
	}
	if info, err := os.Stat(c.Output); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("build: output %s: a %s, expected the name of a file", c.Output, kindOfFile(info))
	}
	f, err := createAside(c.Output)
	if err != nil {
		return err
	}
	return discard(f)
}

// kindOfFile names what is no regular file. Renaming over a device would replace it.
func kindOfFile(info os.FileInfo) string {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return "folder"
	case mode&os.ModeDevice != 0:
		return "device"
	case mode&os.ModeNamedPipe != 0:
		return "pipe"
	}
	return "special file"
}

// createAside makes the temporary file. Its name begins with a dot and with that of the output.
func createAside(output string) (*os.File, error) {
	folder, name := filepath.Split(output)
	if folder == "" {
		folder = "."
	}
	f, err := os.CreateTemp(folder, "."+name+".*.tmp")
	if _, missing := os.Stat(folder); err != nil && errors.Is(missing, os.ErrNotExist) {
		return nil, fmt.Errorf("build: output %s: the folder %s is not there", output, filepath.Clean(folder))
	}
	if err != nil {
		return nil, outputError(output, err)
	}
	return f, nil
}

func discard(f *os.File) error {
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// outputError names the path and the cause in one line.
func outputError(output string, err error) error {
	var pathErr *os.PathError
	var linkErr *os.LinkError
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("build: output %s: the disk is full: free space or name an output on another disk: %w", output, syscall.ENOSPC)
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	return fmt.Errorf("build: output %s: %w", output, err)
}

// writeAside writes output by way of a temporary file, which is removed when anything fails or ctx ends.
func writeAside(ctx context.Context, output string, write func(io.Writer) (graph.WriteInfo, error)) (info graph.WriteInfo, err error) {
	f, err := createAside(output)
	if err != nil {
		return info, err
	}
	info, err = fill(ctx, f, write)
	if err == nil {
		err = os.Rename(f.Name(), output)
	}
	if err == nil {
		return info, syncFolder(filepath.Dir(output))
	}
	os.Remove(f.Name())
	if ctx.Err() != nil {
		return info, context.Cause(ctx)
	}
	return info, outputError(output, err)
}

// fill writes, syncs and closes f and gives it the rights that a new file would have.
func fill(ctx context.Context, f *os.File, write func(io.Writer) (graph.WriteInfo, error)) (graph.WriteInfo, error) {
	info, err := orCancel(ctx, func() (graph.WriteInfo, error) { return write(&cancelWriter{ctx, f}) })
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	return info, errors.Join(err, f.Close())
}

// cancelWriter ends a long write when ctx does.
type cancelWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c *cancelWriter) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}

// syncFolder makes the new name last. Systems that cannot sync a folder keep names by themselves.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	if err := f.Sync(); errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EIO) {
		return outputError(path, err)
	}
	return nil
}

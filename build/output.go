package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"graphbuild/encode"
)

// checkOutputs refuses, before anything is read, what cannot be written or would destroy an input.
func (r *run) checkOutputs() error {
	if len(r.config.Inputs) == 0 {
		return errors.New("build: no input: name an OpenStreetMap file, a GTFS feed or both")
	}
	err := checkOutput(r.config)
	if err == nil {
		err = checkReport(r.config)
	}
	return buildError(err)
}

// buildError says what failed; nil stays nil.
func buildError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("build: %w", err)
}

// checkOutput finds out before the work whether the output can be written at all, and would destroy no input.
func checkOutput(c Config) error {
	if c.Output == "" {
		return errors.New("no output: name the graph file to write")
	}
	if c.Output == "-" {
		return errors.New("output -: a graph cannot be written to stdout: name a file")
	}
	if err := CheckFile(c.Output, c.inputPaths()...); err != nil {
		return err
	}
	return tryAside(c.Output)
}

// checkReport does the same for Config.ReportPath, which may also be a device or a pipe.
func checkReport(c Config) error {
	if c.ReportPath == "" {
		return nil
	}
	special, err := checkText(c.ReportPath, append(c.inputPaths(), c.Output)...)
	if err != nil || special {
		return err
	}
	return tryAside(c.ReportPath)
}

func (c Config) inputPaths() []string {
	var paths []string
	for _, in := range c.Inputs {
		paths = append(paths, in.Path)
	}
	return paths
}

// CheckFile returns an error where an output of WriteAside is there and no regular file, or where RefuseOverwrite does.
func CheckFile(output string, inputs ...string) error {
	if err := refuseOthers(output); err != nil {
		return err
	}
	return RefuseOverwrite(output, inputs...)
}

// CheckText is CheckFile for an output of WriteText, which may also be a device or a pipe.
func CheckText(output string, inputs ...string) error {
	_, err := checkText(output, inputs...)
	return err
}

// checkText also reports whether the output is a device or a pipe.
func checkText(output string, inputs ...string) (special bool, err error) {
	if special, err = isSpecial(output); err != nil {
		return special, err
	}
	return special, RefuseOverwrite(output, inputs...)
}

// RefuseOverwrite returns an error where output is one of the inputs, under whatever name, or lies in a folder that is one.
func RefuseOverwrite(output string, inputs ...string) error {
	target := throughLinks(output)
	file, fileErr := os.Stat(target)
	for _, in := range inputs {
		info, err := os.Stat(in)
		switch {
		case err != nil:
			if absolute(throughLinks(in)) == absolute(target) { // neither is there yet
				return fmt.Errorf("output %s has the same name as %s: name another", output, in)
			}
		case fileErr == nil && os.SameFile(info, file):
			return fmt.Errorf("output %s is the same file as %s, which would be lost: name another", output, in)
		case info.IsDir() && liesIn(target, info):
			return fmt.Errorf("output %s lies in the input %s: name a file in another folder", output, in)
		}
	}
	return nil
}

// liesIn reports whether the path leads through a folder.
func liesIn(path string, folder os.FileInfo) bool {
	for path = absolute(path); ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && os.SameFile(info, folder) {
			return true
		}
		if path == filepath.Dir(path) {
			return false
		}
	}
}

func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// maxLinks is how many symbolic links are followed, as by Linux.
const maxLinks = 40

// throughLinks returns the file that a symbolic link leads to, which need not be there: it is that which an output
// replaces, not the link.
func throughLinks(path string) string {
	for range maxLinks {
		target, err := os.Readlink(path)
		if err != nil {
			return path
		}
		if !filepath.IsAbs(target) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return path
			}
			target = filepath.Join(folder, target)
		}
		path = target
	}
	return path
}

// refuseOthers refuses an output that is there and no regular file: renaming over a device would replace it.
func refuseOthers(output string) error {
	if info, err := os.Stat(output); err == nil && !info.Mode().IsRegular() {
		return notAFile(output, info)
	}
	return nil
}

// isSpecial reports whether an output is a device or a pipe, and refuses a folder.
func isSpecial(output string) (bool, error) {
	info, err := os.Stat(output)
	switch {
	case err != nil || info.Mode().IsRegular():
		return false, nil
	case info.IsDir():
		return false, notAFile(output, info)
	}
	return true, nil
}

func notAFile(output string, info os.FileInfo) error {
	return fmt.Errorf("output %s: %s, expected the name of a file", output, encode.KindOf(info.Mode()))
}

// tryAside makes the temporary file of an output and removes it.
func tryAside(output string) error {
	f, err := createAside(throughLinks(output))
	if err != nil {
		return err
	}
	return discard(f)
}

// createAside makes the temporary file. Its name begins with a dot and with that of the output.
func createAside(output string) (*os.File, error) {
	folder, name := filepath.Split(output)
	if folder == "" {
		folder = "."
	}
	f, err := os.CreateTemp(folder, "."+name+".*.tmp")
	if _, missing := os.Stat(folder); err != nil && errors.Is(missing, os.ErrNotExist) {
		return nil, fmt.Errorf("output %s: the folder %s is not there", output, filepath.Clean(folder))
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
		return fmt.Errorf("output %s: the disk is full: free space or name an output on another disk: %w", output, syscall.ENOSPC)
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	return fmt.Errorf("output %s: %w", output, err)
}

// WriteAside writes output by way of a temporary file in its folder, synced and renamed, which is removed when anything
// fails or ctx ends: a reader never sees a half file, and a failure leaves an earlier one as it was. A symbolic link stays
// and its target is replaced. An output that is there and no regular file is refused.
func WriteAside(ctx context.Context, output string, write func(io.Writer) error) error {
	if err := refuseOthers(output); err != nil {
		return err
	}
	target := throughLinks(output)
	f, err := createAside(target)
	if err != nil {
		return err
	}
	renamed := false
	defer func() {
		if !renamed { // also when write panics
			os.Remove(f.Name())
		}
	}()
	if err = fill(ctx, f, write); err == nil {
		err = os.Rename(f.Name(), target)
	}
	if renamed = err == nil; renamed {
		return syncFolder(filepath.Dir(target))
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return outputError(output, err)
}

// WriteText is WriteAside for what makes sense as a stream: to a device or a pipe, which must not be replaced, it writes as is.
func WriteText(ctx context.Context, output string, write func(io.Writer) error) error {
	special, err := isSpecial(output)
	if err != nil {
		return err
	}
	if !special {
		return WriteAside(ctx, output, write)
	}
	_, err = orCancel(ctx, func() (struct{}, error) { return struct{}{}, writeSpecial(output, &cancelWriter{ctx: ctx}, write) })
	if err == nil || ctx.Err() != nil {
		return err
	}
	return outputError(output, err)
}

// writeSpecial opens an output, which waits for a pipe to be read, and writes to it.
func writeSpecial(output string, w *cancelWriter, write func(io.Writer) error) error {
	f, err := os.OpenFile(output, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	w.w = f
	return errors.Join(write(w), f.Close())
}

// fill writes, syncs and closes f and gives it the rights that a new file would have.
func fill(ctx context.Context, f *os.File, write func(io.Writer) error) error {
	_, err := orCancel(ctx, func() (struct{}, error) { return struct{}{}, write(&cancelWriter{ctx, f}) })
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
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

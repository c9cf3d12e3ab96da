package fileio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
)

// TryAside makes the temporary file of an output of WriteAside and removes it, to find out before the work whether it can be
// written at all.
func TryAside(output string) error {
	f, err := createAside(ThroughLinks(output))
	if err != nil {
		return err
	}
	return discard(f)
}

// createAside makes the temporary file, with the rights that the system gives a new one or, in place of an earlier file, with
// those of that, and never with more, since who has it open may read it to its end.
func createAside(output string) (*os.File, error) {
	earlier, err := os.Stat(output)
	if err != nil {
		return openAside(output, 0o666)
	}
	f, err := openAside(output, 0o600)
	if err != nil {
		return nil, err
	}
	if err := giveRights(f, earlier); err != nil {
		return nil, outputError(output, errors.Join(err, discard(f)))
	}
	return f, nil
}

// openAside makes a file whose name begins with a dot and with that of the output.
func openAside(output string, mode fs.FileMode) (*os.File, error) {
	folder, name := filepath.Split(output)
	for {
		aside := fmt.Sprintf("%s.%s.%d.tmp", folder, name, rand.Uint32())
		f, err := os.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if _, missing := os.Stat(filepath.Dir(aside)); err != nil && errors.Is(missing, os.ErrNotExist) {
			return nil, fmt.Errorf("output %s: the folder %s is not there", output, filepath.Dir(aside))
		}
		if err != nil {
			return nil, outputError(output, err)
		}
		return f, nil
	}
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
// and its target is replaced. What takes the place of a file has its rights, and its owner and group as far as the system lets us.
// An output that is there and no regular file is refused. Where the system cannot say that the new name will last, the output is
// there and the error says so.
func WriteAside(ctx context.Context, output string, write func(io.Writer) error) error {
	if err := refuseOthers(output); err != nil {
		return err
	}
	target := ThroughLinks(output)
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
		return syncFolder(target)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return outputError(output, err)
}

// WriteText is WriteAside for what makes sense as a stream: to a device or a pipe, which must not be replaced, it writes as is.
func WriteText(ctx context.Context, output string, write func(io.Writer) error) error {
	special, err := IsSpecial(output)
	if err != nil {
		return err
	}
	if !special {
		return WriteAside(ctx, output, write)
	}
	_, err = OrCancel(ctx, func() (struct{}, error) { return struct{}{}, writeSpecial(output, &cancelWriter{ctx: ctx}, write) })
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

// fill writes, syncs and closes f.
func fill(ctx context.Context, f *os.File, write func(io.Writer) error) error {
	_, err := OrCancel(ctx, func() (struct{}, error) { return struct{}{}, write(&cancelWriter{ctx, f}) })
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
func syncFolder(output string) error {
	f, err := os.Open(filepath.Dir(output))
	if err != nil {
		return nil
	}
	defer f.Close()
	if err := f.Sync(); errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EIO) {
		return fmt.Errorf("output %s: written, but its folder could not be synced: %w", output, err)
	}
	return nil
}

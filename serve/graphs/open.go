package graphs

import (
	"context"
	"fmt"
	"os"

	"graphbuild/fileio"
	"graphbuild/graph"
	"graphbuild/remote"
)

// Opener opens a graph under a name: anew each time, as the file is then.
type Opener func(name string) (*Graph, error)

// File returns the opener of a file, which reads its directory alone, whatever the size.
func File(path string, opts ...graph.Option) Opener {
	return func(name string) (*Graph, error) {
		for range 3 {
			g, err := openFile(name, path, opts)
			if g != nil || err != nil {
				return g, err
			}
		}
		return nil, fmt.Errorf("%s: the file is replaced again and again", path)
	}
}

// openFile returns nil where the file was replaced meanwhile.
func openFile(name, path string, opts []graph.Option) (*Graph, error) {
	source, err := fileio.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	file, err := graph.Open(path, opts...)
	if err != nil {
		source.Close()
		return nil, err
	}
	was, err1 := source.Stat()
	is, err2 := os.Stat(path)
	if err1 != nil || err2 != nil || !os.SameFile(was, is) {
		source.Close()
		return nil, file.Close()
	}
	g := New(name, file, source, was.Size())
	g.Modified = was.ModTime()
	return g, nil
}

// Remote returns the opener of a file on a web server, such as the one that this service has at /graph: each section is fetched
// when it is first touched. ctx is that of all reads.
func Remote(ctx context.Context, url string, opts ...graph.Option) Opener {
	return func(name string) (*Graph, error) {
		f, err := remote.Open(ctx, url)
		if err != nil {
			return nil, err
		}
		file, err := graph.OpenReaderAt(f, f.Size(), opts...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", remote.Redacted(url), err)
		}
		return New(name, file, f, f.Size()), nil
	}
}

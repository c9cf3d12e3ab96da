package build

import (
	"fmt"
	"path/filepath"

	"graphbuild/fileio"
	"graphbuild/osm"
	"graphbuild/report"
)

// The least bytes of output to expect of a byte of input: a third of what real inputs make (0.31 for a PBF file of
// Delaware, 0.013 for the same as XML, 0.1 for a feed).
const (
	leastOfPBF  = 0.1
	leastOfXML  = 0.004
	leastOfFeed = 0.03
)

// checkDisk stops early where the output cannot fit on its disk, as far as one can tell before reading the inputs.
func (r *run) checkDisk() error {
	if r.config.BBox != nil {
		return nil // nobody knows how much lies in the box
	}
	free, ok := freeBytes(filepath.Dir(fileio.ThroughLinks(r.config.Output)))
	if least := r.leastOutput(); ok && free < least {
		return fmt.Errorf("build: output %s: its disk has %s free, expected to need %s or more: free space or name an output on another disk",
			r.config.Output, report.Bytes(free), report.Bytes(least))
	}
	return nil
}

// leastOutput guesses how many bytes the output has at least.
func (r *run) leastOutput() int64 {
	sum := 0.0
	for _, s := range r.sources {
		switch {
		case s.file == nil:
			sum += float64(leastOfFeed * float64(s.bytes))
		case s.file.Header().Format == osm.PBF:
			sum += float64(leastOfPBF * float64(s.bytes))
		default:
			sum += float64(leastOfXML * float64(s.bytes)) // more where it is packed
		}
	}
	return int64(sum)
}

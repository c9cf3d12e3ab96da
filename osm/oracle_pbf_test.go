package osm

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/paulmach/osm/osmpbf"
)

// panicky are files that paulmach/osm panics on, since they have plain nodes.
var panicky = map[string]bool{
	"columbus-ohio-otp.osm.pbf": true, "nozlib-nodense.osm.pbf": true, "pbf-version-1.osm.pbf": true,
	"locarno-nondense.osm.pbf": true, "granularity-deflate.osm.pbf": true, "blob-none-simple.osm.pbf": true, "blob-deflate-simple.osm.pbf": true, "two_primitive_groups.osm.pbf": true,
}

// TestOraclePBF compares every object of every real file with what paulmach/osm reads.
func TestOraclePBF(t *testing.T) {
	for _, path := range globShared(t, "osm/*.pbf", "odd/osm/*.pbf") {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			if panicky[name] {
				t.Skip("paulmach/osm panics on it")
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if info, err := f.Stat(); err != nil || testing.Short() && info.Size() > 3<<20 {
				t.Skip("a large file in a short run:", err)
			}
			want, err := dumpOracle(osmpbf.New(context.Background(), f, 1))
			if err != nil {
				t.Skip("paulmach/osm cannot read it:", err)
			}
			ours, err := Open(path, Options{})
			if err != nil && len(want) == 0 {
				return // a file that we refuse, and that holds nothing for them
			}
			if err != nil {
				t.Fatal(err)
			}
			defer ours.Close()
			got, err := dumpFile(ours, Nodes|Ways|Relations)
			if err != nil && !strings.Contains(err.Error(), ErrNoWays.Error()) {
				t.Fatal(err)
			}
			compare(t, got, want)
		})
	}
}

package osm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/internal/shared"
	"graphbuild/report"
)

// oddFiles states what must happen to each of the odd files that tests share: how many objects come out ("nodes ways
// relations"), which issue is counted, or what the error says. Objects that come before an error are delivered.
var oddFiles = map[string]struct{ objects, issue, err string }{
	"osm/64bit_ids.osm":                              {objects: "1774 227 0"},
	"osm/64bit_ids.osm.pbf":                          {objects: "1774 227 0"},
	"osm/accessno-at-end.osm.pbf":                    {objects: "3 1 0"},
	"osm/blob-deflate-simple.osm.pbf":                {objects: "12 4 2"},
	"osm/blob-none-simple.osm.pbf":                   {objects: "12 4 2"},
	"osm/brenner-invalid-relation-reference.osm.pbf": {objects: "149 24 18"},
	"osm/check-refs-fail-n-in-r.osm":                 {objects: "0 0 1"},
	"osm/coincident_pr_overlap.osm.pbf":              {objects: "5 2 0"},
	"osm/data-n5w1r3.osm.o5m":                        {err: "found o5m"},
	"osm/deleted_nodes.osh":                          {objects: "2 0 0"},
	"osm/empty-xml.osm":                              {objects: "0 0 0"},
	"osm/empty_file.osm.pbf":                         {err: "found an empty file"},
	"osm/export-incomplete-relation.osm":             {objects: "5 3 1"},
	"osm/export-missing-node.osm":                    {objects: "4 3 1"},
	"osm/extract-24-negative64.osm":                  {objects: "7 2 6"},
	"osm/gh-test-osm6.osm.pbf":                       {objects: "3 1 1"},
	"osm/granularity-deflate.osm.pbf":                {objects: "6 0 0", err: "no way in the file"},
	"osm/grid-all.osm":                               {objects: "960 259 96"},
	"osm/history.osh":                                {objects: "4 2 2"},
	"osm/invalid.osm":                                {err: "line 4: damaged tag"},
	"osm/invalid.osm.bz2":                            {err: "bzip2: ends after 0 bytes of content"},
	"osm/josm-shapes-wkd.osm":                        {objects: "547 8 0"},
	"osm/loc_on_ways.osm.pbf":                        {objects: "0 1 1"},
	"osm/missing-nodes.osm.pbf":                      {objects: "4 2 0"},
	"osm/nozlib-nodense.osm.pbf":                     {objects: "3 1 1"},
	"osm/nozlib.osm.pbf":                             {objects: "3 1 1"},
	"osm/one_way_dead_end.osm.pbf":                   {objects: "1154 89 3"},
	"osm/oneway_car.osm":                             {objects: "5 4 0"},
	"osm/osm-read-test.osm.pbf":                      {objects: "6 1 1"},
	"osm/pbf-sample.osm.pbf":                         {objects: "290 44 5"},
	"osm/pbf-version-1-densenodes.osm.pbf":           {objects: "1 0 0", err: "no way in the file"},
	"osm/pbf-version-1.osm.pbf":                      {objects: "1 0 0", err: "no way in the file"},
	"osm/pt2matsim-tr1_invalid.osm":                  {objects: "6 3 1"},
	"osm/pt2matsim-tr5_valid.osm":                    {objects: "10 8 1"},
	"osm/relations-dupl_member.osm":                  {objects: "3 0 2"},
	"osm/sort-input-neg-ids.osm":                     {objects: "5 3 1"},
	"osm/sort-unsorted-onefile.osm":                  {objects: "4 2 1"},
	"osm/speed-flags-r5.osm.pbf":                     {objects: "4 1 0"},
	"osm/standalone-ramp.osm":                        {objects: "4 3 0"},
	"osm/tag_lengths.osm.pbf":                        {objects: "5 0 0", err: "no way in the file"},
	"osm/time-filter.osh":                            {objects: "10 0 0"},
	"osm/tiny-somes.osm.pbf":                         {objects: "1494 77 6"},
	"osm/two_primitive_groups.osm.pbf":               {objects: "3 0 0", issue: "osm_header_missing", err: "no way in the file"},

	"derived/entity-bomb.osm":                         {err: "line 1: a DOCTYPE that declares entities"},
	"derived/html-error-page.osm.pbf":                 {err: "found an HTML page"},
	"derived/locarno-blob-lz4.osm.pbf":                {objects: "1721 246 84"},
	"derived/locarno-blob-lzma.osm.pbf":               {objects: "1721 246 84"},
	"derived/locarno-blob-none.osm.pbf":               {objects: "1721 246 84"},
	"derived/locarno-blob-zstd.osm.pbf":               {objects: "1721 246 84"},
	"derived/locarno-bom.osm":                         {objects: "1721 246 84"},
	"derived/locarno-cut.osm":                         {err: "line 14182: the file ends inside of a tag: the file is cut off"},
	"derived/locarno-cut.osm.bz2":                     {err: "cut off"},
	"derived/locarno-degenerate-ways.osm.pbf":         {objects: "1721 246 84"},
	"derived/locarno-every-object-twice.osm.pbf":      {objects: "3442 492 168"},
	"derived/locarno-file-appended-to-itself.osm.pbf": {objects: "3442 492 168"},
	"derived/locarno-header-absent.osm.pbf":           {objects: "1721 246 84", issue: "osm_header_missing"},
	"derived/locarno-history-deleted.osh.pbf":         {objects: "1891 265 95"},
	"derived/locarno-history-flag.osh.pbf":            {objects: "1721 246 84"},
	"derived/locarno-ids-above-2e40.osm.pbf":          {objects: "1721 246 84"},
	"derived/locarno-ids-descending.osm.pbf":          {objects: "1721 246 84"},
	"derived/locarno-lat-lon-offset.osm.pbf":          {objects: "1721 246 84"},
	"derived/locarno-locations-on-ways.osm.pbf":       {objects: "293 246 84"},
	"derived/locarno-negative-ids.osm.pbf":            {objects: "1721 246 84"},
	"derived/locarno-nodes-only.osm.pbf":              {objects: "1721 0 0", err: "no way in the file"},
	"derived/locarno-nometa.osm.pbf":                  {objects: "1721 246 84"},
	"derived/locarno-nondense.osm.pbf":                {objects: "1721 246 84"},
	"derived/locarno-rawsize-absent.osm.pbf":          {objects: "1721 246 84"},
	"derived/locarno-rawsize-huge.osm.pbf":            {err: "raw_size claims"},
	"derived/locarno-rawsize-wrong.osm.pbf":           {err: "131 bytes when unpacked, but raw_size says 132"},
	"derived/locarno-shuffled.osm.pbf":                {objects: "1721 246 84"},
	"derived/locarno-types-reversed.osm.pbf":          {objects: "1721 246 84"},
	"derived/locarno-unknown-blob-type.osm.pbf":       {objects: "1721 246 84", issue: "osm_unknown_blob"},
	"derived/locarno.osm.bz2":                         {objects: "1721 246 84"},
	"derived/locarno.osm.gz":                          {objects: "1721 246 84"},
	"derived/monaco-bit-flipped.osm.pbf":              {objects: "16000 0 0", err: "block 2 at byte 133062: zlib blob of 59647 bytes: "},
	"derived/monaco-cut-between-blobs.osm.pbf":        {objects: "16000 0 0", err: "no way in the file: it is cut off"},
	"derived/monaco-cut-in-blob.osm.pbf":              {err: "blob 3 at byte 133045: \"OSMData\" of 59655 bytes, but 29827 are left"},
	"derived/monaco-cut-in-length.osm.pbf":            {err: "blob 3 at byte 133045: 2 bytes are left"},
	"derived/overpass-remark.osm":                     {objects: "0 0 0", issue: "osm_overpass_remark"},
}

func TestOddFiles(t *testing.T) {
	for name, want := range oddFiles {
		t.Run(filepath.Base(name), func(t *testing.T) {
			path := shared.Path(t, "data/odd/"+name)
			r := report.New(report.Options{})
			objects, err := countFile(path, Options{Report: r, TempDir: t.TempDir()})
			if want.err == "" && err != nil || want.err != "" && (err == nil || !strings.Contains(err.Error(), want.err)) {
				t.Errorf("error %v, expected %q", err, want.err)
			}
			if err != nil && (!strings.Contains(err.Error(), filepath.Base(name)) || strings.Contains(err.Error(), "\n")) {
				t.Errorf("the error does not name the file, or is not one line: %v", err)
			}
			if objects != want.objects {
				t.Errorf("objects %q, expected %q", objects, want.objects)
			}
			if want.issue != "" && !hasIssue(r, want.issue) {
				t.Errorf("issues %v, expected %s", r.Counts(), want.issue)
			}
		})
	}
	checkListed(t)
}

// checkListed fails when a file is not in the table.
func checkListed(t *testing.T) {
	for _, path := range globShared(t, "odd/osm/*", "odd/derived/*.os*") {
		name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
		if _, listed := oddFiles[name]; !listed {
			t.Errorf("%s is not in the table", name)
		}
	}
}

// TestNoFilesLeft checks that nothing stays in TempDir.
func TestNoFilesLeft(t *testing.T) {
	dir := t.TempDir()
	f, err := Open(shared.Path(t, "data/odd/derived/locarno.osm.gz"), Options{TempDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

package gtfs

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/internal/feedtest"
	"graphbuild/report"
)

func TestOpenKinds(t *testing.T) {
	for name, path := range map[string]string{"folder": feedtest.Small().Folder(t), "zip": feedtest.Small().ZipFile(t)} {
		f, err := Open(path, "x", Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(f.Trips) != 2 || len(f.StopTimes.Stop) != 6 || f.Label != "x" {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// in returns the tables within a folder.
func in(folder string, t feedtest.Tables) feedtest.Tables {
	out := feedtest.Tables{}
	for name, content := range t {
		out[folder+name+".txt"] = content
	}
	return out
}

func merged(a, b feedtest.Tables) feedtest.Tables {
	for name, content := range b {
		a[name] = content
	}
	return a
}

func TestFolderInside(t *testing.T) {
	tables := in("town-feed/", feedtest.Small())
	tables["__MACOSX/town-feed/._stops.txt"] = "\x00\x05"
	tables["town-feed/.DS_Store"] = "\x00"
	r := report.New(report.Options{})
	f, err := OpenFS(tables.FS(), "nested.zip", "nested", Options{Report: r})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Trips) != 2 {
		t.Errorf("%d trips", len(f.Trips))
	}
	issues := r.Issues()
	if len(issues) != 1 || issues[0].Code != "gtfs_nested_folder" || !strings.Contains(issues[0].Message, "town-feed") || issues[0].File != "nested.zip" {
		t.Errorf("%+v", issues)
	}
}

func TestOpenErrors(t *testing.T) {
	small := feedtest.Small()
	for _, c := range []struct {
		name   string
		tables feedtest.Tables
		want   []string
	}{
		{"two folders", merged(in("a/", small), in("b/", small)), []string{"a/", "b/"}},
		{"nothing", feedtest.Tables{"readme": "hi"}, []string{"no stops.txt"}},
		{"zip in zip", feedtest.Tables{"inner.zip": "PK"}, []string{"inner.zip", "unpack"}},
		{"no stops", small.Without("stops"), []string{"no stops.txt"}},
		{"no calendar", small.Without("calendar"), []string{"calendar.txt or calendar_dates.txt", "on what days"}},
		{"empty stops", small.With("stops", ""), []string{"stops.txt", "empty"}},
		{"no column", small.With("trips", "route_id,trip_id\nR,T1\n"), []string{"trips.txt", "line 1", "service_id"}},
		{"no times", small.With("stop_times", "trip_id,stop_id,stop_sequence\nT1,A,1\n"), []string{"arrival_time"}},
		{"no agency row", small.With("agency", "agency_id,agency_timezone\n"), []string{"agency.txt"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := OpenFS(c.tables.FS(), "feed.zip", "x", Options{})
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range append(c.want, "feed.zip") {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q lacks %q", err, want)
				}
			}
		})
	}
}

func TestNoZip(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"empty.zip": "", "page.zip": "<html>404</html>", "cut.zip": string(feedtest.Small().Zip(t)[:200])} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, "x", Options{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(dir, "absent.zip"), "x", Options{}); err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("absent: %v", err)
	}
}

// A zip cut anywhere is an error or, where only its clutter is hurt, the feed; it never panics.
func TestCutZip(t *testing.T) {
	data := feedtest.Small().Zip(t)
	for n := range data {
		_, _ = openZip(bytes.NewReader(data[:n]), int64(n), source{name: "cut.zip", label: "x"})
	}
}

// A zip that inflates to far more than its size is refused by what comes out, not by what it claims.
func TestZipBomb(t *testing.T) {
	tables := feedtest.Small().With("shapes", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"+strings.Repeat(strings.Repeat("x", 60_000)+"\n", freeBytes/60_000+1))
	data := tables.Zip(t)
	_, err := openZip(bytes.NewReader(data), int64(len(data)), source{name: "bomb.zip", label: "x"})
	if err == nil || !strings.Contains(err.Error(), "bomb") {
		t.Errorf("error %v", err)
	}
}

func TestFileNamesInAnyCase(t *testing.T) {
	tables := feedtest.Tables{}
	for name, content := range feedtest.Small() {
		tables[strings.ToUpper(name)+".TXT"] = content
	}
	f, err := OpenFS(tables.FS(), "feed", "x", Options{})
	if err != nil || len(f.Trips) != 2 {
		t.Errorf("%v %v", f, err)
	}
}

func TestBackslashesAndDots(t *testing.T) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, content := range feedtest.Small().Files() {
		w, err := z.Create(`..\feed\` + name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(content)
	}
	z.Close()
	f, err := openZip(bytes.NewReader(out.Bytes()), int64(out.Len()), source{name: "feed.zip", label: "x"})
	if err != nil || len(f.Trips) != 2 {
		t.Errorf("%v %v", f, err)
	}
}

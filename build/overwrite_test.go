package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutputThatIsAnInput makes sure that no input is replaced by an output, whatever names they go by.
func TestOutputThatIsAnInput(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	streets := line(2).way(100, []int64{1, 2}, road).save(t, "streets.osm")
	if err := os.Symlink(streets, at("link.osm")); err != nil {
		t.Skip("no symbolic links:", err)
	}
	if err := os.Symlink("r.graph", at("current.graph")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(at("feed/sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(streets)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]Config{
		"same name":        {Inputs: inputsOf(streets), Output: streets},
		"by a link":        {Inputs: inputsOf(streets), Output: at("link.osm")},
		"input by a link":  {Inputs: inputsOf(at("link.osm")), Output: streets},
		"report":           {Inputs: inputsOf(streets), Output: at("r.graph"), ReportPath: streets},
		"report on output": {Inputs: inputsOf(streets), Output: at("r.graph"), ReportPath: at("./r.graph")},
		"report by a link": {Inputs: inputsOf(streets), Output: at("r.graph"), ReportPath: at("current.graph")},
		"in the feed":      {Inputs: inputsOf(at("feed")), Output: at("feed/stops.txt")},
		"deep in the feed": {Inputs: inputsOf(at("feed")), Output: at("feed/sub/r.graph")},
	} {
		if _, err := Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "name a") {
			t.Errorf("%s: got %v, expected the advice to name another file", name, err)
		}
	}
	if after, err := os.ReadFile(streets); err != nil || string(after) != string(before) {
		t.Error("the input has changed:", err)
	}
}

// TestOutputByLink makes sure that a link to the newest graph goes on being one.
func TestOutputByLink(t *testing.T) {
	folder := t.TempDir()
	streets := line(2).way(100, []int64{1, 2}, road).save(t, "streets.osm")
	link, target := filepath.Join(folder, "current.graph"), filepath.Join(folder, "old", "2026.graph")
	if err := os.Mkdir(filepath.Dir(target), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("old", "2026.graph"), link); err != nil {
		t.Skip("no symbolic links:", err)
	}
	for range 2 { // the target is not there at first
		if _, err := Run(t.Context(), Config{Inputs: inputsOf(streets), Output: link}); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Error("the link is gone:", err)
		}
		if info, err := os.Lstat(target); err != nil || !info.Mode().IsRegular() {
			t.Error("the target was not written:", err)
		}
	}
}

// TestReportOfFailure makes sure that a build that fails leaves the graph alone, and a report unless it has one to give.
func TestReportOfFailure(t *testing.T) {
	streets := line(2).way(100, []int64{1, 2, 3}, road).save(t, "streets.osm")
	page := saveFile(t, "page.osm", "<html>")
	for name, test := range map[string]struct {
		config Config
		report string // what it begins with afterwards
	}{
		"input":              {Config{Inputs: inputsOf(page)}, "old"},
		"too many issues":    {Config{Inputs: inputsOf(streets), FailOn: map[string]int{"osm_way_missing_nodes": 1}}, `{"code":"osm_way_missing`},
		"report in no place": {Config{Inputs: inputsOf(streets), ReportPath: filepath.Join("nowhere", "r.json")}, "old"},
		"report on a folder": {Config{Inputs: inputsOf(streets), ReportPath: os.TempDir()}, "old"},
	} {
		folder := t.TempDir()
		c, issues := test.config, filepath.Join(folder, "r.json")
		c.Output = filepath.Join(folder, "out.graph")
		if c.ReportPath == "" {
			c.ReportPath = issues
		}
		for _, path := range []string{c.Output, issues} {
			if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Run(t.Context(), c); err == nil {
			t.Errorf("%s: the build did not fail", name)
		}
		if text, err := os.ReadFile(c.Output); err != nil || string(text) != "old" {
			t.Errorf("%s: the graph is now %q, %v", name, text, err)
		}
		if text, err := os.ReadFile(issues); err != nil || !strings.HasPrefix(string(text), test.report) {
			t.Errorf("%s: the report is now %.40q, %v, expected %q", name, text, err, test.report)
		}
		if entries, _ := os.ReadDir(folder); len(entries) != 2 {
			t.Errorf("%s: left behind: %v", name, entries)
		}
	}
}

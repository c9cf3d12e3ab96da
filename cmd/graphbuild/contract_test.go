package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"graphbuild/internal/shared"
)

// TestContract: each flag that the contract of the command line names is one of its command.
func TestContract(t *testing.T) {
	text, err := os.ReadFile(shared.Path(t, "CLI.md"))
	if err != nil {
		t.Fatal(err)
	}
	parser, err := newParser(&session{out: io.Discard, err: io.Discard}, &cli{})
	if err != nil {
		t.Fatal(err)
	}
	have := map[string][]string{}
	for _, n := range commands(parser.Model) {
		for _, f := range flags(parser.Model, n) {
			have[n.Name] = append(have[n.Name], "--"+f.Name)
		}
	}
	flag, named := regexp.MustCompile(`--[a-z][a-z-]*`), 0
	for _, section := range strings.Split(string(text), "\n## graphbuild ")[1:] {
		command, _, _ := strings.Cut(section, " ")
		for _, f := range flag.FindAllString(section, -1) {
			if named++; !slices.Contains(have[command], f) {
				t.Errorf("%s has no flag %s", command, f)
			}
		}
	}
	if named < 40 {
		t.Errorf("%d flags are named: is the contract in another form?", named)
	}
}

// TestExamples: the command lines of the documents and of the help are ones.
func TestExamples(t *testing.T) {
	s := &session{out: io.Discard, err: io.Discard}
	parser, err := newParser(s, &cli{})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, n := range commands(parser.Model) {
		texts["help "+n.Name] = n.Detail
	}
	root := shared.Root(t)
	pages, _ := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "FORMAT.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(page)] = string(text)
	}
	example, seen := regexp.MustCompile(`(?m)^ *graphbuild ([a-z].*?)(?: +#.*| +[>|].*)?$`), 0
	for name, text := range texts {
		for _, x := range example.FindAllStringSubmatch(text, -1) {
			args := strings.Fields(strings.ReplaceAll(x[1], "'", ""))
			if !(&cli{}).isCommand(args[0]) || slices.Contains(args, "--config") { // prose; and what the parser opens
				continue
			}
			seen++
			if parser, err = newParser(s, &cli{}); err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(joinNegative(args)); err != nil {
				t.Errorf("%s: graphbuild %s: %v", name, x[1], err)
			}
		}
	}
	if seen < 25 {
		t.Errorf("%d command lines found", seen)
	}
}

// TestExitStatus: 0 done, 1 failed, 2 usage, 3 a check found something; and with all but 0 a line says why.
func TestExitStatus(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	const town, feed = "testdata/inputs/town.osm", "testdata/inputs/feed"
	steps := []struct {
		status int
		args   []string
	}{
		{exitDone, []string{"build", town, feed, "-o", in("a.graph"), "-q"}},
		{exitDone, []string{"build", town, "-o", in("b.graph"), "-q"}},
		{exitFound, []string{"build", town, "-o", in("c.graph"), "-q", "--fail-on", "osm_way_missing_nodes=1"}},
		{exitFailed, []string{"build", in("none.osm"), "-o", in("c.graph"), "-q"}},
		{exitUsage, []string{"build", town}},
		{exitUsage, []string{"build", town, "-o", in("c.graph"), "--bbox", "1,2"}},
		{exitDone, []string{"verify", in("a.graph")}},
		{exitFailed, []string{"verify", town}},
		{exitDone, []string{"diff", in("a.graph"), in("b.graph")}},
		{exitFound, []string{"diff", in("a.graph"), in("b.graph"), "--exit-code"}},
		{exitFailed, []string{"inspect", in("a.graph"), "--way", "7"}},
		{exitUsage, []string{"inspect", in("a.graph"), "--mode", "car"}},
		{exitFailed, []string{"route", in("a.graph"), "--from", "60,8", "--to", "50,8"}},
		{exitDone, []string{"route", in("a.graph"), "--from", "60,8", "--to", "50,8", "--json"}},
		{exitUsage, []string{"route", in("a.graph"), "--from", "50,8", "--to", "50,8.01", "--mode", "transit", "--depart", "2030-01-02T08:00", "--change-time=-5m"}},
		{exitUsage, []string{"route", in("a.graph"), "--batch", "-", "--jobs=-3"}},
		{exitUsage, []string{"build", town, "-o", in("c.graph"), "--transfer-limit=-5m"}},
		{exitUsage, []string{"build", town, "-o", in("c.graph"), "--transfer-limit=5h"}},
		{exitUsage, []string{"export", in("a.graph"), "--format", "none"}},
		{exitFailed, []string{"import", town, "-o", in("c.graph")}},
		{exitFailed, []string{"extract", in("a.graph"), "--bbox", "1,2,3,4", "-o", in("c.graph")}},
		{exitUsage, []string{"nothing"}},
		{exitUsage, []string{"help", "nothing"}},
		{exitDone, []string{"help", "exit"}},
		{exitDone, []string{"--version"}},
	}
	for _, x := range steps {
		var log bytes.Buffer
		status := run(&session{ctx: t.Context(), in: strings.NewReader(""), out: io.Discard, err: &log}, x.args)
		if status != x.status {
			t.Errorf("%v: status %d, want %d: %s", x.args, status, x.status, &log)
		}
		if said := strings.Count(log.String(), "\n") == 1 && strings.HasPrefix(log.String(), "graphbuild: "); said != (status != exitDone) {
			t.Errorf("%v: status %d says %q", x.args, status, &log)
		}
	}
	if _, err := os.Stat(in("c.graph")); err == nil {
		t.Error("a command that failed wrote a file")
	}
}

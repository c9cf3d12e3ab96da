package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

// parsed is what a parser makes of arguments.
type parsed struct{ command, out, err string }

// parse parses arguments by a parser.
func parse(t *testing.T, args []string, make func(*session, *cli) (*kong.Kong, error)) (x parsed) {
	t.Helper()
	var out bytes.Buffer
	s := &session{ctx: context.Background(), out: &out, err: &out}
	p, err := make(s, &cli{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(exited); !ok {
				panic(r)
			}
		}
		x.out = out.String()
	}()
	k, err := p.Parse(args)
	if err != nil {
		x.err = err.Error()
	} else {
		x.command = k.Command()
	}
	return x
}

// TestParserOfOneCommand compares the parser of the command that is named with that of the whole command line.
func TestParserOfOneCommand(t *testing.T) {
	whole, err := newParser(&session{}, &cli{})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range whole.Model.Children {
		if _, ok := (&cli{}).command(n.Name); !ok {
			t.Errorf("the command %s is not found by its name", n.Name)
		}
		for _, args := range [][]string{
			{n.Name}, {n.Name, "--help"}, {"--json", "-q", n.Name}, {n.Name, "x"}, {n.Name, "x", "y", "z"}, {n.Name, "--jsom"}, {n.Name, "--version"},
			{"--help", n.Name}, {"-x", n.Name}, {n.Name, "-q", "x", "--json"},
		} {
			want := parse(t, args, func(s *session, c *cli) (*kong.Kong, error) { return newParser(s, c) })
			got := parse(t, args, func(s *session, c *cli) (*kong.Kong, error) { return newParserOf(s, c, args) })
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(parsed{})); diff != "" {
				t.Errorf("%q: of the whole (-) and of the command (+):\n%s", args, diff)
			}
		}
	}
}

func TestNamesOfFilesNeedNotBeUTF8(t *testing.T) {
	c := &cli{}
	parser, err := newParser(&session{out: io.Discard, err: io.Discard}, c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"build", "a\xff.osm", "--osm", "b\xff,c", "-o", "d\xff"}); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%q %q %q", c.Build.Input, c.Build.OSM, c.Build.Output); got != `["a\xff.osm"] ["b\xff,c"] "d\xff"` {
		t.Error(got)
	}
}

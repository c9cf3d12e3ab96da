package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/transit"
	"graphbuild/wire"
)

// TestRouteStops: a signal ends the search under way, of whatever kind, with an error and without an answer.
func TestRouteStops(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.graph")
	if status := run(&session{ctx: t.Context(), out: io.Discard, err: io.Discard}, []string{"build", "testdata/inputs/town.osm", "testdata/inputs/feed", "-o", path, "-q"}); status != exitDone {
		t.Fatalf("build: status %d", status)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	ends := []string{"--from", "50.0001,8.005", "--to", "50.01,8.01", "--snap-m", "5000", "--json"}
	for _, flags := range [][]string{{"--mode", "walk"}, {"--mode", "transit", "--depart", "2031-05-05T08:00", "--window", "1h"}} {
		var out, log strings.Builder
		status := run(&session{ctx: done, out: &out, err: &log}, append(append([]string{"route", path}, ends...), flags...))
		if status != exitFailed || out.Len() > 0 || !strings.Contains(log.String(), "canceled") {
			t.Errorf("%v: status %d, %s%s", flags, status, &out, &log)
		}
	}
}

// TestBatchStops: so do those of a batch.
func TestBatchStops(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.graph")
	buildTown(t, path, "none")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	streets := route.NewRouter(g)
	s := newSearcher(done, streets, transit.NewRouter(g, streets), &wire.Defaults{})
	from, _ := geometry.FromDegrees(8.005, 50.0001)
	if _, err := s.Street.Route(route.Query{From: from, To: from}); err == nil {
		t.Error("streets: no error")
	}
	if _, err := s.Journeys().Plan(transit.Query{From: from, To: from, Time: time.Date(2031, 5, 5, 8, 0, 0, 0, time.UTC)}); err == nil {
		t.Error("transit: no error")
	}
}

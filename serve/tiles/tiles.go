// Package tiles serves a graph as vector tiles (MVT): what is in the file, for maps of any kind.
//
// A tile has these layers; those without features are left out:
//
//   - streets: from zoom 12 on each edge pair is a feature, whose id is that of the pair and whose line runs from its From to its
//     To vertex. walk, bike and car say which way the mode may go: 1 along the line, 2 against it, 3 both; missing: neither.
//     walk_part, bike_part, car_part are the strongly connected components of modes, 0 being the largest, of the ends of the pair
//     that which is not the largest. Below zoom 12 streets of a class, name, mode and component are joined, and car is 3
//     where one of them is open both ways.
//   - restrictions (from zoom 12): points at the head of the edge that a turn restriction begins with.
//   - stops: points; linked says whether one gets there.
//   - links (from zoom 14): lines from stops to the place on a street that they are tied to.
//   - issues: points of the samples of issues that the file holds and that have a position.
//   - vertices (from zoom 16): points.
//   - about: one point that says what the tile leaves out.
//
// What is on a tile follows from its zoom alone, by the table rules: motorways at 0, trunk roads from 4 on, primary roads and
// ferries 6, secondary 8, tertiary 9, roads for cars 12, everything 13. Where that would still be too much for one tile, classes
// go from the last to the first, never streets by chance, and about says which class is the last that is shown: classes, and
// truncated. Points of stops and issues that are within two pixels of each other stand as one below zoom 14, with count.
//
// A tile with equal graphs has equal bytes. It takes memory for its features only: some 200 bytes for a street.
package tiles

import (
	"context"
	"fmt"
	"sync"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/maptile"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// Source makes the tiles of one graph. It may be used by many goroutines, as long as the graph is open.
type Source struct {
	g     *graph.Graph
	ranks func() []rank // of the streets in each block: the first
	stops,
	links,
	restrictions,
	issues func() *pointIndex
}

// NewSource returns the tiles of a graph. It reads nothing: what finds points and far streets is made when a tile first asks
// for it, in a time that goes with the size of the graph (0.4 s for 7 million edge pairs), and kept: a byte for 64 pairs and
// 8 a point.
func NewSource(g *graph.Graph) *Source {
	s := &Source{g: g}
	s.ranks = sync.OnceValue(s.blockRanks)
	s.stops = sync.OnceValue(s.indexStops)
	s.links = sync.OnceValue(s.indexLinks)
	s.restrictions = sync.OnceValue(s.indexRestrictions)
	s.issues = sync.OnceValue(s.indexIssues)
	return s
}

// Tile returns a tile in MVT, empty where the graph has nothing there. It ends with the error of ctx when that is done.
func (s *Source) Tile(ctx context.Context, t maptile.Tile) ([]byte, error) {
	if t.Z > MaxZoom || !t.Valid() {
		return nil, fmt.Errorf("tiles: no tile %d/%d/%d", t.Z, t.X, t.Y)
	}
	d := drawing{Source: s, ctx: ctx, frame: newFrame(t), zoom: uint32(t.Z)}
	d.box = d.frame.box()
	for _, layer := range []func() error{d.streets, d.points, d.vertices} {
		if err := layer(); err != nil {
			return nil, err
		}
	}
	if len(d.tile) > 0 || d.truncated {
		d.about()
	}
	return d.tile, nil
}

// drawing is one tile that is being made.
type drawing struct {
	*Source
	ctx       context.Context
	frame     *frame
	zoom      uint32
	box       geometry.Box
	last      rank   // of the streets that are shown
	truncated bool   // some that the zoom allows are left out
	tile      []byte // the layers that are done
}

// about adds the layer that says what is left out.
func (d *drawing) about() {
	l := newLayerWriter("about")
	l.bool("truncated", d.truncated)
	l.text("classes", nameOfRank(d.last))
	l.point(noID, orb.Point{extent / 2, extent / 2})
	d.tile = l.appendTo(d.tile)
}

package htmlview

import (
	"encoding/binary"
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// streets are the lines of the map.
type streets struct {
	Total  int `json:"total"`
	Shown  int `json:"shown"`
	Points int `json:"points"`
	// Classes are the names of the classes by number.
	Classes []string `json:"classes"`
	// Limits are the texts of limited access by number; the first is that of none.
	Limits []string `json:"limits"`
	Data   string   `json:"data"` // see appendStreet; packed
}

// streetsOf returns all streets, or where they have too many points those of the classes that come first.
func streetsOf(g *graph.Graph, maxPoints int) (streets, error) {
	s := streets{Total: g.NumPairs()}
	for c := range facts.NumClasses {
		s.Classes = append(s.Classes, c.String())
	}
	last := lastClass(g, maxPoints)
	w := streetWriter{g: g}
	w.limits, s.Limits = limitsOf(g)
	for p := range g.EdgePairs() {
		if f := g.FactsAt(p.Facts); f.Class <= last {
			w.append(p, f)
			s.Shown++
			s.Points += len(p.Line)
		}
	}
	var err error
	s.Data, err = packed(w.out)
	return s, err
}

// lastClass returns the class up to which all streets have at most so many points.
func lastClass(g *graph.Graph, maxPoints int) facts.Class {
	var points [math.MaxUint8 + 1]int
	for p := range g.EdgePairs() {
		points[g.FactsAt(p.Facts).Class] += len(p.Line)
	}
	sum := 0
	for c, n := range points {
		if sum += n; sum > maxPoints {
			return facts.Class(max(c-1, 0))
		}
	}
	return math.MaxUint8
}

// limitsOf numbers the texts of limited access: it returns the number of each row of facts, and the texts.
func limitsOf(g *graph.Graph) (numbers []uint64, texts []string) {
	numbers, texts = make([]uint64, g.NumFacts()), []string{""}
	for i := range numbers {
		text := limitText(g.FactsAt(graph.FactsID(i)))
		k := slices.Index(texts, text)
		if k < 0 {
			k, texts = len(texts), append(texts, text)
		}
		numbers[i] = uint64(k)
	}
	return numbers, texts
}

// limitText says whose access to a street is limited, and why.
func limitText(f *facts.Edge) string {
	along, against := f.LimitedText(facts.Forward), f.LimitedText(facts.Backward)
	switch {
	case along == against && along != "":
		return "limited: " + along
	case along != "" && against != "":
		return "limited along: " + along + "\nlimited against: " + against
	case along != "":
		return "limited along: " + along
	case against != "":
		return "limited against: " + against
	}
	return ""
}

// streetWriter packs streets: class, modes along, modes against, then the components of walk, bike and car, then as
// varints the number of its limits, the number of points, the way less that of the street before, and the points less those before, in units of 1e-6
// degrees: a tenth of a metre.
type streetWriter struct {
	g      *graph.Graph
	limits []uint64 // by row of facts
	out    []byte
	way    int64
	last   [2]int64
}

// Components of which a street has none, or one that is not among the first.
const (
	noComponent    = 255
	otherComponent = 254
)

func (w *streetWriter) append(p *graph.PairRow, f *facts.Edge) {
	w.out = append(w.out, byte(f.Class), byte(f.Modes[0]), byte(f.Modes[1]))
	for m := range facts.Car + 1 {
		c := byte(noComponent)
		if (f.Modes[0] | f.Modes[1]).Has(m) {
			c = componentOf(w.g, p, m)
		}
		w.out = append(w.out, c)
	}
	w.out = binary.AppendUvarint(w.out, w.limits[p.Facts])
	w.out = binary.AppendUvarint(w.out, uint64(len(p.Line)))
	way, _, _ := w.g.WayOf(p.Way)
	w.out = binary.AppendVarint(w.out, way-w.way)
	w.way = way
	for _, at := range p.Line {
		x, y := micro(at.Lon), micro(at.Lat)
		w.out = binary.AppendVarint(w.out, x-w.last[0])
		w.out = binary.AppendVarint(w.out, y-w.last[1])
		w.last = [2]int64{x, y}
	}
}

// micro rounds to 1e-6 degrees.
func micro(v int32) int64 { return int64(math.Round(float64(v) / 10)) }

// componentOf returns the component of a street: of its ends, that which is not the largest.
func componentOf(g *graph.Graph, p *graph.PairRow, m facts.Mode) byte {
	a, b := g.Component(p.From, m), g.Component(p.To, m)
	switch c := max(a, b); {
	case c == graph.NoComponent:
		return noComponent
	case c >= otherComponent:
		return otherComponent
	default:
		return byte(c)
	}
}

// place is a position in JSON: longitude and latitude in degrees.
type place [2]float64

func placeOf(p geometry.Point) place {
	lon, lat := p.Degrees()
	return place{lon, lat}
}

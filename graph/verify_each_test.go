package graph

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// finds reports whether a check of the graph finds a problem in a table.
func finds(g *Graph, table, text string) bool {
	for p := range Check(g) {
		if p.Table == table && strings.Contains(p.Text, text) {
			return true
		}
	}
	return false
}

// set changes a row of a column that is a slice.
func set[T encode.Integer](c *encode.Col[T], row int, v T) { c.Slice()[row] = v }

var corners = []geometry.Point{{Lon: 1}, {Lon: 2}, {Lat: 2}}

// TestCheckFindsEach goes on where TestCheckFinds ends: every other invariant that tables can break.
func TestCheckFindsEach(t *testing.T) {
	const far = 1 << 20
	for _, c := range []struct {
		table, text string
		broken      func(*Tables)
	}{
		{"vertex_access", "vertex is", func(t *Tables) { set(&t.Access.Vertex, t.Access.Vertex.Len()-1, far) }},
		{"vertex_access", "modes 0b10000000, which are none, in 0b10000001", func(t *Tables) { set(&t.Access.Pass, 0, 0x81) }},
		{"facts", "modes 0b10000000, which are none", func(t *Tables) { t.Facts[1].Modes[1] |= 0x80 }},
		{"restrictions", "which are none", func(t *Tables) { set(&t.Restrictions.Modes, 0, 0x80) }},
		{"links", "which are none", func(t *Tables) { set(&t.Links.Modes, 0, 0x80) }},
		{"pairs", "the pair before at", func(t *Tables) { unsortPairs(&t.Pairs) }},
		{"pairs", "pair 2 after 31", func(t *Tables) { set(&t.Pairs.DurationPair, 0, 31); set(&t.Pairs.DurationPair, 1, 2) }},
		{"restrictions", "from edge", func(t *Tables) { set(&t.Restrictions.From, 1, 0); set(&t.Restrictions.From, 0, 13) }},
		{"conditions", "mode is", func(t *Tables) { set(&t.Conditions.Mode, 0, facts.NumModes) }},
		{"conditions", "way 0 after", func(t *Tables) { t.addCondition(0) }},
		{"components", "component is", func(t *Tables) { t.Components.Of[facts.Walk][9] = far }},
		{"attributes", "values for", func(t *Tables) { t.addAttribute([]WayID{0, 1}, []AttributeText{0}) }},
		{"attributes", "way 0 after 1", func(t *Tables) { t.addAttribute([]WayID{1, 0}, []AttributeText{0, 0}) }},
		{"attributes", "way is", func(t *Tables) { t.addAttribute([]WayID{far}, []AttributeText{0}) }},
		{"attributes", "value is", func(t *Tables) { t.addAttribute([]WayID{0}, []AttributeText{1}) }},
		{"elevation", "rows for", func(t *Tables) { t.Elevation.AppendUnknown() }},
		{"elevation", "ascent is", func(t *Tables) { t.addElevation(); set(&t.Elevation.Ascent, 3, 0) }},
		{"street_areas", "ring of 2 points", func(t *Tables) { t.addStreetArea(corners[:2]) }},
		{"street_areas", "ways with", func(t *Tables) { t.StreetAreas.Way.Append(0) }},
		{"street_areas", "way is", func(t *Tables) { t.addStreetArea(corners); t.addAreaWay(far, 0) }},
		{"street_areas", "area is", func(t *Tables) { t.addStreetArea(corners); t.addAreaWay(0, 1) }},
		{"street_areas", "way 0 after 1", func(t *Tables) { t.addStreetArea(corners); t.addAreaWay(1, 0); t.addAreaWay(0, 0) }},
		{"car_hierarchy", "rank is", func(t *Tables) { t.addHierarchy([]uint32{0, 1, far}, 0, 2) }},
		{"car_hierarchy", "given twice", func(t *Tables) { t.addHierarchy([]uint32{0, 1, 1}, 0, 2) }},
		{"car_hierarchy", "parent is", func(t *Tables) { t.addHierarchy([]uint32{0, 1, 2}, 3, 2) }},
		{"car_hierarchy", "edge is", func(t *Tables) { t.addHierarchy([]uint32{0, 1, 2}, 0, 2*far) }},
		{"car_hierarchy", "goes by a rank", func(t *Tables) { t.addHierarchy([]uint32{0, 1, 2}, 0, 2*3+1) }},
		{"car_hierarchy", "does not join its ends", func(t *Tables) { t.addHierarchy([]uint32{0, 1, 2}, 0, 2*1+1) }},
		{"car_hierarchy", "arc 1 costs 9 ms, the two that it stands for 7", func(t *Tables) {
			t.addHierarchy([]uint32{0, 1, 2}, 0, 2)
			h := &t.Hierarchies[facts.Car]
			h.Degree.SetFrom([]uint32{1, 1, 0}, []uint32{1, 0, 0}, make([]bool, 3))
			h.Up = encode.NewRecords([]uint32{2, 1}, []uint32{3, 9}, []uint32{2, 2*1 + 1})
			h.Down = encode.NewRecords([]uint32{1}, []uint32{4}, []uint32{2})
		}},
		{"car_hierarchy", "2, 2, 2 and 1 rows tell copies, expected 2", func(t *Tables) { t.addCopies([]VertexID{3, 5}, []uint32{0}) }},
		{"car_hierarchy", "1, 1, 1 and 2 rows tell copies, expected 2", func(t *Tables) { t.addCopies([]VertexID{3}, []uint32{0, 1}) }},
		{"car_hierarchy", "vertex of a copy is", func(t *Tables) { t.addCopies([]VertexID{3, far}, []uint32{0, 1}) }},
		{"car_hierarchy", "is lower than the one before", func(t *Tables) { t.addCopies([]VertexID{5, 3}, []uint32{0, 1}) }},
		{"car_hierarchy", "copy is 2 of 2", func(t *Tables) { t.addCopies([]VertexID{3, 5}, []uint32{0, 2}) }},
		{"car_hierarchy", "copy 1 is named twice", func(t *Tables) { t.addCopies([]VertexID{3, 5}, []uint32{1, 1}) }},
		{"car_hierarchy", "run 5 of a copy does not end with its edge 0", func(t *Tables) {
			t.addCopies([]VertexID{3, 5}, []uint32{0, 1})
			set(&t.Hierarchies[facts.Car].CopyRun, 1, 5)
		}},
		{"car_hierarchy", "edge 0 with run 0 has two copies", func(t *Tables) { t.addCopies([]VertexID{3, 5}, []uint32{0, 1}) }},
		{"car_hierarchy", "is for edge 0, which ends at", func(t *Tables) { t.addCopies([]VertexID{3, 5}, []uint32{0, 1}) }},
		{"car_hierarchy", "edge of a copy is", func(t *Tables) {
			t.addCopies([]VertexID{3, 5}, []uint32{0, 1})
			set(&t.Hierarchies[facts.Car].CopyEdge, 1, far)
		}},
		{"elevators", "vertex is", func(t *Tables) { t.addElevator(far) }},
		{"elevators", "vertex 4 after 5", func(t *Tables) { t.addElevator(5); t.addElevator(4) }},
		{"links", "pair is", func(t *Tables) { set(&t.Links.Pair, 0, far) }},
		{"links", "key 0 after 7", func(t *Tables) { set(&t.Links.Stop, 0, 7); set(&t.Links.Stop, 1, 0) }},
		{"agencies", "feed is", func(t *Tables) { set(&t.Agencies.Feed, 0, 7) }},
		{"areas", "not on earth", func(t *Tables) { t.addPolygon(geometry.Point{Lat: 91e7}) }},
		{"raw_tables", "columns, expected 2", func(t *Tables) {
			t.RawTables = RawTables{encode.ColOf([]FeedID{0}), encode.StringsOf([]string{"x.txt"}), encode.ColOf([]uint32{0}), encode.ColOf([]uint32{2})}
		}},
		{"stops", "feed is", func(t *Tables) { set(&t.Stops.Feed, 0, 7) }},
		{"stops", "level is", func(t *Tables) { set(&t.Stops.Level, 0, 7) }},
		{"stops", "location type is", func(t *Tables) { set(&t.Stops.LocationType, 0, 5) }},
		{"stops", "not on earth", func(t *Tables) { set(&t.Stops.Lat, 0, 91e7) }},
		{"routes", "agency is", func(t *Tables) { set(&t.Routes.Agency, 0, 7) }},
		{"patterns", "route is", func(t *Tables) { set(&t.Patterns.Route, 0, 7) }},
		{"patterns", "stop is", func(t *Tables) { t.Patterns.Stop = listOf([]StopID{0, 1, 77}, []StopID{2, 1, 0}) }},
		{"patterns", "pickup types for", func(t *Tables) { t.Patterns.Pickup = listOf([]uint8{1}, nil) }},
		{"patterns", "drop-off types for", func(t *Tables) { t.Patterns.DropOff = listOf([]uint8{1}, nil) }},
		{"patterns", "shape offsets for", func(t *Tables) { t.Patterns.ShapeDM = listOf([]uint32{1}, nil) }},
		{"patterns", "shape offset 4 dm after 5 dm", func(t *Tables) { t.Patterns.ShapeDM = listOf([]uint32{0, 5, 4}, nil) }},
		{"trips", "pattern is", func(t *Tables) { set(&t.Trips.Pattern, 2, 7) }},
		{"trips", "profile is", func(t *Tables) { set(&t.Trips.Profile, 0, 7) }},
		{"trips", "key 0 after 1", func(t *Tables) { set(&t.Trips.Pattern, 0, 1) }},
		{"services", "feed is", func(t *Tables) { set(&t.Services.Feed, 0, 7) }},
		{"services", "first days", func(t *Tables) { t.Services.FirstDay.Append(1) }},
		{"frequencies", "trip is", func(t *Tables) { set(&t.Frequencies.Trip, 0, 7) }},
		{"frequencies", "from 43201 s", func(t *Tables) { set(&t.Frequencies.StartS, 0, 43201) }},
		{"transfers", "key 0 after 1", func(t *Tables) { set(&t.Transfers.FromStop, 0, 1) }},
		{"transfers", "route is", func(t *Tables) { set(&t.Transfers.FromRoute, 0, 7) }},
		{"transfers", "route is", func(t *Tables) { set(&t.Transfers.ToRoute, 0, 7) }},
		{"transfers", "trip is", func(t *Tables) { set(&t.Transfers.FromTrip, 0, 7) }},
		{"transfers", "trip is", func(t *Tables) { set(&t.Transfers.ToTrip, 0, 7) }},
		{"walk_transfers", "stop is", func(t *Tables) { t.addWalk(0, 77) }},
		{"walk_transfers", "stop is", func(t *Tables) { t.addWalk(77, 0) }},
		{"walk_transfers", "key 0 after 1", func(t *Tables) { t.addWalk(1, 0); t.addWalk(0, 1) }},
		{"pathways", "stop is", func(t *Tables) { set(&t.Pathways.From, 1, 77) }},
		{"pathways", "key 4 after 5", func(t *Tables) { set(&t.Pathways.From, 0, 5); set(&t.Pathways.From, 1, 4) }},
	} {
		tables := randomTables(31, 120)
		c.broken(tables)
		g, err := NewGraph(tables)
		if err != nil {
			t.Fatal(c.table, c.text, err)
		}
		if !finds(g, c.table, c.text) {
			t.Errorf("%s: %q is not found", c.table, c.text)
		}
	}
}

func listOf[T encode.Integer](rows ...[]T) encode.List[T] {
	var l encode.List[T]
	for _, r := range rows {
		l.Append(r...)
	}
	return l
}

// unsortPairs exchanges the ends of two pairs of one vertex.
func unsortPairs(p *Pairs) {
	for i := 1; i < len(p.From); i++ {
		if p.From[i] == p.From[i-1] && p.To[i] != p.To[i-1] {
			p.To[i], p.To[i-1] = p.To[i-1], p.To[i]
			return
		}
	}
}

func (t *Tables) addAttribute(ways []WayID, texts []AttributeText) {
	t.Attributes.Name.Append("surface")
	t.Attributes.Kind.Append(TextAttribute)
	t.Attributes.Way.Append(ways...)
	t.Attributes.Text.Append(texts...)
	t.Attributes.Texts.Append("gravel")
}

func (t *Tables) addCondition(w WayID) {
	t.Conditions.Way.Append(w)
	t.Conditions.Mode.Append(facts.Car)
	t.Conditions.Direction.Append(facts.Forward)
	t.Conditions.Text.Append("no @ (Su)")
}

func (t *Tables) addElevation() {
	for range t.Pairs.From {
		t.Elevation.Append(10, 20)
	}
}

func (t *Tables) addStreetArea(ring []geometry.Point) {
	t.StreetAreas.AppendRing(ring)
	t.StreetAreas.EndArea(1, false, "")
}

func (t *Tables) addAreaWay(w WayID, a StreetAreaID) {
	t.StreetAreas.Way.Append(w)
	t.StreetAreas.Area.Append(a)
}

// addHierarchy adds one of three ranks, with an arc up from rank 1.
func (t *Tables) addHierarchy(rank []uint32, parent, via uint32) {
	h := &t.Hierarchies[facts.Car]
	h.Costs.Append(1)
	h.Rank = encode.ColOf(rank)
	h.Parent = encode.ColOf([]uint32{0, 0, parent})
	h.Degree.SetFrom([]uint32{0, 1, 0}, []uint32{0, 0, 0}, make([]bool, 3))
	h.Up = encode.NewRecords([]uint32{1}, []uint32{5}, []uint32{via})
	h.Down = encode.NewRecords([]uint32{}, []uint32{}, []uint32{})
}

// addCopies adds a hierarchy without arcs, of the vertices and two copies, of these vertices and with these numbers.
func (t *Tables) addCopies(vertex []VertexID, number []uint32) {
	h := &t.Hierarchies[facts.Car]
	h.Costs.Append(1)
	none := make([]uint32, len(t.Vertices.Point)+2)
	for i := range none {
		h.Rank.Append(uint32(i))
	}
	h.Parent = encode.ColOf(none)
	h.Degree.SetFrom(none, none, make([]bool, len(none)))
	h.Up, h.Down = encode.NewRecords([]uint32{}, []uint32{}, []uint32{}), encode.NewRecords([]uint32{}, []uint32{}, []uint32{})
	h.CopyVertex, h.CopyNumber = encode.ColOf(vertex), encode.ColOf(number)
	h.CopyEdge, h.CopyRun = encode.ColOf(make([]uint32, len(vertex))), encode.ColOf(make([]uint32, len(vertex)))
}

func (t *Tables) addElevator(v VertexID) {
	t.Elevators.Vertex.Append(v)
	t.Elevators.DurationS.Append(0)
	t.Elevators.Levels.Append("")
	t.Elevators.Rise.Append(0)
}

func (t *Tables) addPolygon(p geometry.Point) {
	a := &t.Areas
	a.Feed.Append(0)
	a.ID.Append("zone")
	a.Name.Append("")
	a.Kind.Append(PolygonArea)
	a.Stops.Append()
	a.Ring.Append(1)
	a.Lon.Append(p.Lon)
	a.Lat.Append(p.Lat)
}

func (t *Tables) addWalk(from, to StopID) {
	w := &t.WalkTransfers
	w.From.Append(from)
	w.To.Append(to)
	w.DistanceDM.Append(1)
	w.TimeS.Append(1)
	w.Modes.Append(facts.ModesOf(facts.Walk))
}

// brokenFile writes tables and opens the file, after a change of their stored form.
func brokenFile(t *testing.T, broken func(*Graph, *stored)) *Graph {
	t.Helper()
	tables := randomTables(31, 120)
	tables.addStreetArea(corners)
	tables.addElevator(3) // a barrier, which is special
	g := graphInMemory(tables)
	tables.Meta.Stats = countStats(g)
	s, err := pack(g)
	if err != nil {
		t.Fatal(err)
	}
	broken(g, s)
	schema, err := encode.NewSchema(tablesOf(tables, s)...)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := schema.Write(&file); err != nil {
		t.Fatal(err)
	}
	opened, err := Load(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

// degreesOf sets the degrees of a graph, with fewer pairs at the first vertex than there are.
func degreesOf(g *Graph, s *stored, special bool, fewer uint32) {
	v := &g.street
	flags := make([]bool, v.vertices)
	forward, backward := make([]uint32, v.vertices), make([]uint32, v.vertices)
	for i := range flags {
		flags[i] = special && v.special(VertexID(i))
		forward[i], backward[i] = v.fwd[i+1]-v.fwd[i], v.back[i+1]-v.back[i]
	}
	forward[0] -= fewer
	s.vertices.Degree.SetFrom(forward, backward, flags)
}

// refOf sets the references of a graph with one of them changed.
func refOf(g *Graph, s *stored, more uint32) {
	v := &g.street
	ref := make([]uint32, v.pairs)
	for to := range v.vertices {
		for i := v.back[to]; i < v.back[to+1]; i++ {
			ref[i] = v.fwd[to] - 1 - uint32(v.backPair[i])
		}
	}
	ref[20] += more
	s.pairs.Ref = encode.NewRecords(ref)
}

// TestCheckFindsInFiles breaks what the tables cannot, as writing makes it: the stored form of streets, and the statistics.
func TestCheckFindsInFiles(t *testing.T) {
	sound := brokenFile(t, func(*Graph, *stored) {})
	if p := slices.Collect(Check(sound)); len(p) != 0 {
		t.Fatalf("the file is not sound to begin with: %v", p[0])
	}
	unmarked := func(g *Graph, s *stored) { degreesOf(g, s, false, 0) }
	for _, c := range []struct {
		table, text string
		broken      func(*Graph, *stored)
	}{
		{"vertices", "pairs and", func(g *Graph, s *stored) { degreesOf(g, s, true, 1) }},
		{"vertex_access", "not marked special", unmarked},
		{"restrictions", "not marked special", unmarked},
		{"links", "not marked special", unmarked},
		{"elevators", "not marked special", unmarked},
		{"pairs", "reference of vertex", func(g *Graph, s *stored) { refOf(g, s, 1<<20) }},
		{"pairs", "reference of vertex", func(g *Graph, s *stored) { refOf(g, s, 1) }},
		{"pairs", "pairs with", func(g *Graph, s *stored) { s.pairs.DurationS.Append(1) }},
		{"index", "", func(g *Graph, s *stored) {
			boxes := g.leafBoxes()
			for i := range boxes {
				boxes[i].N = boxes[i].S
			}
			s.index.Tree = encode.BlobOf(geometry.BuildIndex(boxes))
		}},
		{"street_areas", "areas have 2 rings", func(g *Graph, s *stored) { set(&s.areas.Rings, 0, 2) }},
		{"meta", "counted", func(g *Graph, s *stored) { s.meta.JSON = encode.BlobOf([]byte("{}")) }},
	} {
		if g := brokenFile(t, c.broken); !finds(g, c.table, c.text) {
			t.Errorf("%s: %q is not found", c.table, c.text)
		}
	}
}

// TestCheckFindsDegrees damages the degrees byte by byte: where pairs and references begin must be found wrong.
func TestCheckFindsDegrees(t *testing.T) {
	data := written(t, randomTables(31, 150), WriteOptions{})
	g, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(g.Sections(), func(s encode.Section) bool { return s.Table == "vertices" && s.Column == "degree" })
	section := g.Sections()[i]
	found := map[string]bool{}
	for at := section.Offset; at < section.Offset+section.Bytes; at++ {
		bad := slices.Clone(data)
		bad[at] ^= 1
		g, err := Load(bad)
		if err != nil {
			continue
		}
		for _, text := range []string{"pairs start at", "references start at"} {
			found[text] = found[text] || finds(g, "vertices", text)
		}
	}
	for _, text := range []string{"pairs start at", "references start at"} {
		if !found[text] {
			t.Errorf("%q is never found", text)
		}
	}
}

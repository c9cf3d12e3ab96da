// Package asciimap draws street maps in tests. A drawing places nodes: each letter or digit is one. Ways are named by the
// letters that they pass, whatever lines the drawing has between them, and get tags; restrictions name ways. The map comes
// out as OSM XML, with ids that the test knows:
//
//	m := asciimap.Draw(t, 100, `
//	    A---B---C
//	        |
//	        D
//	`)
//	m.Way("ABC", "highway=primary", "name=Main Street")
//	m.Way("BD", "highway=residential")
//	m.Node("D", "barrier=gate")
//	m.Restriction("no_right_turn", "ABC", "B", "BD")
//	graph := buildFrom(m.File())  // A is node 65, its code; ABC is way 1001, BD 1002; the restriction is relation 5001
//
// A character is as wide as a line is high: as many metres as Draw is told. North is up.
package asciimap

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"graphbuild/geometry"
)

// Node is a letter of a map.
type Node struct {
	ID    int64 // the code of the letter: 65 is A
	Point geometry.Point
}

// Map is a drawing with its ways and relations. Its methods end the test when a letter or a way is not there.
type Map struct {
	t         testing.TB
	nodes     map[rune]*node
	ways      []*way
	relations []*relation
}

type node struct {
	Node
	tags []string
}

type way struct {
	id      int64
	letters string
	tags    []string
}

type relation struct {
	id      int64
	members []member
	tags    []string
}

type member struct {
	kind, role string
	ref        int64
}

// Numbers before the first way and the first relation.
const (
	wayBase      = 1000
	relationBase = 5000
)

// Draw reads a drawing; its top left corner is at 8 degrees east, 47 north. A tab counts as one space. Between the
// letters any of -|/\+.<>^= may stand; they mean nothing.
func Draw(t testing.TB, gridM float64, drawing string) *Map {
	t.Helper()
	return DrawAt(t, geometry.Point{Lon: 80_000_000, Lat: 470_000_000}, gridM, drawing)
}

// DrawAt reads a drawing whose top left corner is at origin.
func DrawAt(t testing.TB, origin geometry.Point, gridM float64, drawing string) *Map {
	t.Helper()
	m := &Map{t: t, nodes: map[rune]*node{}}
	for row, line := range strings.Split(drawing, "\n") {
		for column, char := range []rune(line) {
			m.place(char, pointAt(origin, gridM*float64(column), gridM*float64(row)))
		}
	}
	return m
}

func (m *Map) place(char rune, at geometry.Point) {
	m.t.Helper()
	switch {
	case strings.ContainsRune("\t"+` -|/\+.<>^=`, char):
	case !unicode.IsLetter(char) && !unicode.IsDigit(char):
		m.t.Fatalf("map: %q: expected letters, digits, spaces or one of -|/\\+.<>^=", char)
	case m.nodes[char] != nil:
		m.t.Fatalf("map: %c is there twice", char)
	default:
		m.nodes[char] = &node{Node: Node{ID: int64(char), Point: at}}
	}
}

// pointAt returns the point so many metres east and south of origin.
func pointAt(origin geometry.Point, eastM, southM float64) geometry.Point {
	const unitsPerM = 180e7 / (math.Pi * geometry.EarthRadiusM)
	_, lat := origin.Degrees()
	lon := int64(origin.Lon) + int64(math.Round(eastM*unitsPerM/math.Cos(lat*math.Pi/180)))
	if lon > 180e7 {
		lon -= 360e7
	}
	return geometry.Point{Lon: int32(lon), Lat: origin.Lat - int32(math.Round(southM*unitsPerM))}
}

// Way adds a way through the nodes of letters, with tags as "key=value", and returns its id. A letter twice, as in
// "ABCA", closes it.
func (m *Map) Way(letters string, tags ...string) int64 {
	m.t.Helper()
	for _, letter := range letters {
		m.node(letter)
	}
	m.checkTags(tags)
	w := &way{id: wayBase + 1 + int64(len(m.ways)), letters: letters, tags: tags}
	m.ways = append(m.ways, w)
	return w.id
}

// Node adds tags to the node of each of the letters.
func (m *Map) Node(letters string, tags ...string) {
	m.t.Helper()
	m.checkTags(tags)
	for _, letter := range letters {
		n := m.node(letter)
		n.tags = append(n.tags, tags...)
	}
}

// Restriction adds a turn restriction and returns its id. From and to are the letters of ways; via is one letter, for a
// node, or the letters of ways, separated by commas. Further tags may follow, as "except=bicycle"; one of these that
// begins with "restriction" replaces the tag restriction=kind.
func (m *Map) Restriction(kind, from, via, to string, tags ...string) int64 {
	m.t.Helper()
	members := []member{{"way", "from", m.WayID(from)}}
	if letters := []rune(via); len(letters) == 1 {
		members = append(members, member{"node", "via", m.node(letters[0]).ID})
	} else {
		for w := range strings.SplitSeq(via, ",") {
			members = append(members, member{"way", "via", m.WayID(w)})
		}
	}
	members = append(members, member{"way", "to", m.WayID(to)})
	if !slices.ContainsFunc(tags, func(t string) bool { return strings.HasPrefix(t, "restriction") }) {
		tags = append([]string{"restriction=" + kind}, tags...)
	}
	return m.addRelation(members, append([]string{"type=restriction"}, tags...))
}

// Multipolygon adds an area bounded by ways and returns its id. Each member is the letters of a way, after "inner:" for a
// hole, else it is an outer one. Tags are those beside type=multipolygon.
func (m *Map) Multipolygon(members []string, tags ...string) int64 {
	m.t.Helper()
	var list []member
	for _, letters := range members {
		role := "outer"
		if inner, ok := strings.CutPrefix(letters, "inner:"); ok {
			role, letters = "inner", inner
		}
		list = append(list, member{"way", role, m.WayID(letters)})
	}
	return m.addRelation(list, append([]string{"type=multipolygon"}, tags...))
}

func (m *Map) addRelation(members []member, tags []string) int64 {
	m.t.Helper()
	m.checkTags(tags)
	r := &relation{id: relationBase + 1 + int64(len(m.relations)), members: members, tags: tags}
	m.relations = append(m.relations, r)
	return r.id
}

func (m *Map) checkTags(tags []string) {
	m.t.Helper()
	for _, tag := range tags {
		if key, _, ok := strings.Cut(tag, "="); !ok || key == "" {
			m.t.Fatalf("map: tag %q: expected key=value", tag)
		}
	}
}

func (m *Map) node(letter rune) *node {
	m.t.Helper()
	n := m.nodes[letter]
	if n == nil {
		m.t.Fatalf("map: no %c in the drawing", letter)
	}
	return n
}

// WayID returns the id of the first way that was added with these letters.
func (m *Map) WayID(letters string) int64 {
	m.t.Helper()
	for _, w := range m.ways {
		if w.letters == letters {
			return w.id
		}
	}
	m.t.Fatalf("map: no way %s", letters)
	return 0
}

// At returns where a letter is.
func (m *Map) At(letter rune) geometry.Point {
	m.t.Helper()
	return m.node(letter).Point
}

// Nodes returns the id and position of every letter.
func (m *Map) Nodes() map[rune]Node {
	nodes := make(map[rune]Node, len(m.nodes))
	for letter, n := range m.nodes {
		nodes[letter] = n.Node
	}
	return nodes
}

// File writes the map to a file in a folder of the test, and returns its path.
func (m *Map) File() string {
	m.t.Helper()
	path := filepath.Join(m.t.TempDir(), "map.osm")
	if err := os.WriteFile(path, m.XML(), 0o644); err != nil {
		m.t.Fatal(err)
	}
	return path
}

// XML returns the map as an OSM file: nodes, ways and relations, each by id.
func (m *Map) XML() []byte {
	var b bytes.Buffer
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\" generator=\"asciimap\">\n")
	for _, n := range slices.SortedFunc(maps.Values(m.nodes), func(a, b *node) int { return cmp.Compare(a.ID, b.ID) }) {
		lon, lat := n.Point.Degrees()
		fmt.Fprintf(&b, "  <node id=\"%d\" version=\"1\" lat=\"%.7f\" lon=\"%.7f\">\n", n.ID, lat, lon)
		writeTags(&b, n.tags)
		b.WriteString("  </node>\n")
	}
	for _, w := range m.ways {
		fmt.Fprintf(&b, "  <way id=\"%d\" version=\"1\">\n", w.id)
		for _, letter := range w.letters {
			fmt.Fprintf(&b, "    <nd ref=\"%d\"/>\n", letter)
		}
		writeTags(&b, w.tags)
		b.WriteString("  </way>\n")
	}
	for _, r := range m.relations {
		fmt.Fprintf(&b, "  <relation id=\"%d\" version=\"1\">\n", r.id)
		for _, member := range r.members {
			fmt.Fprintf(&b, "    <member type=\"%s\" ref=\"%d\" role=\"%s\"/>\n", member.kind, member.ref, member.role)
		}
		writeTags(&b, r.tags)
		b.WriteString("  </relation>\n")
	}
	b.WriteString("</osm>\n")
	return b.Bytes()
}

func writeTags(b *bytes.Buffer, tags []string) {
	for _, tag := range tags {
		key, value, _ := strings.Cut(tag, "=")
		b.WriteString("    <tag k=\"")
		_ = xml.EscapeText(b, []byte(key)) // a buffer takes everything
		b.WriteString("\" v=\"")
		_ = xml.EscapeText(b, []byte(value))
		b.WriteString("\"/>\n")
	}
}

package build

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/report"
)

// osmDoc is an OSM XML file in the making.
type osmDoc struct{ strings.Builder }

// node adds a node at so many metres east and north of 9° E, 47° N; tags are "key=value".
func (d *osmDoc) node(id int64, eastM, northM float64, tags ...string) *osmDoc {
	const latPerM, lonPerM = 1 / 111_195.08, 1 / 75_834.77
	return d.nodeAt(id, 9+eastM*lonPerM, 47+northM*latPerM, tags...)
}

func (d *osmDoc) nodeAt(id int64, lon, lat float64, tags ...string) *osmDoc {
	fmt.Fprintf(d, `<node id="%d" version="1" lon="%.7f" lat="%.7f">%s</node>`+"\n", id, lon, lat, xmlTags(tags))
	return d
}

func (d *osmDoc) way(id int64, nodes []int64, tags ...string) *osmDoc {
	return d.wayVersion(id, 1, nodes, tags...)
}

func (d *osmDoc) wayVersion(id int64, version int, nodes []int64, tags ...string) *osmDoc {
	fmt.Fprintf(d, `<way id="%d" version="%d">`, id, version)
	for _, n := range nodes {
		fmt.Fprintf(d, `<nd ref="%d"/>`, n)
	}
	fmt.Fprintf(d, "%s</way>\n", xmlTags(tags))
	return d
}

// relation adds a turn restriction; members are "from w1", "via n2", "to w3".
func (d *osmDoc) relation(id int64, kind string, members ...string) *osmDoc {
	return d.relationOf(id, []string{"type=restriction", "restriction=" + kind}, members...)
}

func (d *osmDoc) relationOf(id int64, tags []string, members ...string) *osmDoc {
	fmt.Fprintf(d, `<relation id="%d" version="1">`, id)
	for _, m := range members {
		role, ref, _ := strings.Cut(m, " ")
		typ := map[byte]string{'n': "node", 'w': "way", 'r': "relation"}[ref[0]]
		fmt.Fprintf(d, `<member type="%s" ref="%s" role="%s"/>`, typ, ref[1:], role)
	}
	fmt.Fprintf(d, "%s</relation>\n", xmlTags(tags))
	return d
}

func xmlTags(tags []string) string {
	var b strings.Builder
	for _, t := range tags {
		k, v, _ := strings.Cut(t, "=")
		fmt.Fprintf(&b, `<tag k="%s" v="%s"/>`, k, v)
	}
	return b.String()
}

// save writes the document to a file of the test and returns its path.
func (d *osmDoc) save(t *testing.T, name string) string {
	t.Helper()
	return saveFile(t, name, "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\">\n"+d.String()+"</osm>\n")
}

func saveFile(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func inputsOf(paths ...string) []Input {
	var in []Input
	for _, p := range paths {
		in = append(in, Input{Path: p})
	}
	return in
}

// tablesFrom runs all stages but the last.
func tablesFrom(t *testing.T, c Config) (*graph.Tables, []report.Issue) {
	t.Helper()
	c.Output = filepath.Join(t.TempDir(), "out.graph")
	c.Report = report.New(report.Options{})
	r := newRun(c)
	defer r.close()
	for _, s := range stages[:len(stages)-1] {
		if err := r.runStage(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	return &r.tables, c.Report.Issues()
}

// streetsOf lists the pairs as "WAY FROM-TO INNER LENGTHm", by node ids, in drawing direction.
func streetsOf(t *graph.Tables) []string {
	var lines []string
	p := &t.Pairs
	for i := range p.From {
		from, to := p.From[i], p.To[i]
		if p.Reversed[i] {
			from, to = to, from
		}
		lines = append(lines, fmt.Sprintf("%d %d-%d +%d %.0fm", t.Ways.ID.At(int(p.Way.At(i))), t.Vertices.NodeID.At(int(from)),
			t.Vertices.NodeID.At(int(to)), p.InnerStart[i+1]-p.InnerStart[i], float64(p.LengthDM[i])/10))
	}
	return lines
}

// restrictionsOf lists turn restrictions as "RELATION no|only WAY:FROM-TO ... WAY:FROM-TO".
func restrictionsOf(t *graph.Tables) []string {
	var lines []string
	rs := &t.Restrictions
	for i := range rs.Relation.Len() {
		line := fmt.Sprintf("%d %s", rs.Relation.At(i), map[facts.RestrictionKind]string{facts.No: "no", facts.Only: "only"}[rs.Kind.At(i)])
		edges := rs.Via.AppendRow([]graph.EdgeID{rs.From.At(i)}, i)
		for _, e := range append(edges, rs.To.At(i)) {
			line += " " + edgeText(t, e)
		}
		lines = append(lines, line)
	}
	return lines
}

func edgeText(t *graph.Tables, e graph.EdgeID) string {
	from, to := t.Pairs.From[e/2], t.Pairs.To[e/2]
	if e%2 == 1 {
		from, to = to, from
	}
	return fmt.Sprintf("%d:%d-%d", t.Ways.ID.At(int(t.Pairs.Way.At(int(e/2)))), t.Vertices.NodeID.At(int(from)), t.Vertices.NodeID.At(int(to)))
}

// issuesOf lists issues as "CODE OBJECT MESSAGE". Small maps are full of islands, which have a test of their own.
func issuesOf(issues []report.Issue) []string {
	var lines []string
	for _, i := range issues {
		if i.Code == "street_trap" || strings.HasPrefix(i.Code, "street_island") {
			continue
		}
		lines = append(lines, strings.TrimSpace(i.Code+" "+i.Object+" "+i.Message))
	}
	return lines
}

package osm

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"graphbuild/report"

	"github.com/google/go-cmp/cmp"
)

func xmlObjects(t *testing.T, doc string) ([]string, *report.Report, error) {
	t.Helper()
	r := report.New(report.Options{})
	lines, err := readAllFrom(t, []byte(doc), Options{Report: r})
	return lines, r, err
}

func TestXMLObjects(t *testing.T) {
	cases := map[string]struct{ doc, want string }{
		"plain": {`<osm><node id="1" version="3" lat="1.5" lon="-2"/><way id="2"><nd ref="1"/><nd ref="-5"/><tag k="a" v="b"/></way>
			<relation id="3"><member type="way" ref="2" role="from"/><member type="node" ref="1" role=""/></relation></osm>`,
			"node/1 v3 -20000000,15000000|way/2 v0 a=\"b\" [1 -5]|relation/3 v0 ( w2=from n1= )"},
		"JOSM": {`<osm generator='JOSM'><node id='-1' action='modify' visible='true' lat='1' lon='1' /><node id='2' action='delete' lat='1' lon='1'></node></osm>`,
			"node/-1 v0 10000000,10000000|node/2 v0 deleted 10000000,10000000"},
		"change": {`<osmChange><create><node id="1" lat="0" lon="0"/></create><delete if-unused="true"><node id="2"/><way id="3"><nd ref="1"/></way></delete><modify><way id="4"/></modify></osmChange>`,
			"node/1 v0 0,0|node/2 v0 deleted nowhere|way/3 v0 deleted [1]|way/4 v0 []"},
		"deleted":     {`<osm><node id="1" visible="false" version="2"/></osm>`, "node/1 v2 deleted nowhere"},
		"entities":    {`<osm><node id="1" lat="0" lon="0"><tag k="&lt;&amp;" v="&quot;&apos;&gt;&#65;&#x42;"/></node></osm>`, `node/1 v0 <&="\"'>AB" 0,0`},
		"bracket":     {`<osm><node id="1" lat="0" lon="0"><tag k="a>b" v=">/>"/></node></osm>`, `node/1 v0 a>b=">/>" 0,0`},
		"comment":     {`<osm><!-- <node id="9" lat="0" lon="0"/> --><note><![CDATA[<node id="8"/>]]></note><node id="1" lat="0" lon="0"/></osm>`, "node/1 v0 0,0"},
		"nested":      {`<osm><relation id="1"><member type="way" ref="2" role="x"><nd lat="1" lon="1"/></member><tag k="a" v="b"></tag></relation></osm>`, `relation/1 v0 a="b" ( w2=x )`},
		"unknown":     {`<osm><changeset id="1"><tag k="a" v="b"/><node id="5"/></changeset><node id="1" lat="0" lon="0"/></osm>`, "node/1 v0 0,0"},
		"locations":   {`<osm><way id="1"><nd ref="1"/><nd ref="2" lat="1" lon="2"/></way></osm>`, "way/1 v0 [1 2][214.7483647,214.7483647 2.0000000,1.0000000]"},
		"spaces":      {"<?xml version='1.0'?>\n<!DOCTYPE osm>\n<osm >\n<node\n id = '1'\n\tlat='0' lon='0' />\n</osm >\n", "node/1 v0 0,0"},
		"end comment": {`<osm><node id="1" lat="0" lon="0"/></osm><!---->`, "node/1 v0 0,0"},
		"self closed": {`<osm/>`, ""},
		"big id":      {`<osm><node id="9223372036854775807" lat="0" lon="0"/></osm>`, "node/9223372036854775807 v0 0,0"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, r, err := xmlObjects(t, c.doc)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(c.want, "|")
			if c.want == "" {
				want = nil
			}
			for i := range want { // how a point looks is geometry's affair
				if strings.Contains(want[i], "][") {
					got[i], want[i] = got[i][:12], want[i][:12]
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if n := len(r.Counts()); n > 0 {
				t.Error("issues", r.Issues())
			}
		})
	}
}

// TestBadXMLValues has values that cannot be read: an issue with line and object, and the rest is kept.
func TestBadXMLValues(t *testing.T) {
	cases := map[string]struct{ doc, want, object, message string }{
		"lat":     {"<osm>\n<node id='1' lat='abc' lon='0'/></osm>", "node/1 v0 nowhere", "node/1", `lat="abc"`},
		"NaN":     {"<osm>\n<node id='1' lat='NaN' lon='0'/></osm>", "node/1 v0 nowhere", "node/1", `lat="NaN"`},
		"range":   {"<osm>\n<node id='1' lat='91' lon='0'/></osm>", "node/1 v0 nowhere", "node/1", `lat="91"`},
		"missing": {"<osm>\n<node id='1' lat='1'/></osm>", "node/1 v0 nowhere", "node/1", `lon=""`},
		"id":      {"<osm>\n<node id='1.0' lat='1' lon='1'/></osm>", "", "node/0", `"1.0"`},
		"version": {"<osm>\n<node id='1' version='' lat='1' lon='1'/></osm>", "node/1 v0 10000000,10000000", "node/1", "version"},
		"ref":     {"<osm><way id='1'>\n<nd/><nd ref='2'/></way></osm>", "way/1 v0 [2]", "way/1", "ref"},
		"member":  {"<osm><relation id='1'>\n<member type='x' ref='2'/></relation></osm>", "relation/1 v0 ( )", "relation/1", `"x"`},
		"tag":     {"<osm><way id='1'>\n<tag v='2'/></way></osm>", "way/1 v0 []", "way/1", "k missing"},
		"entity":  {"<osm><way id='1'>\n<tag k='a' v='&nbsp;'/></way></osm>", "way/1 v0 a=\"&nbsp;\" []", "way/1", "unknown entity"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, r, err := xmlObjects(t, c.doc)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Join(got, "|") != c.want {
				t.Errorf("got %v, expected %s", got, c.want)
			}
			issues := r.Issues()
			if len(issues) != 1 || issues[0].Line != 2 || issues[0].Object != c.object || !strings.Contains(issues[0].Message, c.message) {
				t.Errorf("issues %+v", issues)
			}
		})
	}
}

// TestIssuesOnce checks that a second scan does not count the same issues again.
func TestIssuesOnce(t *testing.T) {
	r := report.New(report.Options{})
	doc := "<osm><node id='1' lat='abc' lon='0'/><way id='x'/><remark>runtime error</remark></osm>"
	f, err := Open(write(t, "x.osm", []byte(doc)), Options{Report: r})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, want := range []Kinds{Ways | Relations, Nodes, Nodes | Ways} {
		if _, err := dumpFile(f, want); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]int64{"osm_bad_value": 2, "osm_overpass_remark": 1}
	for _, c := range r.Counts() {
		if int64(c.Count) != want[c.Code] {
			t.Errorf("%s: %d, expected %d", c.Code, c.Count, want[c.Code])
		}
		if c.Code == "osm_overpass_remark" && c.Severity != report.Error {
			t.Error("a remark of the server is not an error")
		}
	}
}

func TestBadXML(t *testing.T) {
	cases := map[string]struct{ doc, want string }{
		"cut in object":  {"<osm>\n<way id='1'>\n<nd ref='1'/>\n", "line 4: the file ends inside of <way>"},
		"cut in tag":     {"<osm>\n<way id='1'>\n<nd ref='1", "line 3: the file ends inside of a tag"},
		"cut in comment": {"<osm>\n<!-- \n", "line 3: the file ends inside of a tag"},
		"mismatch":       {"<osm>\n<way id='1'></node></osm>", "line 2: </node>, expected </way>"},
		"extra end":      {"<osm/>\n</osm>", "line 2: </osm> without a start"},
		"no quotes":      {"<osm>\n<way id=1/></osm>", `line 2: damaged tag "way id=1": the value of "id" is not quoted`},
		"no value":       {"<osm>\n<way id=>\n</way></osm>", `line 2: damaged tag "way id=": an attribute without a value`},
		"entities":       {"<!DOCTYPE osm [<!ENTITY a 'b'>]>\n<osm/>", "line 1: a DOCTYPE that declares entities"},
		"html":           {"<?xml version='1.0'?><!-- x -->\n<body><p>Error</p></body>", "line 2: the outermost element is <body>"},
		"encoding":       {"<?xml version='1.0' encoding='ISO-8859-1'?><osm/>", `encoding "ISO-8859-1", expected UTF-8`},
		"nothing":        {"<!-- nothing here -->", "no element <osm>"},
		"text":           {"<osm/>\nhello", `line 2: text "hello" outside`},
		"deep":           {"<osm>" + strings.Repeat("<a>", 70), "nested over 64 deep"},
		"long tag":       {"<osm><node id='" + strings.Repeat("1", 2<<20) + "'/></osm>", "a tag of over"},
		"diff":           {"<osm><action type='modify'><old/></action></osm>", "augmented diff"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, _, err := xmlObjects(t, c.doc)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, expected %s", err, c.want)
			}
		})
	}
}

// TestXMLBracketsInValues has values full of '>', which must not make the parser begin the tag anew at each of them: it would
// take minutes.
func TestXMLBracketsInValues(t *testing.T) {
	const nodes = 40
	for name, tag := range map[string]string{
		"in one value": "<tag k='a' v=\"" + strings.Repeat(">", 400<<10) + "\"/>",
		"in many":      "<tag k='a' v='b' " + strings.Repeat("x='>' ", 60<<10) + "/>",
	} {
		t.Run(name, func(t *testing.T) {
			doc := "<osm>" + strings.Repeat("<node id='1' lat='0' lon='0'>"+tag+"</node>\n", nodes) + "</osm>"
			if got, _, err := xmlObjects(t, doc); err != nil || len(got) != nodes {
				t.Errorf("%d objects, %v, expected %d", len(got), err, nodes)
			}
		})
	}
}

// TestXMLCutEverywhere cuts a document at every byte, which is an error up to the last '>'.
func TestXMLCutEverywhere(t *testing.T) {
	doc := "<?xml version='1.0'?>\n<osm><node id='1' lat='0' lon='0'><tag k='a' v='b'/></node>\n<!-- c --></osm>"
	for n := range len(doc) {
		if _, _, err := xmlObjects(t, doc[:n]); err == nil {
			t.Errorf("no error at %d: %q", n, doc[:n])
		}
	}
}

// TestXMLBlocks checks that a file of several buffers and batches comes whole, and that kinds are chosen.
func TestXMLBlocks(t *testing.T) {
	var doc strings.Builder
	doc.WriteString("<osm>\n")
	for range 30000 {
		doc.WriteString("  <node id='1' lat='0' lon='0' user='somebody &amp; others' timestamp='2020-01-01T00:00:00Z'/>\n")
	}
	doc.WriteString("<way id='5'><nd ref='1'/></way></osm>")
	f, err := Open(write(t, "x.osm", []byte(doc.String())), Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for want, n := range map[Kinds]int{Nodes: 30000, Ways: 1, Nodes | Ways: 30001, Relations: 0} {
		got := 0
		err := Scan(context.Background(), f, want, countObjects, func(n int) error {
			got += n
			return nil
		})
		if err != nil || got != n {
			t.Errorf("%v: %d objects, expected %d, %v", want, got, n, err)
		}
	}
	bad := strings.TrimSuffix(doc.String(), "</osm>")
	_, _, err = xmlObjects(t, bad)
	if !errors.Is(err, ErrTruncated) || !strings.Contains(err.Error(), "line 30002") {
		t.Error(err)
	}
}

func TestXMLHeader(t *testing.T) {
	doc := `<osm version="0.6" generator="Overpass API"><meta osm_base="2026-01-02T03:04:05Z"/><bounds minlat="1" minlon="2" maxlat="3" maxlon="4"/><node id="1" lat="0" lon="0"/></osm>`
	f, err := Open(write(t, "x.osm", []byte(doc)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := f.Header()
	if h.Generator != "Overpass API" || !h.HasBox || h.Box.W != 2e7 || h.Box.N != 3e7 || h.Timestamp.Format("2006-01-02 15:04:05") != "2026-01-02 03:04:05" || h.Format != XML {
		t.Errorf("%+v", h)
	}
}

// TestXMLStretches scans a file of many stretches several times: later scans skip, and must find the same.
func TestXMLStretches(t *testing.T) {
	var doc strings.Builder
	want := map[Kinds][]string{}
	doc.WriteString("<osm>\n")
	add := func(n int, kind Kinds, name string) {
		for range n {
			id := int64(len(want[kind]))
			doc.WriteString("<" + name + " id='" + strconv.FormatInt(id, 10) + "' lat='0' lon='0' user='" + strings.Repeat("x", 200) + "'/>\n")
			want[kind] = append(want[kind], ObjectName(kind, id))
		}
	}
	add(30000, Nodes, "node")
	add(9000, Ways, "way")
	add(1, Relations, "relation")
	add(9000, Ways, "way")
	add(12000, Nodes, "node")
	doc.WriteString("<node id='bad'/></osm>")
	r := report.New(report.Options{})
	f, err := Open(write(t, "x.osm", []byte(doc.String())), Options{Report: r})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, kind := range []Kinds{Ways, Nodes, Relations, Ways, Nodes, Relations} {
		got, err := dumpFile(f, kind)
		if err != nil || len(got) != len(want[kind]) {
			t.Fatalf("%v: %d objects, expected %d, %v", kind, len(got), len(want[kind]), err)
		}
		for i := range got {
			if name, _, _ := strings.Cut(got[i], " "); name != want[kind][i] {
				t.Fatalf("%v: %s, expected %s", kind, name, want[kind][i])
			}
		}
	}
	if n := len(f.reader.(*xmlFile).parts); n < 10 {
		t.Errorf("%d stretches", n)
	}
	if issues := r.Issues(); len(issues) != 1 || issues[0].Line != 60003 {
		t.Errorf("issues %+v", issues)
	}
}

package wire

import (
	"reflect"
	"strings"
	"testing"
)

func TestReadSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ text, id, want string }{
		{`{"id":1,"snap_m":"200"}`, "1", "snap_m: expected a number, found string"},
		{`{"id":"a","mode":5}`, `"a"`, "mode: expected a text, found number"},
		{`{"max_transfers":1.5}`, "", "max_transfers: expected a whole number, found number 1.5"},
		{`{"wheelchair":"yes"}`, "", "wheelchair: expected true or false, found string"},
		{`{"bike_aboard":1}`, "", "bike_aboard: expected true or false, found number"},
		{`{"vertex":-1}`, "", "vertex: expected a whole number from 0 on, found number -1"},
		{`{"sources":5}`, "", "sources: expected a list, found number"},
		{`{"from":[1]}`, "", "position [1]: expected [lon, lat]"},
		{`{"from":[1,2,3,4]}`, "", "position [1,2,3,4]: expected [lon, lat]"},
		{`{"from":[null,1]}`, "", "position [null,1]: expected [lon, lat]"},
		{`{"from":[1,91]}`, "", "latitude 91: expected a number from -90 to 90"},
		{`{"targets":[[1,2],[181,2]]}`, "", "longitude 181: expected a number from -180 to 180"},
		{`[]`, "", "expected an object, found array"},
		{`5`, "", "expected an object, found number"},
		{``, "", "query is not as it should be: unexpected end of JSON input"},
		{`{"id":1`, "", "query is not as it should be: unexpected end of JSON input"},
		{`{"id":1}}`, "", "invalid character '}' after top-level value"},
		{`{"id":01}`, "", "invalid character '1' after object key:value pair"},
		{`{"snap_m":+1}`, "", "invalid character '+'"},
		{"{\"mode\":\"\xff\"}", "", "the text is not UTF-8"},
		{strings.Repeat("[", 20000), "", "exceeded max depth"},
	} {
		q, err := Read([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: error %v, expected %s", c.text, err, c.want)
		}
		if string(q.ID) != c.id {
			t.Errorf("%.60s: id %s, expected %s", c.text, q.ID, c.id)
		}
	}
}

// queries are read by the cursor, others only slowly.
var (
	queries = []string{
		`{}`,
		`{"id":"q1","from":[-75.5,39.7],"to":[-75.6,39.8],"mode":"car","depart":"2026-01-31T08:00","snap_m":200,"from_bearing":90,"to_bearing":270}`,
		` { "id" : -1.5e3 , "kind" : "table" , "sources" : [ [ 1 , 2 ] , [3,4,5] ] , "targets" : [ ] } `,
		`{"mode":"transit","arrive":"x","window_s":3600,"max_transfers":2,"max_walk_s":900.5,"change_time_s":120,"wheelchair":true,"access":"bike","bike_aboard":true}`,
		`{"kind":"isochrone","from":[0,0],"limit_s":600,"cell_m":50,"wheelchair":false}`,
		`{"kind":"nearest","at":[1e1,-0.0],"number":3}`,
		`{"kind":"vertex","vertex":4294967295,"node":-9223372036854775808,"edge":0,"stop":"a:b"}`,
		`{"id":1,"id":2,"from":[1,2],"from":[3,4]}`,
	}
	slowQueries = []string{
		`{"id":{"a":[1]},"mode":"\u0063ar"}`, `{"ID":5,"Mode":"walk"}`, `{"note":"x","id":null,"from":null}`, `{"mode":"é"}`, `null`,
		`{"vertex":4294967296}`, `{"snap_m":1e999}`, `{"a":1,}`, `{,}`, `{"id":tru}`, `{"id":[}`, `{"snap_m":-}`, `{"snap_m":1.}`, `{"from":[1,2,]}`,
	}
)

func TestBothReadersReadTheSame(t *testing.T) {
	for _, text := range queries {
		if !readBoth(t, []byte(text)) {
			t.Errorf("%s: not read by the cursor", text)
		}
	}
	for _, text := range slowQueries {
		if readBoth(t, []byte(text)) {
			t.Errorf("%s: read by the cursor", text)
		}
	}
	for _, text := range queries { // cut anywhere
		for i := range text {
			readBoth(t, []byte(text[:i]))
		}
	}
}

// readBoth compares the cursor with encoding/json, and reports whether the cursor could read a text.
func readBoth(t *testing.T, text []byte) bool {
	t.Helper()
	var got Query
	c := cursor{text: text}
	if !c.query(&got) {
		return false
	}
	want, err := readSlowly(text)
	if err != nil {
		t.Errorf("%q: read by the cursor, but %v", text, err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q: %+v, expected %+v", text, got, want)
	}
	return true
}

func FuzzRead(f *testing.F) {
	for _, text := range append(queries, slowQueries...) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		readBoth(t, text)
		q, err := Read(text)
		a := Answer{ID: q.ID}
		if err != nil {
			a.refuse(err)
		}
		a.AppendJSON(nil)
	})
}

func BenchmarkRead(b *testing.B) {
	for name, read := range map[string]func([]byte) (Query, error){"cursor": Read, "encoding-json": readSlowly} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := read([]byte(queries[1])); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

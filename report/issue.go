package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"
)

// Severity tells how much harm an issue does.
type Severity uint8

const (
	Info Severity = iota
	Warning
	Error
)

var severityNames = [...]string{Info: "info", Warning: "warning", Error: "error"}

// String returns "info", "warning" or "error".
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// MarshalText returns what String does.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what String returns. Other text is an error.
func (s *Severity) UnmarshalText(text []byte) error {
	for i, name := range severityNames {
		if name == string(text) {
			*s = Severity(i)
			return nil
		}
	}
	return fmt.Errorf("severity %q: expected info, warning or error", text)
}

// Issue is one problem in the input data, and what was done about it. It never stops a build.
type Issue struct {
	Code     string // stable, lower case with underscores: "osm_way_missing_nodes"
	Severity Severity
	Message  string // one sentence, with what was expected and found
	Object   string // "way/100", "node/1", "relation/900", "feed:stop/A"; empty where File and Line say it all
	File     string // base name of the input file, or FEED/file.txt for a GTFS table ("newport/stop_times.txt")
	Line     int    // physical line in File, the header being line 1; 0 where there is none
	Lon, Lat float64
	Located  bool   // whether Lon and Lat (degrees) are set
	Action   string // what was done: "row dropped", "kept the known parts"
}

// compare orders issues of one code. Only issues that are the same in all respects compare equal, so that which of them
// are kept does not depend on the order in which they came.
func (i *Issue) compare(j *Issue) int {
	return cmp.Or(
		cmp.Compare(i.Object, j.Object),
		cmp.Compare(i.File, j.File),
		cmp.Compare(i.Line, j.Line),
		cmp.Compare(i.Message, j.Message),
		cmp.Compare(i.Action, j.Action),
		cmp.Compare(i.Lon, j.Lon),
		cmp.Compare(i.Lat, j.Lat),
		cmp.Compare(j.Severity, i.Severity),
	)
}

// makeUTF8 replaces bytes that are no UTF-8 as JSON does, so that an issue that was written and read again has its place in the order.
func (i *Issue) makeUTF8() {
	for _, text := range []*string{&i.Code, &i.Message, &i.Object, &i.File, &i.Action} {
		if !utf8.ValidString(*text) {
			*text = string([]rune(*text))
		}
	}
}

// Place says where the issue is, for people: object, file and line as far as they are known.
func (i *Issue) Place() string {
	file := i.File
	if file != "" && i.Line > 0 {
		file = fmt.Sprintf("%s:%d", file, i.Line)
	}
	if i.Object != "" && file != "" {
		return i.Object + " in " + file
	}
	return i.Object + file
}

// issueJSON is an issue in JSON.
type issueJSON struct {
	Code     string    `json:"code"`
	Severity Severity  `json:"severity"`
	Message  string    `json:"message"`
	Object   string    `json:"object,omitempty"`
	File     string    `json:"file,omitempty"`
	Line     int       `json:"line,omitempty"`
	Position []float64 `json:"position,omitempty"`
	Action   string    `json:"action,omitempty"`
}

// MarshalJSON returns the issue as `graphbuild inspect --issues --json` shows it; position is [lon, lat] in degrees.
func (i Issue) MarshalJSON() ([]byte, error) {
	out := issueJSON{i.Code, i.Severity, i.Message, i.Object, i.File, i.Line, nil, i.Action}
	if i.Located {
		out.Position = []float64{i.Lon, i.Lat}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON returns.
func (i *Issue) UnmarshalJSON(text []byte) error {
	var in issueJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	*i = Issue{Code: in.Code, Severity: in.Severity, Message: in.Message, Object: in.Object, File: in.File, Line: in.Line, Action: in.Action}
	if len(in.Position) == 2 {
		i.Lon, i.Lat, i.Located = in.Position[0], in.Position[1], true
	}
	return nil
}

// WriteJSONLines writes one JSON object a line for each issue.
func WriteJSONLines(w io.Writer, issues []Issue) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	for _, i := range issues {
		if err := e.Encode(i); err != nil {
			return err
		}
	}
	return b.Flush()
}

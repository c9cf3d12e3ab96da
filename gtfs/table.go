package gtfs

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"graphbuild/report"
)

// column is the place of a column in the rows of one file.
type column int

// absent is the place of a column that the file does not have: all its values are empty.
const absent column = -1

// table reads one file row by row. The issues that it adds are about the row last read.
type table struct {
	r       *reader
	name    string // stop_times.txt
	file    string // label/stop_times.txt
	s       *splitter
	closer  io.Closer
	size    int64 // claimed
	columns []string
	read    []bool // by column: somebody asked for it
	kind    string // with key names the row in issues: "trip"
	key     column
	rows    int
	dropped int
	notes   [numNotes]note
}

// note counts what is told once for a file.
type note struct{ count, line int }

type noteKind int

const (
	shortRow noteKind = iota
	longRow
	blankRow
	strayQuote
	notUTF8
	blanksRound
	noSeconds
	numNotes
)

var noteIssues = [numNotes]struct {
	code     string
	severity report.Severity
	message  string // of a number of rows
	action   string
}{
	shortRow:    {"gtfs_short_row", report.Info, "%d rows have fewer fields than the header", "missing fields read as empty"},
	longRow:     {"gtfs_long_row", report.Warning, "%d rows have more fields than the header", "further fields ignored"},
	blankRow:    {"gtfs_blank_row", report.Info, "%d rows are blank", "skipped"},
	strayQuote:  {"gtfs_stray_quote", report.Warning, "%d rows have a quote that is not closed or stands inside a field", "read as text"},
	notUTF8:     {"gtfs_not_utf8", report.Warning, "%d values are not UTF-8", "read as Windows-1252 (Latin-1)"},
	blanksRound: {"gtfs_blanks_round_value", report.Info, "%d values have blanks before or after them", "blanks removed"},
	noSeconds:   {"gtfs_time_without_seconds", report.Warning, "%d times have no seconds, expected H:MM:SS", "read as H:MM:00"},
}

// open starts reading a table and its header. It returns nil without error for a file that is not there or has no rows
// to read; an optional file without its required columns is such a one, after an issue.
func (r *reader) open(name string, required ...string) (*table, error) {
	e, ok := r.files[name]
	if !ok {
		return nil, nil
	}
	in, err := e.open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.path, err)
	}
	t := &table{r: r, name: name, file: r.feed.Label + "/" + name, closer: in, size: e.size, key: absent}
	text, charset, err := decoded(&budget{r: in, left: &r.left})
	if err != nil {
		in.Close()
		return nil, fmt.Errorf("%s: %w", e.path, err)
	}
	if charset != "" {
		t.fileIssue("gtfs_not_utf8", report.Warning, "the file is "+charset+", expected UTF-8", "converted")
	}
	t.s = newSplitter(text)
	t.s.detectLineEnd()
	if t.readHeader(required) {
		return t, nil
	}
	in.Close()
	return nil, t.headerError(required)
}

// readHeader reports whether there is a header with the required columns.
func (t *table) readHeader(required []string) bool {
	t.s.detectSeparator()
	for t.s.scan() {
		if len(t.s.fields) > 0 {
			break
		}
	}
	for _, f := range t.s.fields {
		t.columns = append(t.columns, strings.ToLower(string(bytes.Trim(f, " \t\"\u00a0\ufeff"))))
	}
	t.read = make([]bool, len(t.columns))
	t.checkHeader()
	for _, name := range required {
		if t.column(name) == absent {
			return false
		}
	}
	return len(t.columns) > 0
}

func (t *table) checkHeader() {
	if t.s.sep != ',' {
		t.fileIssue("gtfs_separator", report.Warning, fmt.Sprintf("fields are separated by %q, expected a comma", t.s.sep), "read so")
	}
	seen := map[string]bool{}
	for _, name := range t.columns {
		if seen[name] && name != "" {
			t.fileIssue("gtfs_repeated_column", report.Warning, fmt.Sprintf("column %q stands there twice", name), "first one read")
		}
		seen[name] = true
	}
}

// headerError is the error of a required file, and an issue for an optional one.
func (t *table) headerError(required []string) error {
	if err := t.s.failed(); err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	var missing []string
	for _, name := range required {
		if t.column(name) == absent {
			missing = append(missing, name)
		}
	}
	message := "the file is empty"
	if len(t.columns) > 0 {
		message = fmt.Sprintf("no column %s, found %s", strings.Join(missing, ", "), strings.Join(t.columns, ","))
	}
	if requiredFiles[t.name] {
		return fmt.Errorf("%s: line 1: %s", t.name, clip(message))
	}
	if len(t.columns) > 0 {
		t.fileIssue("gtfs_missing_column", report.Error, clip(message), "file ignored")
	}
	return nil
}

// column returns the place of a column by its name.
func (t *table) column(name string) column {
	for i, c := range t.columns {
		if c == name {
			t.read[i] = true
			return column(i)
		}
	}
	return absent
}

// keyed says which column names the row in issues, and as what.
func (t *table) keyed(kind string, key column) { t.kind, t.key = kind, key }

// next moves to the next row that is not blank.
func (t *table) next() bool {
	for t.s.scan() {
		n := len(t.s.fields)
		if n == 0 {
			t.note(blankRow)
			continue
		}
		t.rows++
		t.checkWidth(n)
		if t.s.stray {
			t.note(strayQuote)
		}
		return true
	}
	return false
}

func (t *table) checkWidth(n int) {
	if n < len(t.columns) {
		t.note(shortRow)
	}
	if n <= len(t.columns) {
		return
	}
	for _, f := range t.s.fields[len(t.columns):] {
		if len(bytes.TrimSpace(f)) > 0 {
			t.note(longRow)
			return
		}
	}
}

func (t *table) note(k noteKind) {
	n := &t.notes[k]
	if n.count == 0 {
		n.line = t.s.line
	}
	n.count++
}

// close ends the table: it adds the summary issues and the counts of rows.
func (t *table) close() error {
	t.closer.Close()
	if err := t.s.failed(); err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	t.noteUnread()
	for k, n := range t.notes {
		if n.count == 0 {
			continue
		}
		d := &noteIssues[k]
		message := fmt.Sprintf(d.message, n.count)
		if n.count > 1 {
			message += ", this one first"
		}
		t.r.report.Add(report.Issue{Code: d.code, Severity: d.severity, Message: message, File: t.file, Line: n.line, Action: d.action})
	}
	t.r.feed.Files = append(t.r.feed.Files, FileStats{Name: t.name, Rows: t.rows, Dropped: t.dropped})
	return nil
}

// noteUnread tells which columns nobody asked for.
func (t *table) noteUnread() {
	var names []string
	for i, name := range t.columns {
		if !t.read[i] && name != "" && !slices.Contains(t.columns[:min(i, maxColumns)], name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 && t.rows > 0 {
		t.fileIssue("gtfs_column_not_used", report.Info, clip("columns that are not read: "+strings.Join(names, ", ")), "ignored")
	}
}

// maxColumns is how many columns of a file are kept as text. The widest tables of the format have some 20.
const maxColumns = 100

// moreRows estimates how many rows follow those read so far, for columns to grow at once: from the claimed size, but at
// most 8 times what has been read, so that a false claim costs little.
func (t *table) moreRows(rows int) int {
	const few = 4096
	if rows < few {
		return few
	}
	perRow := t.s.consumed / int64(rows)
	left := (t.size - t.s.consumed) / max(perRow, 1)
	return int(min(max(left+left/64, int64(rows/8)), int64(rows)*8))
}

// bytes returns a value without the blanks round it, valid until the next row.
func (t *table) bytes(c column) []byte {
	if c < 0 || int(c) >= len(t.s.fields) {
		return nil
	}
	f := t.s.fields[c]
	if len(f) == 0 || f[0] > ' ' && f[len(f)-1] > ' ' {
		return f
	}
	trimmed := bytes.TrimSpace(f)
	if len(trimmed) < len(f) && len(trimmed) > 0 {
		t.note(blanksRound)
	}
	return trimmed
}

// text returns a value as UTF-8.
func (t *table) text(c column) string {
	b := t.bytes(c)
	if utf8.Valid(b) {
		return string(b)
	}
	t.note(notUTF8)
	return latin1(b)
}

// shared is text for values that many rows have: equal ones share their memory.
func (t *table) shared(c column) string {
	b := t.bytes(c)
	if s, ok := t.r.strings[string(b)]; ok {
		return s
	}
	key := string(b)
	t.r.strings[key] = t.text(c)
	return t.r.strings[key]
}

// id returns the id of the row and reports whether it has one that is not in seen yet; else the row is dropped.
func id[I ~uint32](t *table, c column, seen map[string]I) (string, bool) {
	s := t.text(c)
	if s == "" {
		t.drop("gtfs_missing_id", c, "is empty")
		return "", false
	}
	if _, ok := seen[s]; ok {
		t.drop("gtfs_duplicate_id", c, "stands in an earlier row")
		return "", false
	}
	return s, true
}

// lookup finds a row by its id.
func lookup[I ~uint32](ids map[string]I, b []byte) (I, bool) {
	i, ok := ids[string(b)]
	if !ok && !utf8.Valid(b) {
		i, ok = ids[latin1(b)]
	}
	return i, ok
}

// drop counts the row as dropped, with an issue: rule says what is wrong with the value of column c.
func (t *table) drop(code string, c column, rule string) {
	t.dropped++
	t.issue(code, report.Error, t.saying(c, rule), "row dropped")
}

// repair is an issue about a value that was replaced.
func (t *table) repair(code string, c column, rule, action string) {
	t.issue(code, report.Warning, t.saying(c, rule), action)
}

func (t *table) issue(code string, severity report.Severity, message, action string) {
	t.r.report.Add(report.Issue{Code: code, Severity: severity, Message: message, Object: t.object(), File: t.file,
		Line: t.s.line, Action: action})
}

func (t *table) fileIssue(code string, severity report.Severity, message, action string) {
	t.r.report.Add(report.Issue{Code: code, Severity: severity, Message: message, File: t.file, Line: 1, Action: action})
}

// saying names column, value and rule: stop_id "NOWHERE" is not in stops.txt.
func (t *table) saying(c column, rule string) string {
	if c == absent {
		return rule
	}
	b := t.bytes(c)
	if len(b) == 0 {
		if !strings.HasPrefix(rule, "is ") {
			return t.columns[c] + " is empty: " + rule
		}
		return t.columns[c] + " is empty"
	}
	return fmt.Sprintf("%s %q %s", t.columns[c], clip(validText(b)), rule)
}

func validText(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return latin1(b)
}

// clip bounds a text in an issue.
func clip(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "..."
}

// object names the row in an issue, empty where it has no id.
func (t *table) object() string {
	key := t.bytes(t.key)
	if len(key) == 0 {
		return ""
	}
	return t.r.feed.Object(t.kind, clip(validText(key)))
}

// enum reads a number from 0 to most; empty and anything else is otherwise.
func (t *table) enum(c column, most, otherwise uint8) uint8 {
	b := t.bytes(c)
	switch {
	case len(b) == 0:
		return otherwise
	case len(b) == 1 && b[0] >= '0' && b[0] <= '0'+most:
		return b[0] - '0'
	}
	t.repair("gtfs_bad_number", c, fmt.Sprintf("is not a number from 0 to %d", most), fmt.Sprintf("read as %d", otherwise))
	return otherwise
}

// dropSaying is drop with a whole message.
func (t *table) dropSaying(code, message string) {
	t.dropped++
	t.issue(code, report.Error, message, "row dropped")
}

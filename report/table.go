package report

import (
	"cmp"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Table is text in aligned columns, for people. Columns whose header begins with a space are aligned to the right,
// which suits numbers.
type Table struct {
	header []string
	right  []bool
	rows   [][]string
}

// NewTable returns a table with the given headers.
func NewTable(header ...string) *Table {
	t := &Table{header: make([]string, len(header)), right: make([]bool, len(header))}
	for i, h := range header {
		t.header[i] = strings.TrimPrefix(h, " ")
		t.right[i] = strings.HasPrefix(h, " ")
	}
	return t
}

// Add appends a row, each cell as one line. Cells that are missing are empty; those beyond the header are left out.
func (t *Table) Add(cells ...string) {
	row := make([]string, len(t.header))
	for i := range min(len(row), len(cells)) {
		row[i] = OneLine(cells[i])
	}
	t.rows = append(t.rows, row)
}

// Write writes the header and the rows, with two spaces between columns.
func (t *Table) Write(w io.Writer) error {
	lines := append([][]string{t.header}, t.rows...)
	widths := make([]int, len(t.header))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(t.line(line, widths))
		text.WriteByte('\n')
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func (t *Table) line(cells []string, widths []int) string {
	var text strings.Builder
	for i, cell := range cells {
		pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		if i > 0 {
			text.WriteString("  ")
		}
		if t.right[i] {
			text.WriteString(pad + cell)
		} else {
			text.WriteString(cell + pad)
		}
	}
	return strings.TrimRight(text.String(), " ")
}

// WriteStages writes a table of what the stages took, with their sum.
func WriteStages(w io.Writer, stages []StageTime) error {
	t := NewTable("stage", " wall", " cpu", " peak memory")
	var wall, cpu time.Duration
	var peak int64
	for _, s := range stages {
		t.Add(s.Name, Duration(s.Wall), Duration(s.CPU), Bytes(s.PeakRSSBytes))
		wall, cpu, peak = wall+s.Wall, cpu+s.CPU, max(peak, s.PeakRSSBytes)
	}
	t.Add("total", Duration(wall), Duration(cpu), Bytes(peak))
	return t.Write(w)
}

// WriteIssueCounts writes a table of issues by code, the worst and most frequent first, each with the first of its kept
// issues as an example, and with how many are new where not all are. It writes nothing where there is no issue. On a terminal errors are red and warnings yellow,
// unless NO_COLOR is set.
func WriteIssueCounts(w io.Writer, counts []CodeCount, issues []Issue) error {
	if len(counts) == 0 {
		return nil
	}
	var text strings.Builder
	if err := issueTable(counts, issues).Write(&text); err != nil {
		return err
	}
	out := text.String()
	if f, ok := w.(*os.File); ok && UseColor(f) {
		out = colored(out)
	}
	_, err := io.WriteString(w, out)
	return err
}

func issueTable(counts []CodeCount, issues []Issue) *Table {
	counts = slices.SortedFunc(slices.Values(counts), func(a, b CodeCount) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code))
	})
	if !slices.ContainsFunc(counts, func(c CodeCount) bool { return c.New != c.Count }) {
		t := NewTable("severity", " count", "issue", "for example")
		for _, c := range counts {
			t.Add(c.Severity.String(), Count(int64(c.Count)), c.Code, exampleOf(c.Code, issues))
		}
		return t
	}
	t := NewTable("severity", " count", " new", "issue", "for example")
	for _, c := range counts {
		t.Add(c.Severity.String(), Count(int64(c.Count)), Count(int64(c.New)), c.Code, exampleOf(c.Code, issues))
	}
	return t
}

// colored colours the severities, with which the lines of an issue table begin.
func colored(table string) string {
	return strings.NewReplacer(
		"\nerror", "\n\x1b[31merror\x1b[0m",
		"\nwarning", "\n\x1b[33mwarning\x1b[0m",
	).Replace(table)
}

func exampleOf(code string, issues []Issue) string {
	for _, i := range issues {
		if i.Code != code {
			continue
		}
		if place := i.Place(); place != "" {
			return place + ": " + i.Message
		}
		return i.Message
	}
	return ""
}

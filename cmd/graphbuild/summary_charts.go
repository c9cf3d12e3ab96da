package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"graphbuild/graph"
	"graphbuild/report"
)

// printHistograms prints how many streets meet at vertices, and how long streets are.
func (x summaryJSON) printHistograms(w io.Writer) error {
	for _, h := range []struct {
		title, unit string
		counts      []int
		label       func(i int) string
	}{
		{"streets at a vertex", "vertices", x.Degrees, degreeLabel},
		{"length of a street", "streets", x.Lengths, lengthLabel},
	} {
		if len(h.counts) == 0 {
			continue
		}
		fmt.Fprintln(w)
		t := report.NewTable(h.title, " "+h.unit, " share", "")
		for i, n := range h.counts {
			t.Add(h.label(i), report.Count(int64(n)), share(n, sumOf(h.counts)), bar(n, slices.Max(h.counts)))
		}
		if err := t.Write(w); err != nil {
			return err
		}
	}
	return nil
}

// degreeBins is the number of bins of the degrees; the last is for so many and more.
const degreeBins = 10

func degreeLabel(i int) string {
	if i == degreeBins-1 {
		return fmt.Sprintf("%d or more", i)
	}
	return fmt.Sprint(i)
}

// lengthLabel names the lengths of bin i: those with i binary digits of whole metres.
func lengthLabel(i int) string {
	metres := func(bits int) string {
		if bits >= 10 {
			return fmt.Sprintf("%d km", 1<<(bits-10)) // 1024 m and so on: near enough
		}
		return fmt.Sprintf("%d m", 1<<bits)
	}
	if i == 0 {
		return "under 1 m"
	}
	return metres(i-1) + " to " + metres(i)
}

func sumOf(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

func share(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(of, 1))) }

// bar draws a number beside the largest one; anything above nothing has a mark.
func bar(n, largest int) string {
	length := barWidth * n / max(largest, 1)
	if n > 0 {
		length = max(length, 1)
	}
	return strings.Repeat("#", length)
}

// printIssues prints the issues by code, the most frequent first.
func (x summaryJSON) printIssues(w io.Writer) error {
	if x.Issues.Total == 0 {
		return nil
	}
	var codes []string
	most := 0
	for code, n := range x.Issues.ByCode {
		codes = append(codes, code)
		most = max(most, n)
	}
	slices.SortFunc(codes, func(a, b string) int {
		if n := x.Issues.ByCode[b] - x.Issues.ByCode[a]; n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	fmt.Fprintln(w)
	t := report.NewTable("issues", " "+report.Count(int64(x.Issues.Total)), "")
	for _, code := range codes {
		n := x.Issues.ByCode[code]
		t.Add(code, report.Count(int64(n)), bar(n, most))
	}
	return t.Write(w)
}

// Days up to which each has a mark of its own in the calendar; of more, each mark is a week.
const dailyUpTo = 14 * 31

// heat are the marks of the calendar, from no trip to most.
const heat = ".:-=+*%#"

// printCalendar prints the trips of each day as a strip: a line a month with a mark a day, or a line a year with a mark a
// week.
func (x summaryJSON) printCalendar(w io.Writer) error {
	if x.Transit == nil || len(x.Transit.TripsByDay) == 0 {
		return nil
	}
	first, err := graph.ParseDay(x.Transit.FirstDay)
	if err != nil {
		return nil // of a damaged file
	}
	c := calendar{first: first, trips: x.Transit.TripsByDay}
	fmt.Fprintln(w)
	if len(c.trips) <= dailyUpTo {
		fmt.Fprintf(w, "trips a day, a character each, from %q for none to %q for %s\n", heat[:1], heat[len(heat)-1:], report.Count(int64(slices.Max(c.trips))))
		c.print(w, c.trips, func(d time.Time) (line string, place int) { return d.Format("2006-01"), d.Day() - 1 })
		return nil
	}
	weeks := c.weeks()
	fmt.Fprintf(w, "trips a day, a character a week, from %q for none to %q for %s\n", heat[:1], heat[len(heat)-1:], report.Count(int64(slices.Max(weeks)/7)))
	c.print(w, weeks, func(d time.Time) (line string, place int) { return d.Format("2006"), (d.YearDay() - 1) / 7 })
	return nil
}

// calendar is the trips of consecutive days.
type calendar struct {
	first graph.Day
	trips []int
}

func (c *calendar) day(i int) time.Time { return (c.first + graph.Day(i)).Start(time.UTC) }

// weeks returns, for each day, the trips of its week of the year.
func (c *calendar) weeks() []int {
	sums := map[[2]int]int{}
	week := func(i int) [2]int { return [2]int{c.day(i).Year(), (c.day(i).YearDay() - 1) / 7} }
	for i, n := range c.trips {
		sums[week(i)] += n
	}
	out := make([]int, len(c.trips))
	for i := range out {
		out[i] = sums[week(i)]
	}
	return out
}

// print prints lines of marks; place says in which line the mark of a day is, and where. Days of one place have one mark.
func (c *calendar) print(w io.Writer, values []int, place func(d time.Time) (line string, at int)) {
	most, current := slices.Max(values), ""
	var marks []byte
	flush := func() {
		if current != "" {
			fmt.Fprintf(w, "%-8s%s\n", current, marks)
		}
	}
	for i, n := range values {
		line, at := place(c.day(i))
		if line != current {
			flush()
			current, marks = line, marks[:0]
		}
		for len(marks) < at {
			marks = append(marks, ' ')
		}
		if len(marks) == at {
			marks = append(marks, heatOf(n, most))
		}
	}
	flush()
}

// heatOf returns the mark of a number: the first for none alone.
func heatOf(n, most int) byte {
	if n == 0 {
		return heat[0]
	}
	return heat[1+(len(heat)-2)*n/max(most, 1)]
}

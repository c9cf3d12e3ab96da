package main

import (
	"encoding/json"

	"graphbuild/build"
	"graphbuild/report"
	"graphbuild/wire"
)

// issuesCmd lists the codes of issues. "graphbuild help issues" is the same.
type issuesCmd struct{}

// Run runs the command.
func (issuesCmd) Run(s *session) error {
	if s.json {
		e := json.NewEncoder(s.out)
		for _, c := range build.IssueCodes() {
			if err := e.Encode(c); err != nil {
				return err
			}
		}
		return nil
	}
	t := report.NewTable("code", "what it says")
	for _, c := range build.IssueCodes() {
		t.Add(c.Code, c.Meaning)
	}
	return t.Write(s.out)
}

// checkCode makes sure that a code is one that a build may report. The error names the most similar one.
func checkCode(flag, code string) error {
	best, least := "", len(code)
	for _, c := range build.IssueCodes() {
		if c.Code == code {
			return nil
		}
		if d := distance(code, c.Code); d < least {
			best, least = c.Code, d
		}
	}
	if best == "" || least > len(best)/2 {
		return usageError("%s: unknown code %q: graphbuild help issues lists them", flag, wire.Short(code))
	}
	return usageError("%s: unknown code %q: did you mean %s? graphbuild help issues lists all", flag, wire.Short(code), best)
}

// distance is the number of letters to insert, remove or replace to make b of a (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

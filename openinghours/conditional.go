package openinghours

import "strings"

// Clause is one part of a conditional value: "no @ (Mo-Fr 07:00-09:00)".
type Clause struct {
	Value string // "no"
	When  string // "Mo-Fr 07:00-09:00"; empty where there is no @
}

// Split splits a conditional value into its clauses; semicolons inside parentheses do not part. Of several clauses that
// hold the last one counts. It does not read the conditions: see Parse.
func Split(text string) []Clause {
	var out []Clause
	depth, start := 0, 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) {
			switch text[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
			if text[i] != ';' || depth > 0 {
				continue
			}
		}
		if part := strings.TrimSpace(text[start:i]); part != "" {
			out = append(out, clauseOf(part))
		}
		start = i + 1
	}
	return out
}

func clauseOf(text string) Clause {
	value, when, _ := strings.Cut(text, "@")
	when = strings.TrimSpace(when)
	if strings.HasPrefix(when, "(") && strings.HasSuffix(when, ")") {
		when = strings.TrimSpace(when[1 : len(when)-1])
	}
	return Clause{strings.TrimSpace(value), when}
}

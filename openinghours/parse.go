package openinghours

import (
	"errors"
	"fmt"
	"strings"
)

// ErrUnknown is wrapped by all errors of Parse.
var ErrUnknown = errors.New("no condition of time that is understood")

// maxText bounds a text: OpenStreetMap has at most 255 characters.
const maxText = 1020

// Parse reads a condition as it stands after the @, with or without parentheses: "Mo-Fr 07:00-09:00,16:00-18:30; PH off",
// "Jan 15-Aug 15 AND Sa-Su".
func Parse(text string) (Rule, error) {
	if len(text) > maxText {
		return Rule{}, fmt.Errorf("%w: %d bytes, at most %d", ErrUnknown, len(text), maxText)
	}
	var r Rule
	for _, term := range splitAnd(strip(text)) {
		parts, holidays, err := parseParts(strip(term))
		if err != nil {
			return Rule{}, fmt.Errorf("%w: %q: %w", ErrUnknown, text, err)
		}
		r.all = append(r.all, parts)
		r.holidays = r.holidays || holidays
	}
	return r, nil
}

// strip takes away spaces, and parentheses that are around the whole.
func strip(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") && !strings.ContainsAny(text[1:len(text)-1], "()") {
		return strings.TrimSpace(text[1 : len(text)-1])
	}
	return text
}

// splitAnd splits at the word AND.
func splitAnd(text string) []string {
	var terms []string
	fields := strings.Fields(text)
	start := 0
	for i := 0; i <= len(fields); i++ {
		if i == len(fields) || strings.EqualFold(fields[i], "and") {
			terms = append(terms, strings.Join(fields[start:i], " "))
			start = i + 1
		}
	}
	return terms
}

// parseParts reads the parts of one rule. Parts of public holidays alone are left out.
func parseParts(text string) (parts []part, holidays bool, err error) {
	p := parser{rest: strings.NewReplacer("–", "-", "—", "-", "−", "-").Replace(strings.TrimRight(text, "; "))}
	also := false
	for {
		x, err := p.part()
		if err != nil {
			return nil, false, err
		}
		x.also = also
		if !p.onlyHolidays {
			parts = append(parts, x)
		}
		p.space()
		switch {
		case p.rest == "":
			if len(parts) == 0 {
				return nil, false, errors.New("of holidays alone")
			}
			return parts, p.holidays, nil
		case p.skip(";"):
			also = false
		case p.skip(","):
			also = true
		default:
			return nil, false, fmt.Errorf("at %q", p.rest)
		}
	}
}

// parser reads a text from its front.
type parser struct {
	rest         string
	holidays     bool // some part names public holidays
	onlyHolidays bool // the last part names no other days
}

func (p *parser) space() { p.rest = strings.TrimLeft(p.rest, " \t") }

// skip takes a text away where it stands next.
func (p *parser) skip(text string) bool {
	rest, ok := strings.CutPrefix(p.rest, text)
	if ok {
		p.rest = rest
	}
	return ok
}

// word returns the letters that stand next.
func (p *parser) word() string {
	i := 0
	for i < len(p.rest) && (p.rest[i]|0x20) >= 'a' && (p.rest[i]|0x20) <= 'z' {
		i++
	}
	return p.rest[:i]
}

// digits returns the digits that stand next.
func (p *parser) digits() string {
	i := 0
	for i < len(p.rest) && p.rest[i] >= '0' && p.rest[i] <= '9' {
		i++
	}
	return p.rest[:i]
}

// number takes a number of at most so many digits away, within bounds.
func (p *parser) number(digits, low, high int) (int, error) {
	d := p.digits()
	n := 0
	for _, c := range d {
		if n = n*10 + int(c-'0'); n > high {
			break
		}
	}
	if d == "" || len(d) > digits || n < low || n > high {
		return 0, fmt.Errorf("at %q: expected a number from %d to %d", p.rest, low, high)
	}
	p.rest = p.rest[len(d):]
	return n, nil
}

// part reads one selector: dates, weekdays, times, off. At least one of them is there.
func (p *parser) part() (x part, err error) {
	p.space()
	before := p.rest
	p.onlyHolidays = false
	if p.skip("24/7") {
		return x, p.modifier(&x)
	}
	if x.dates, err = p.dates(); err != nil {
		return x, err
	}
	p.space()
	if len(x.dates) > 0 && p.skip(":") {
		p.space()
	}
	if x.weekdays, err = p.weekdays(); err != nil {
		return x, err
	}
	if x.times, err = p.times(); err != nil {
		return x, err
	}
	if p.rest == before {
		return x, fmt.Errorf("at %q: expected a month, a weekday or a time", p.rest)
	}
	return x, p.modifier(&x)
}

// modifier reads off, closed, open.
func (p *parser) modifier(x *part) error {
	p.space()
	switch w := p.word(); strings.ToLower(w) {
	case "off", "closed":
		x.off = true
		p.rest = p.rest[len(w):]
	case "open":
		p.rest = p.rest[len(w):]
	case "":
	default:
		return fmt.Errorf("at %q", p.rest)
	}
	return nil
}

package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"

	"graphbuild/internal/jsonwords"
)

// Baseline are the issues of an earlier build, which are no news. An issue is known by its code and its object, or where it
// has none by its code, file and message: lines shift from one release of a feed to the next. It takes about 20 bytes an
// issue, and is not changed by a Report that has it.
type Baseline struct {
	known map[digest]int // how often
	codes map[string]int
}

// digest stands for an issue: of two different ones, they are the same in about 1 of 2^64 cases.
type digest uint64

// maxIssueLine is the longest line of a report that is read, in bytes.
const maxIssueLine = 1 << 20

// ReadBaseline reads a report as WriteJSONLines makes it. An error names the line.
func ReadBaseline(r io.Reader) (*Baseline, error) {
	b := &Baseline{known: map[digest]int{}, codes: map[string]int{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxIssueLine)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var i Issue
		if err := json.Unmarshal(lines.Bytes(), &i); err != nil {
			return nil, fmt.Errorf("line %d: expected an issue as JSON: %w", n, jsonwords.Of(err))
		}
		if i.Code == "" {
			return nil, fmt.Errorf("line %d: expected an issue with a code", n)
		}
		b.known[i.identity()]++
		b.codes[i.Code]++
	}
	err := lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = fmt.Errorf("a line is longer than %d bytes", maxIssueLine)
	}
	return b, err
}

// identity returns what an issue is known by in later builds.
func (i *Issue) identity() digest {
	if i.Object != "" {
		return digestOf(i.Code, i.Object)
	}
	return digestOf(i.Code, "", i.File, i.Message)
}

// digestOf is FNV-1a, each text with an end.
func digestOf(texts ...string) digest {
	const prime = 1099511628211
	h := digest(14695981039346656037)
	for _, t := range texts {
		for k := range len(t) {
			h = (h ^ digest(t[k])) * prime
		}
		h = (h ^ 0xff) * prime // no byte of UTF-8
	}
	return h
}

// awaited are the issues of a Baseline that a report has not met yet.
type awaited struct{ Baseline }

func (b *Baseline) await() *awaited {
	if b == nil {
		return nil
	}
	return &awaited{Baseline{maps.Clone(b.known), maps.Clone(b.codes)}}
}

// meet reports whether an issue was known, as often as it was.
func (a *awaited) meet(i *Issue) bool {
	if a == nil || a.known[i.identity()] == 0 {
		return false
	}
	a.known[i.identity()]--
	a.codes[i.Code]--
	return true
}

// meetCount returns how many of n issues, of which nothing but the code is known, may be known ones.
func (a *awaited) meetCount(code string, n int) int {
	if a == nil {
		return 0
	}
	met := min(n, a.codes[code])
	a.codes[code] -= met
	return met
}

package encode

import (
	"bytes"
	"testing"
)

// TestDigest compares the digests of equal files and of others.
func TestDigest(t *testing.T) {
	digest := func(values ...uint32) [32]byte {
		t.Helper()
		f, err := Load(writeNumbers(t, values), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f.Digest()
	}
	one := digest(1, 2, 3)
	if got := digest(1, 2, 3); got != one {
		t.Errorf("the digest of the same file is %x, then %x", one, got)
	}
	for _, other := range [][]uint32{{1, 2, 4}, {3, 2, 1}, {1, 2}, nil} {
		if digest(other...) == one {
			t.Errorf("the digest of %v is that of 1 2 3", other)
		}
	}
}

// writeNumbers returns a file with one column.
func writeNumbers(t *testing.T, values []uint32) []byte {
	t.Helper()
	row := struct {
		X Col[uint32] `col:"x"`
	}{ColOf(values)}
	s, err := NewSchema(Table{Number: 1, Name: "t", Version: 1, Row: &row})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

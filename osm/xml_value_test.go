package osm

import (
	"math"
	"math/big"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestParseE7(t *testing.T) {
	cases := map[string]int64{
		"0": 0, "1": 1e7, "-1": -1e7, "+1.5": 15000000, "1.": 1e7, ".5": 5000000, "-.5": -5000000, "-0.00000005": -1, "0.00000004": 0,
		"1.23456785": 12345679, "-1.23456785": -12345679, "179.9999999": 1799999999, "1e1": 100000000, "1.5E-3": 15000, "007.1": 71000000,
	}
	for s, want := range cases {
		if got, ok := parseE7([]byte(s)); !ok || got != want {
			t.Errorf("%q: %d %v, expected %d", s, got, ok, want)
		}
	}
	for _, s := range []string{"", "-", ".", "abc", "NaN", "Inf", "1,5", "1 ", " 1", "0x10", "1_0", "1e400", "99999999999", "--1", "1.2.3"} {
		if got, ok := parseE7([]byte(s)); ok {
			t.Errorf("%q: %d, expected a refusal", s, got)
		}
	}
}

// TestParseE7Exact compares with rational arithmetic.
func TestParseE7Exact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`-?[0-9]{1,4}(\.[0-9]{0,12})?`).Draw(t, "s")
		got, ok := parseE7([]byte(s))
		exact, _ := new(big.Rat).SetString(s)
		exact.Mul(exact, big.NewRat(1e7, 1))
		half := big.NewRat(1, 2)
		if exact.Sign() < 0 {
			half.Neg(half)
		}
		exact.Add(exact, half)
		want := new(big.Int).Quo(exact.Num(), exact.Denom()).Int64()
		if !ok || got != want {
			t.Fatalf("%q: %d, expected %d", s, got, want)
		}
	})
}

func TestParseInt(t *testing.T) {
	for _, s := range []string{"0", "-1", "+7", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "", "-", "1.0", "abc", "1 ", "0000000000000000000005"} {
		want, err := strconv.ParseInt(s, 10, 64)
		got, ok := parseInt([]byte(s))
		if ok != (err == nil) || ok && got != want {
			t.Errorf("%q: %d %v, expected %d %v", s, got, ok, want, err)
		}
	}
}

func TestVarints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.OneOf(rapid.Int64(), rapid.Int64Range(-70, 70), rapid.Int64Range(-1<<20, 1<<20))).Draw(t, "values")
		field := deltaField(1, values...)
		m := message{rest: field}
		m.next()
		n, err := countVarints(m.data)
		if err != nil || n != len(values) {
			t.Fatalf("%d varints, expected %d, %v", n, len(values), err)
		}
		got := make([]int64, n)
		if err := readDeltas(got, m.data); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if got[i] != values[i] {
				t.Fatalf("%d: %d, expected %d", i, got[i], values[i])
			}
		}
	})
	if _, err := countVarints([]byte{0x80}); err == nil {
		t.Error("a number that is cut off")
	}
	if version(math.MaxUint64) != 0 || version(5) != 5 {
		t.Error("version")
	}
}

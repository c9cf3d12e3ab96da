package export

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAppendE7(t *testing.T) {
	for v, want := range map[int32]string{
		0: "0", 1: "0.0000001", -1: "-0.0000001", 10: "0.000001", 10000000: "1", -755000000: "-75.5", 1799999999: "179.9999999",
		math.MinInt32: "-214.7483648",
	} {
		if got := string(appendE7(nil, v)); got != want {
			t.Errorf("%d: %s, want %s", v, got, want)
		}
	}
}

func TestAppendTenths(t *testing.T) {
	for v, want := range map[uint32]string{0: "0", 5: "0.5", 10: "1", 12345: "1234.5"} {
		if got := string(appendTenths(nil, v)); got != want {
			t.Errorf("%d: %s, want %s", v, got, want)
		}
	}
}

// TestTexts: what the standard library reads is what was written.
func TestTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		var back string
		if err := json.Unmarshal(appendJSONString(nil, text), &back); err != nil || back != text {
			t.Fatalf("JSON of %q reads as %q, %v", text, back, err)
		}
		if strings.ContainsRune(text, '\r') { // which the reader of the library turns into a line end
			return
		}
		line := appendCSVText([]byte("first,"), text)
		rows, err := csv.NewReader(strings.NewReader(string(line) + ",last")).ReadAll()
		if err != nil || len(rows) != 1 || len(rows[0]) != 3 || rows[0][1] != text {
			t.Fatalf("CSV %q reads as %q, %v", line, rows, err)
		}
		number := rapid.Int32().Draw(t, "number")
		if got, err := strconv.ParseFloat(string(appendE7(nil, number)), 64); err != nil || math.Round(got*1e7) != float64(number) {
			t.Fatalf("%d reads as %v, %v", number, got, err)
		}
	})
}

func TestBadUTF8(t *testing.T) {
	if got := string(appendJSONString(nil, "a\xffb\x01\"")); got != "\"a\ufffdb\\u0001\\\"\"" {
		t.Errorf("%q", got)
	}
}

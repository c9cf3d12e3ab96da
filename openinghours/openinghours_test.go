package openinghours

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// at reads "2026-01-31 08:00".
func at(t testing.TB, text string) time.Time {
	t.Helper()
	x, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestActive: 2026-11-30 is a Monday.
func TestActive(t *testing.T) {
	for _, r := range []struct {
		rule, yes, no string // times, parted by commas
	}{
		{"24/7", "2026-11-30 00:00,2026-12-06 23:59", ""},
		{"07:00-09:00", "2026-11-30 07:00,2026-12-05 08:59", "2026-11-30 06:59,2026-11-30 09:00"},
		{"Mo-Fr 07:00-09:00", "2026-11-30 07:00,2026-12-04 08:00", "2026-12-05 08:00"},
		{"Mo-Fr 07:00-09:00,16:00-18:30", "2026-11-30 18:29,2026-11-30 08:00", "2026-11-30 12:00"},
		{"Mo-Fr 7:00 - 9:00", "2026-11-30 07:00", "2026-11-30 09:00"},
		{"mon-fri 07:00–09:00", "2026-11-30 07:00", "2026-12-05 08:00"},
		{"(Mo-Fr 07:00-09:00)", "2026-11-30 07:00", "2026-12-05 08:00"},
		{"Mo,We,Fr-Su", "2026-11-30 12:00,2026-12-02 12:00,2026-12-05 12:00", "2026-12-01 12:00"},
		{"Sa-Mo", "2026-11-30 12:00,2026-12-06 12:00", "2026-12-01 12:00"},
		{"22:00-06:00", "2026-11-30 23:00,2026-11-30 05:59", "2026-11-30 06:00,2026-11-30 21:59"},
		{"Fr-Sa 22:00-06:00", "2026-12-04 23:00,2026-12-05 05:00,2026-12-06 05:00", "2026-12-04 05:00,2026-12-06 23:00"},
		{"Fr 22:00-30:00", "2026-12-05 05:00", "2026-12-05 06:00"},
		{"Mo 00:00-24:00", "2026-11-30 23:59", "2026-12-01 00:00"},
		{"Tu-Su 00:00-01:00", "2026-12-01 00:30", "2026-11-30 00:30"},
		{"Jan-Mar", "2026-01-01 00:00,2026-03-31 23:59", "2026-04-01 00:00"},
		{"Nov-Feb", "2026-11-01 00:00,2026-02-28 12:00", "2026-10-31 23:00,2026-03-01 00:00"},
		{"May", "2026-05-31 12:00", "2026-06-01 00:00"},
		{"Jan,Mar 10:00-12:00", "2026-03-05 11:00", "2026-02-05 11:00"},
		{"Jan15-Aug15", "2026-01-15 00:00,2026-08-15 23:59", "2026-08-16 00:00,2026-01-14 23:59"},
		{"Oct 01-Mar 31 Sa-Su", "2026-12-05 12:00,2026-03-29 00:00", "2026-11-30 12:00,2026-05-02 12:00"},
		{"Dec 24-26", "2026-12-25 12:00", "2026-12-27 00:00"},
		{"Dec 25", "2026-12-25 12:00", "2026-12-26 12:00"},
		{"Sept 1-Sept 30: 10:00-11:00", "2026-09-10 10:30", "2026-10-01 10:30"},
		{"2026", "2026-01-01 00:00", "2027-01-01 00:00"},
		{"2026-2027 Sa", "2027-01-02 00:00", "2026-11-30 00:00,2028-01-01 00:00"},
		{"2026 Oct 01-2027 Mar 31", "2026-12-01 00:00,2027-03-31 12:00", "2026-09-30 12:00,2027-04-01 00:00,2027-10-02 00:00"},
		{"2026 Oct 01-Dec 31", "2026-12-01 00:00", "2027-11-01 00:00"},
		{"Mo-Fr 08:00-18:00; We off", "2026-11-30 10:00", "2026-12-02 10:00"},
		{"Mo-Fr 08:00-18:00; 12:00-13:00 off", "2026-11-30 10:00,2026-11-30 13:00", "2026-11-30 12:30"},
		{"Mo-Fr 08:00-18:00; We 09:00-10:00", "2026-12-02 09:30,2026-11-30 12:00", "2026-12-02 12:00"},
		{"Mo-Fr 08:00-10:00, We 12:00-13:00", "2026-12-02 12:30,2026-12-02 09:00", "2026-11-30 12:30"},
		{"24/7; Sa closed", "2026-11-30 10:00", "2026-12-05 10:00"},
		{"Mo open", "2026-11-30 10:00", "2026-12-01 10:00"},
		{"Mo-Fr 08:00-10:00;", "2026-11-30 09:00", "2026-11-30 11:00"},
		{"Oct-Mar AND Sa-Su", "2026-12-05 12:00", "2026-11-30 12:00,2026-05-02 12:00"},
		{"Sa-Su,PH 12:00-17:00", "2026-12-05 12:00", "2026-11-30 12:00"},
		{"PH,Sa-Su", "2026-12-05 12:00", "2026-11-30 12:00"},
		{"Mo-Fr 08:00-10:00; PH off", "2026-11-30 09:00", "2026-12-05 09:00"},
	} {
		rule, err := Parse(r.rule)
		if err != nil {
			t.Error(err)
			continue
		}
		check := func(times string, want bool) {
			for text := range strings.SplitSeq(times, ",") {
				if text != "" && rule.Active(at(t, text)) != want {
					t.Errorf("%s at %s: not %v", r.rule, text, want)
				}
			}
		}
		check(r.yes, true)
		check(r.no, false)
		if rule.Holidays() != strings.Contains(r.rule, "PH") {
			t.Errorf("%s: holidays %v", r.rule, rule.Holidays())
		}
	}
}

func TestUnknown(t *testing.T) {
	for _, text := range []string{
		"", " ", "()", ";", "wet", "weight>7.5", "Mo-Fr 07:00-09:00 AND weight>7.5", "AND", "Mo AND", "sunrise-sunset", "dusk-dawn",
		"(sunset+01:00)-23:00", "07:00", "07:00+", "07:00-", "07:00-09:00+", "10:00-16:00/01:30", "7-9", "07:0-09:00", "24:01-25:00x",
		"25:00-26:00", "07:00-49:00", "07:60-08:00", "Mo-", "Mo-Jan", "Mo-Fr,", "Mo[1]", "Mo[1] 10:00-11:00", "SH", "Mo-Fr,SH 08:00-10:00",
		"PH", "PH off", "PH 10:00-12:00", "week 1-10", "easter", "Jan-Mar 15", "Jan 15-Mar", "Jan-", "Jan 0", "Jan 32-Mar 1",
		"1800-1900 Mo", "2027-2026", "2026 Dec-2026 Jan", "Mo 10:00-11:00 \"by appointment\"", "Mo || Tu", "Mo unknown", "MoTu", "no", "Mo 10:00-11:00 x",
		"has_pygmies > 10 p", "Mo;;Tu", "\xff", strings.Repeat("Mo,", 400) + "Mo",
	} {
		if rule, err := Parse(text); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %+v, %v", text, rule, err)
		}
	}
	var zero Rule
	if zero.Active(at(t, "2026-11-30 12:00")) {
		t.Error("the zero rule holds")
	}
}

func TestSplit(t *testing.T) {
	for text, want := range map[string][]Clause{
		"no @ (Mo-Fr 07:00-09:00)":                {{"no", "Mo-Fr 07:00-09:00"}},
		"no@(Jan15-Aug15)":                        {{"no", "Jan15-Aug15"}},
		"no @ (Mo 1:00-2:00; Tu off); yes @ wet ": {{"no", "Mo 1:00-2:00; Tu off"}, {"yes", "wet"}},
		"no":                 {{"no", ""}},
		";":                  nil,
		"no @ (Mo":           {{"no", "(Mo"}},
		"no @ Mo); yes @ Tu": {{"no", "Mo)"}, {"yes", "Tu"}},
	} {
		if d := cmp.Diff(want, Split(text)); d != "" {
			t.Errorf("%q: %s", text, d)
		}
	}
}

// FuzzParse: no text panics, and what is understood can be asked at any time.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"Mo-Fr 07:00-09:00,16:00-18:30; PH off", "2026 Oct 01-2027 Mar 31 Sa-Su,PH 12:00-17:00", "Jan,Mar 10:00-12:00 AND We", "no @ (24/7)"} {
		f.Add(text, int64(1_800_000_000))
	}
	f.Fuzz(func(t *testing.T, text string, seconds int64) {
		for _, c := range Split(text) {
			if rule, err := Parse(c.When); err == nil {
				rule.Active(time.Unix(seconds, 0).UTC())
			}
		}
		rule, err := Parse(text)
		if err != nil {
			return
		}
		now := time.Unix(seconds%1e11, 0).UTC()
		if again, err := Parse("(" + strings.TrimRight(text, "; ") + ")"); err == nil && again.Active(now) != rule.Active(now) {
			t.Errorf("%q in parentheses is another rule", text)
		}
	})
}

func BenchmarkActive(b *testing.B) {
	rule, err := Parse("Oct 01-Mar 31 Sa-Su,PH 12:00-17:00; We off")
	if err != nil {
		b.Fatal(err)
	}
	now := at(b, "2026-11-30 12:00")
	for b.Loop() {
		rule.Active(now)
	}
}

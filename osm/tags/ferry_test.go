package tags

import "testing"

func TestFerry(t *testing.T) {
	checkAccess(t, []accessRow{
		{"route=ferry", "++", "++", "++"},
		{"route=ferry, foot=yes", "++", "--", "--"},
		{"route=ferry, bicycle=yes", "++", "++", "--"},
		{"route=ferry, foot=yes, bicycle=yes", "++", "++", "--"},
		{"route=ferry, foot=yes, motor_vehicle=yes", "++", "++", "++"},
		{"route=ferry, motor_vehicle=yes", "++", "++", "++"},
		{"route=ferry, foot=yes, hgv=yes", "++", "++", "++"},
		{"route=ferry, motor_vehicle=no", "++", "++", "--"},
		{"route=ferry, motorcar=no, foot=yes", "++", "++", "--"},
		{"route=ferry, access=no, motorcar=yes", "--", "--", "++"},
		{"route=ferry, foot=no", "--", "--", "--"},
		{"route=ferry, access=private", "++", "++", "++"},
		{"route=shuttle_train", "--", "++", "++"},
		{"route=shuttle_train, foot=yes, bicycle=no", "++", "--", "++"},
	})
}

func TestDuration(t *testing.T) {
	for _, r := range []struct {
		text    string
		seconds uint32
		ok      bool
	}{
		{"00:20", 1200, true}, {"1:30", 5400, true}, {"00:00:45", 45, true}, {"01:02:03", 3723, true}, {"26:00", 93600, true},
		{"20", 1200, true}, {"20 min", 1200, true}, {"20 minutes", 1200, true}, {"1.5 h", 5400, true}, {"45 s", 45, true},
		{"2.5", 150, true},
		{"PT20M", 1200, true}, {"PT1H30M", 5400, true}, {"PT45S", 45, true}, {"P1DT2H", 93600, true}, {"P1W", 604800, true},
		{"PT1.5H", 5400, true},
		{"", 0, false}, {"P", 0, false}, {"PT", 0, false}, {"P1H", 0, false}, {"PT1", 0, false}, {"PT5D", 0, false},
		{"PT1HT1M", 0, false}, {"1:2:3:4", 0, false}, {"a:b", 0, false}, {":", 0, false}, {"long", 0, false}, {"0", 0, false},
		{"00:00", 0, false}, {"20 parsecs", 0, false}, {"-5", 0, false}, {"P40D", 0, false}, {"999999999999999", 0, false},
		{"10:00-12:00", 0, false},
	} {
		if s, ok := parseDuration(r.text); s != r.seconds || ok != r.ok {
			t.Errorf("%q: %d %v, want %d %v", r.text, s, ok, r.seconds, r.ok)
		}
	}
}

func TestDurationOfWays(t *testing.T) {
	for _, r := range []struct {
		tags     string
		seconds  uint32
		problems int
	}{
		{"route=ferry, duration=00:20", 1200, 0},
		{"route=ferry", 0, 0},
		{"route=ferry, duration=quick", 0, 1},
		{"route=shuttle_train, duration=PT35M", 2100, 0},
		{"highway=steps, conveying=yes, duration=00:01", 60, 0},
		{"highway=elevator, duration=1", 60, 0},
		{"highway=primary, duration=00:20", 0, 0},
	} {
		w := wayOf(t, r.tags)
		if w.DurationS != r.seconds || len(w.Problems) != r.problems {
			t.Errorf("%s: %d s, problems %v, want %d s, %d", r.tags, w.DurationS, w.Problems, r.seconds, r.problems)
		}
	}
}

func TestFerryRelation(t *testing.T) {
	r, ok := RestrictionOf(parseTags(t, "type=route, route=ferry, duration=01:00"))
	if !ok || r.DurationS != 3600 || len(r.Restrictions) != 0 {
		t.Errorf("ferry relation is %+v %v, want 3600 s", r, ok)
	}
	for _, text := range []string{"type=route, route=bus, duration=01:00", "type=route, route=ferry", "type=multipolygon"} {
		if r, ok := RestrictionOf(parseTags(t, text)); ok {
			t.Errorf("%s is taken as %+v", text, r)
		}
	}
}

package tags

import (
	"testing"

	"graphbuild/facts"
)

func TestBarriers(t *testing.T) {
	for _, r := range []struct {
		tags string
		want string // w walk, b bike, c car, u bus, h hgv, r wheelchair, e emergency; "all" where the node says nothing
	}{
		{"barrier=gate", "all"},
		{"barrier=lift_gate", "all"},
		{"barrier=toll_booth", "all"},
		{"barrier=border_control", "all"},
		{"barrier=cattle_grid", "all"},
		{"barrier=entrance", "all"},
		{"barrier=yes", "all"},
		{"barrier=something_new", "all"},
		{"barrier=no", "all"},
		{"barrier=height_restrictor, maxheight=2.2", "all"},
		{"barrier=height_restrictor, maxheight=1.5", "wbr"},
		{"barrier=bollard", "wbr"},
		{"barrier=block", "wbr"},
		{"barrier=cycle_barrier", "wbr"},
		{"barrier=kissing_gate", "w"},
		{"barrier=stile", "w"},
		{"barrier=turnstile", "w"},
		{"barrier=chain", "wr"},
		{"barrier=motorcycle_barrier", "wb"},
		{"barrier=bus_trap", "wbure"},
		{"barrier=wall", ""},
		{"barrier=fence", ""},
		{"barrier=fence, sensory=audible", "all"},

		{"barrier=gate, access=no", "e"},
		{"barrier=gate, access=private", "all"},
		{"barrier=gate, access=no, foot=yes, bicycle=yes", "wbre"},
		{"barrier=gate, access=agricultural", "e"},
		{"barrier=gate, motor_vehicle=no", "wbre"},
		{"barrier=gate, access=yes, bicycle=no", "wcuhre"},
		{"barrier=gate, locked=yes", ""},
		{"barrier=gate, locked=yes, bicycle=yes", "b"},
		{"barrier=gate, emergency=no", "wbcuhr"},
		{"barrier=bollard, access=yes", "all"},
		{"barrier=bollard, bicycle=no", "wr"},
		{"barrier=bollard, bus=yes", "wbur"},
		{"barrier=bollard, emergency=yes", "wbre"},
		{"barrier=wall, foot=yes", "w"},
		{"barrier=kissing_gate, wheelchair=yes", "wr"},
		{"barrier=gate, wheelchair=no", "wbcuhe"},
		{"barrier=kerb", "all"},
		{"barrier=kerb, kerb=raised", "wbcuhe"},
		{"barrier=kerb, kerb=lowered", "all"},

		{"access=no", "e"},
		{"motor_vehicle=no", "wbre"},
		{"foot=yes", "all"},
		{"bicycle=no", "wcuhre"},
		{"highway=crossing, bicycle=no", "all"},
		{"highway=bus_stop, access=no", "all"},
		{"highway=traffic_signals", "all"},
		{"name=A", "all"},
		{"highway=elevator", "wbr"},
		{"highway=elevator, bicycle=no", "wr"},
	} {
		got := "all"
		if n, ok := NodeOf(parseTags(t, r.tags)); ok && n.Pass != everyone {
			got = letters(n.Pass)
		}
		if got != r.want {
			t.Errorf("%s: %s may pass, want %s", r.tags, got, r.want)
		}
	}
}

func letters(modes facts.Modes) string {
	out := ""
	for m, letter := range "wbcuhre" {
		if modes.Has(facts.Mode(m)) {
			out += string(letter)
		}
	}
	return out
}

func TestNodeTypes(t *testing.T) {
	for text, want := range map[string]Node{
		"barrier=bollard": {Type: facts.BarrierVertex, Barrier: "bollard", Pass: noMotor},
		"access=no":       {Type: facts.StreetVertex, Pass: 1 << facts.Emergency},
		"barrier=gate, access=private": {
			Type: facts.BarrierVertex, Barrier: "gate", Pass: everyone, Limited: facts.ModesOf(facts.Walk, facts.Bike, facts.Car),
		},
		"barrier=gate, access=private, foot=yes": {
			Type: facts.BarrierVertex, Barrier: "gate", Pass: everyone, Limited: facts.ModesOf(facts.Bike, facts.Car),
		},
		"highway=elevator, level=0;1, duration=00:02": {
			Type: facts.ElevatorVertex, Pass: noMotor, Levels: "0;1", DurationS: 120,
		},
	} {
		if got, ok := NodeOf(parseTags(t, text)); !ok || got != want {
			t.Errorf("%s: %+v %v, want %+v", text, got, ok, want)
		}
	}
}

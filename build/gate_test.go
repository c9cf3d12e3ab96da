package build

import (
	"strings"
	"testing"

	"graphbuild/facts"
	"graphbuild/internal/asciimap"
)

// TestGates: a private gate G stops those who could go around, not those who have no other way to what lies behind it.
func TestGates(t *testing.T) {
	for name, test := range map[string]struct {
		ways []string
		gate []string
		want string // modes that do not pass
	}{
		"a way round":             {[]string{"AGB", "ACDB"}, []string{"barrier=gate", "access=private"}, "walk bike car"},
		"the only way":            {[]string{"AGB", "AC"}, []string{"barrier=gate", "access=private"}, ""},
		"open to people on foot":  {[]string{"AGB", "ACDB"}, []string{"barrier=gate", "access=private", "foot=yes"}, "bike car"},
		"deliveries":              {[]string{"AGB", "ACDB"}, []string{"barrier=lift_gate", "motor_vehicle=delivery"}, "car"},
		"a public gate":           {[]string{"AGB", "ACDB"}, []string{"barrier=gate"}, ""},
		"a private way round":     {[]string{"AGB", "ACDB access=private"}, []string{"barrier=gate", "access=private"}, ""},
		"a way round for walkers": {[]string{"AGB", "ACDB highway=footway"}, []string{"barrier=gate", "access=private"}, "walk"},
		"a way round one way":     {[]string{"AGB", "ACDB oneway=yes oneway:bicycle=no"}, []string{"barrier=gate", "access=private"}, "walk bike"},
		"two gates":               {[]string{"AGB", "AHB"}, []string{"barrier=gate", "access=private"}, ""},
		"two gates, a way round":  {[]string{"AGB", "AHB", "ACDB"}, []string{"barrier=gate", "access=private"}, "walk bike car"},
	} {
		t.Run(name, func(t *testing.T) {
			m := asciimap.Draw(t, 10, `
				  H
				A-G-B
				C---D
			`)
			for _, w := range test.ways {
				words := strings.Fields(w)
				tags := words[1:]
				if !strings.Contains(w, "highway=") {
					tags = append(tags, "highway=residential")
				}
				m.Way(words[0], tags...)
			}
			m.Node("GH", test.gate...)
			tables, _ := tablesFrom(t, Config{Inputs: inputsOf(m.File())})
			got := ""
			for mode := facts.Walk; mode <= facts.Car; mode++ {
				for i := range tables.Access.Vertex.Len() {
					if tables.Vertices.NodeID.At(int(tables.Access.Vertex.At(i))) == 'G' && !tables.Access.Pass.At(i).Has(mode) {
						got += " " + mode.String()
					}
				}
			}
			if want := test.want; got != "" && got[1:] != want || got == "" && want != "" {
				t.Errorf("closed to%s, want %s", got, want)
			}
		})
	}
}

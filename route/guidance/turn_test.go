package guidance

import "testing"

func TestModifiers(t *testing.T) {
	for turn, want := range map[float64]string{
		0: "straight", 20: "straight", -20: "straight", 21: "slight right", -30: "slight left", 90: "right", -90: "left", 120: "right",
		121: "sharp right", -150: "sharp left", 180: "uturn", -180: "uturn",
	} {
		if got := modifierOf(turn).String(); got != want {
			t.Errorf("%g degrees: %s, want %s", turn, got, want)
		}
	}
	for _, c := range [][3]float64{{350, 10, 20}, {10, 350, -20}, {0, 180, 180}, {180, 0, 180}, {90, 90, 0}, {0, 270, -90}} {
		if got := turnBetween(c[0], c[1]); got != c[2] {
			t.Errorf("from %g to %g: %g, want %g", c[0], c[1], got, c[2])
		}
	}
}

func TestTimeInTenths(t *testing.T) {
	for x, want := range map[float64]Tenths{0: 0, 0.05: 1, 0.0494: 0, 12.35: 124, 3.25: 33} {
		if got := TimeInTenths(x); got != want {
			t.Errorf("%g s: %d tenths, want %d", x, got, want)
		}
	}
}

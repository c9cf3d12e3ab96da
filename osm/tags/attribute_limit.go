package tags

// Bounds of sizes and weights that are believed.
const (
	maxSizeM   = 1000
	maxWeightT = 1000
)

// readSize reads lengths in metres: https://wiki.openstreetmap.org/wiki/Key:width, Key:maxheight, Key:maxwidth,
// Key:maxlength. Words for "no sign" and "what the law says" give no number and are not kept.
func readSize(v string) (string, bool) { return readLimitOf(v, parseMetres, maxSizeM) }

// readWeight reads weights in tonnes: https://wiki.openstreetmap.org/wiki/Key:maxweight, Key:maxaxleload.
func readWeight(v string) (string, bool) { return readLimitOf(v, parseTonnes, maxWeightT) }

func readLimitOf(v string, parse func(string) (float64, bool), most float64) (string, bool) {
	switch v {
	case "default", "none", "unsigned", "no_sign", "no_indications", "below_default", "physical", "unknown", "no":
		return "", true
	}
	x, ok := parse(v)
	if !ok || x <= 0 || x > most {
		return "", false
	}
	return decimal(x, 2), true
}

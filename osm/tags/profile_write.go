package tags

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"graphbuild/facts"
)

// Hash returns a hash of what the profile says, in hexadecimal; comments and the order of lines do not count.
func (p *Profile) Hash() string {
	sum := sha256.Sum256(p.YAML())
	return hex.EncodeToString(sum[:16])
}

// IsDefault reports whether the profile says the same as DefaultProfile.
func (p *Profile) IsDefault() bool { return p == nil || bytes.Equal(p.YAML(), defaultProfile.YAML()) }

// YAML writes the whole profile so that ParseProfile reads it back: one line an entry, sorted.
func (p *Profile) YAML() []byte {
	var b bytes.Buffer
	b.WriteString("base: none\n")
	writeDefaults(&b, "classes", p.Classes)
	writeDefaults(&b, "services", p.Services)
	writeTable(&b, "barriers", sortedKeys(p.Barriers), func(k string) string { return modesYAML(p.Barriers[k]) })
	writeTable(&b, "zones", sortedKeys(p.ZoneKMH), func(k string) string { return speedYAML(p.ZoneKMH[k]) })
	writeTable(&b, "surfaces", sortedKeys(p.SurfaceKMH), func(k string) string { return speedYAML(p.SurfaceKMH[k]) })
	fmt.Fprintf(&b, "attributes: [%s]\n", strings.Join(quoteAll(p.Attributes), ", "))
	return b.Bytes()
}

// writeDefaults writes the classes in their order, as a reader looks for them.
func writeDefaults(b *bytes.Buffer, name string, table map[string]Default) {
	keys := sortedKeys(table)
	slices.SortStableFunc(keys, func(x, y string) int { return cmp.Compare(table[x].Class, table[y].Class) })
	writeTable(b, name, keys, func(k string) string {
		d := table[k]
		never := ""
		if d.Never != 0 {
			never = ", never: " + modesYAML(d.Never)
		}
		return fmt.Sprintf("{class: %s, modes: %s%s, kmh: %s}", d.Class, modesYAML(d.Modes), never, speedYAML(d.KMH))
	})
}

func writeTable(b *bytes.Buffer, name string, keys []string, value func(string) string) {
	fmt.Fprintf(b, "%s:\n", name)
	if len(keys) == 0 {
		b.Truncate(b.Len() - 1)
		b.WriteString(" {}\n")
	}
	for _, k := range keys {
		fmt.Fprintf(b, "  %s: %s\n", quoteYAML(k), value(k))
	}
}

func quoteAll(words []string) []string {
	var list []string
	for _, w := range words {
		list = append(list, quoteYAML(w))
	}
	return list
}

// quoteYAML quotes a key that YAML would read as more than a word.
func quoteYAML(k string) string {
	for _, c := range k {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-') {
			return fmt.Sprintf("%q", k)
		}
	}
	switch strings.ToLower(k) {
	case "none", "null", "yes", "no", "on", "off", "true", "false", "y", "n":
		return fmt.Sprintf("%q", k)
	}
	return k
}

func speedYAML(kmh float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", kmh), "0"), ".")
}

func modesYAML(m facts.Modes) string {
	switch m {
	case facts.NoModes:
		return "none"
	case facts.AllModes:
		return "all"
	}
	return "[" + strings.Join(m.Names(), ", ") + "]"
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

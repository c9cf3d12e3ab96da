package wire

import (
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// AppendString appends a text as encoding/json writes it: what HTML could mistake is escaped, bytes that are not UTF-8 become
// U+FFFD.
func AppendString(out []byte, text string) []byte {
	out = append(out, '"')
	start := 0 // of what is not yet written
	for i := 0; i < len(text); {
		if plain(text[i]) {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !escaped(r, size) {
			i += size
			continue
		}
		out = appendEscape(append(out, text[start:i]...), r)
		i += size
		start = i
	}
	return append(append(out, text[start:]...), '"')
}

// plain reports whether a byte is of ASCII and stands for itself.
func plain(c byte) bool {
	return c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
}

// escaped reports whether a character that is not plain cannot stand as it is: ASCII, broken UTF-8, and what ends a line in
// JavaScript.
func escaped(r rune, size int) bool {
	return size == 1 || r == '\u2028' || r == '\u2029'
}

func appendEscape(out []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(out, '\\', byte(r))
	case '\b':
		return append(out, `\b`...)
	case '\f':
		return append(out, `\f`...)
	case '\n':
		return append(out, `\n`...)
	case '\r':
		return append(out, `\r`...)
	case '\t':
		return append(out, `\t`...)
	}
	const digits = "0123456789abcdef"
	return append(out, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}

// AppendFloat appends a number as encoding/json writes it. What is no number is written as null.
func AppendFloat(out []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(out, "null"...)
	}
	if n := int64(v); float64(n) == v && n > -1e15 && n < 1e15 && n != 0 {
		return strconv.AppendInt(out, n, 10)
	}
	if a := math.Abs(v); a == 0 || a >= 1e-6 && a < 1e21 {
		return strconv.AppendFloat(out, v, 'f', -1, 64)
	}
	out = strconv.AppendFloat(out, v, 'e', -1, 64)
	if n := len(out); out[n-4] == 'e' && out[n-3] == '-' && out[n-2] == '0' { // e-09 is e-9
		out[n-2] = out[n-1]
		out = out[:n-1]
	}
	return out
}

// appendM appends a length as RoundM rounds it, and appendS a time as RoundS does.
func appendM(out []byte, v float64) []byte { return appendRounded(out, v, 10, 1) }
func appendS(out []byte, v float64) []byte { return appendRounded(out, v, 1000, 3) }

func appendRounded(out []byte, v, scale float64, decimals int) []byte {
	if !(v >= 0 && v < 1e12) {
		return AppendFloat(out, roundTo(v, scale))
	}
	return appendUnits(out, uint64(v*scale+0.5), decimals)
}

// powers are those of ten.
var powers = [...]uint64{1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7}

// appendUnits appends n units of a place after the point, of which there are at most 7, without needless zeros.
func appendUnits(out []byte, n uint64, decimals int) []byte {
	out = strconv.AppendUint(out, n/powers[decimals], 10)
	rest := n % powers[decimals]
	if rest == 0 {
		return out
	}
	for rest%10 == 0 {
		rest /= 10
		decimals--
	}
	out = append(out, ".0000000"[:1+decimals]...)
	for i := len(out) - 1; rest > 0; i-- {
		out[i] = byte('0' + rest%10)
		rest /= 10
	}
	return out
}

// appendRaw appends JSON that came with a query, as encoding/json does: without blanks, and escaped for HTML.
func appendRaw(out []byte, raw json.RawMessage) []byte {
	for _, c := range raw {
		if c <= ' ' || c >= utf8.RuneSelf || c == '<' || c == '>' || c == '&' {
			text, err := json.Marshal(raw)
			if err != nil { // it was parsed
				text = []byte("null")
			}
			return append(out, text...)
		}
	}
	return append(out, raw...)
}

// appendOptionalID appends a number that may be missing.
func appendOptionalID(out []byte, id int64, ok bool) []byte {
	if !ok {
		return append(out, "null"...)
	}
	return strconv.AppendInt(out, id, 10)
}

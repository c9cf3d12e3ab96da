package encode

import "fmt"

// Encoding is how the numbers of a column are written. The numbers are stored in files and permanent.
type Encoding uint8

const (
	// EncodingNone is a section with a form of its own: records, points, degrees, blobs.
	EncodingNone Encoding = iota
	// EncodingConst: all rows are equal.
	EncodingConst
	// EncodingRaw: 1, 2, 4 or 8 bytes a row.
	EncodingRaw
	// EncodingFixed: one base and one width for all rows.
	EncodingFixed
	// EncodingPacked: a base and a width for every 64 rows.
	EncodingPacked
	// EncodingPatched: the same, rows that are too large being kept apart.
	EncodingPatched
	// EncodingLinear: for every 64 rows a line, and what the rows lie above it.
	EncodingLinear
	// EncodingSparse: a value for most rows, and a sorted list of the others.
	EncodingSparse
	// EncodingBlocks: entropy-coded values in blocks that decode alone.
	EncodingBlocks
	// EncodingBlocksDelta: the same with differences of neighbours.
	EncodingBlocksDelta
	// EncodingBlocksRecent: the same with the place among the values used last.
	EncodingBlocksRecent
	// EncodingDeflate: bytes compressed with DEFLATE (RFC 1951), which every standard library reads.
	EncodingDeflate
	// EncodingBits: one bit a row.
	EncodingBits
	// EncodingDictionary: distinct strings and numbers of them.
	EncodingDictionary
	numEncodings
)

var encodingNames = [numEncodings]string{"plain", "const", "raw", "fixed", "packed", "patched", "linear", "sparse", "blocks",
	"blocks-delta", "blocks-recent", "deflate", "bits", "dictionary"}

func (e Encoding) String() string {
	if e < numEncodings {
		return encodingNames[e]
	}
	return fmt.Sprintf("encoding(%d)", uint8(e))
}

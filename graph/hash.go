package graph

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// ContentHash returns the SHA-256, in hex, over the sections of the graph without provenance and issues: graphs that
// are equal have equal hashes, whatever files and builder they come from. It is made of the checksums in the directory
// and reads no section. Empty for a graph in memory.
func (g *Graph) ContentHash() string {
	if g.file == nil {
		return ""
	}
	h := sha256.New()
	var buf []byte
	for _, s := range g.Sections() {
		if s.Table == "" || s.Table == "meta" || s.Table == "issues" {
			continue
		}
		buf = append(append(append(buf[:0], s.Table...), '.'), s.Column...)
		buf = binary.LittleEndian.AppendUint64(append(buf, 0), uint64(s.Rows))
		buf = binary.LittleEndian.AppendUint64(buf, uint64(s.Bytes))
		buf = binary.LittleEndian.AppendUint32(buf, s.CRC)
		h.Write(buf)
	}
	return hex.EncodeToString(h.Sum(nil))
}

package osm

import (
	"bytes"
	"encoding/binary"
)

// Format is what the first bytes of a file say that it is.
type Format uint8

// Formats that Sniff tells apart. PBF and XML can be read; Gzip, Bzip2 and Zstd are wrappers that Open takes off; the
// others are there to be named in an error.
const (
	UnknownFormat Format = iota
	PBF
	XML
	Gzip
	Bzip2
	Zstd
	Empty
	HTML
	Zip
	O5M
	XZ
	JSON
	UTF16
	Text
)

var formatNames = [...]string{
	UnknownFormat: "data of an unknown kind", PBF: "OSM PBF", XML: "OSM XML", Gzip: "gzip", Bzip2: "bzip2", Zstd: "zstd",
	Empty: "an empty file", HTML: "an HTML page", Zip: "a zip archive", O5M: "o5m", XZ: "xz", JSON: "JSON",
	UTF16: "UTF-16 text", Text: "plain text",
}

// String returns the format's name, with its article where it stands for a foreign file: "OSM PBF", "an HTML page".
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return formatNames[UnknownFormat]
}

// packed reports whether the format is a wrapper around one file.
func (f Format) packed() bool { return f == Gzip || f == Bzip2 || f == Zstd }

// readable reports whether Open reads the format.
func (f Format) readable() bool { return f == PBF || f == XML || f.packed() }

// sniffBytes is how much of a file's head Sniff wants to see.
const sniffBytes = 1024

var magics = []struct {
	magic  string
	format Format
}{
	{"\x1f\x8b", Gzip},
	{"BZh", Bzip2},
	{"\x28\xb5\x2f\xfd", Zstd},
	{"PK\x03\x04", Zip},
	{"PK\x05\x06", Zip},
	{"\xfd7zXZ\x00", XZ},
	{"\xff\xe0", O5M},
	{"\xff\xfe", UTF16},
	{"\xfe\xff", UTF16},
	{"<\x00", UTF16},
	{"\x00<", UTF16},
}

// Sniff tells the format of a file from its first bytes, of which 1 KiB is enough. It never looks at a file's name.
func Sniff(head []byte) Format {
	if len(head) == 0 {
		return Empty
	}
	for _, m := range magics {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.format
		}
	}
	if looksLikePBF(head) {
		return PBF
	}
	return sniffText(bytes.TrimLeft(bytes.TrimPrefix(head, utf8BOM), " \t\r\n"))
}

var utf8BOM = []byte("\xef\xbb\xbf")

// looksLikePBF reports whether head begins with the length of a BlobHeader and a BlobHeader that begins with its type.
func looksLikePBF(head []byte) bool {
	if len(head) < 4 || binary.BigEndian.Uint32(head) > maxBlobHeaderBytes {
		return false
	}
	if len(head) < 6 {
		return head[0] == 0 && head[1] == 0
	}
	return head[4] == 0x0a && int(head[5]) <= len(head)-6
}

func sniffText(head []byte) Format {
	lower := bytes.ToLower(head)
	switch {
	case len(head) == 0:
		return Text
	case bytes.HasPrefix(lower, []byte("<!doctype html")), bytes.HasPrefix(lower, []byte("<html")),
		bytes.HasPrefix(head, []byte("<")) && bytes.Contains(lower, []byte("<html")):
		return HTML
	case head[0] == '<':
		return XML
	case head[0] == '{' || head[0] == '[':
		return JSON
	case bytes.IndexFunc(head, isControl) < 0:
		return Text
	}
	return UnknownFormat
}

func isControl(r rune) bool { return r < ' ' && r != '\t' && r != '\r' && r != '\n' }

// maxBlobHeaderBytes is the format's limit for a BlobHeader.
const maxBlobHeaderBytes = 64 << 10

package encode

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// Layout writes every byte of a file as hexadecimal text with what it means: for people, and for golden files of tests. It
// takes some 4 bytes of text for each byte.
func (f *File) Layout(w io.Writer) error {
	d := &dump{w: bufio.NewWriter(w), f: f}
	head := d.read(0, headerBytes)
	d.field(head[:8], "magic")
	d.field(head[8:10], "major version %d", binary.LittleEndian.Uint16(head[8:]))
	d.field(head[10:12], "minor version %d", binary.LittleEndian.Uint16(head[10:]))
	d.field(head[12:16], "flags")
	d.field(head[16:24], "length of the file %d", binary.LittleEndian.Uint64(head[16:]))
	d.field(head[24:32], "offset of the directory %d", binary.LittleEndian.Uint64(head[24:]))
	for _, s := range f.Sections() {
		if s.Column == "header" || s.Column == "directory" {
			continue
		}
		d.gap(s.Offset)
		d.title("%s %s: %s, %s, %d rows, %d bytes, checksum %08x", s.Table, s.Column, s.Type, s.Encoding, s.Rows, s.Bytes, s.CRC)
		d.bytes(d.read(s.Offset, s.Bytes))
		if n := sumsLength(s.Bytes); n > 0 {
			d.title("checksums of its blocks")
			d.bytes(d.read(s.Offset+s.Bytes, n))
		}
	}
	d.gap(f.directory)
	d.directory()
	foot := d.read(f.size-footerBytes, footerBytes)
	d.title("footer")
	d.field(foot[:8], "offset of the directory %d", binary.LittleEndian.Uint64(foot))
	d.field(foot[8:16], "length of the file %d", binary.LittleEndian.Uint64(foot[8:]))
	d.field(foot[16:20], "length of the directory %d", binary.LittleEndian.Uint32(foot[16:]))
	d.field(foot[20:24], "checksum")
	d.field(foot[24:], "end magic")
	if d.err == nil {
		d.err = d.w.Flush()
	}
	return d.err
}

// dump writes bytes at their offsets.
type dump struct {
	w   *bufio.Writer
	f   *File
	at  int64
	err error
}

// read returns bytes of the file, zeros where they cannot be had.
func (d *dump) read(at, n int64) []byte {
	b, err := d.f.read(at, n)
	if err != nil {
		d.err = err
		return make([]byte, min(n, maxDirectory)) // all that is not a section is less
	}
	return b
}

func (d *dump) title(format string, a ...any) { fmt.Fprintf(d.w, "\n"+format+"\n", a...) }

// field writes some bytes and what they are.
func (d *dump) field(b []byte, format string, a ...any) {
	fmt.Fprintf(d.w, "%06x  %-48s%s\n", d.at, fmt.Sprintf("% x", b), fmt.Sprintf(format, a...))
	d.at += int64(len(b))
}

// bytes writes lines of 16.
func (d *dump) bytes(b []byte) {
	for len(b) > 0 {
		n := min(16, len(b))
		fmt.Fprintf(d.w, "%06x  % x\n", d.at, b[:n])
		b = b[n:]
		d.at += int64(n)
	}
}

// gap writes the padding before an offset.
func (d *dump) gap(to int64) {
	if to > d.at {
		d.title("padding")
		d.bytes(d.read(d.at, to-d.at))
	}
	d.at = to
}

// directory writes the directory table by table.
func (d *dump) directory() {
	d.title("directory")
	b := d.read(d.f.directory, d.f.size-footerBytes-d.f.directory)
	tables := d.f.tables
	d.field(b[:len(binary.AppendUvarint(nil, uint64(len(tables))))], "%d tables", len(tables))
	for _, t := range tables {
		columns := t.columns
		t.columns = nil
		head := appendDirectory(nil, []dirTable{t})[1:]
		head = binary.AppendUvarint(head[:len(head)-1], uint64(len(columns)))
		d.field(head, "table %d, version %d, critical %v, %d columns", t.number, t.version, t.critical, len(columns))
		next, rows := 0, -1
		for _, s := range columns {
			entry := binary.AppendUvarint(nil, uint64(int(s.number)-next))
			d.field(s.append(entry, rows), "column %d: %v, %v, %d rows, %d bytes at %d", s.number, s.typ, s.enc, s.rows, s.bytes, s.offset)
			next, rows = int(s.number)+1, s.rows
		}
	}
}

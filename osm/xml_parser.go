package osm

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"graphbuild/report"
)

// xmlParser reads the subset of XML that OpenStreetMap's files are written in: elements, attributes, comments, the five
// entities. It keeps about 1 MiB of the file, so that memory does not depend on its size.
type xmlParser struct {
	file *xmlFile
	want Kinds
	head bool            // stop at the first object: only the header is wanted
	emit func(task) bool // takes finished batches

	buf     []byte // the part of the file in memory
	pos     int    // of the next byte in buf
	at      int64  // place in the file after buf
	line    int    // line of buf[counted], from 1
	counted int

	attrs   []attribute
	names   []byte // names of the open elements, end to end
	opens   []int  // where each of them begins
	roots   int
	change  bool // the root is an osmChange
	deletes bool // inside of a <delete>

	stretches []stretch // noted by this parser
	known     []stretch // noted by an earlier one, from the next one on
	met       Kinds

	batch  *xmlBatch
	seq    int
	object xmlObject
	text   []byte // unescaped value
}

type attribute struct{ name, value []byte }

// Errors that never leave the package.
var (
	errStopped = errors.New("stopped")
	errEnd     = errors.New("end of the file")
)

// maxXMLTag bounds a tag: values of OpenStreetMap have at most 255 characters, and a tag holds no more than ten of them.
const maxXMLTag = 1 << 20

func newXMLParser(f *xmlFile, want Kinds) *xmlParser {
	return &xmlParser{file: f, want: want, line: 1, buf: make([]byte, 0, maxXMLTag), batch: f.take()}
}

// run parses the whole file, or its head.
func (p *xmlParser) run() error {
	err := p.elements()
	if err == errEnd {
		err = p.atEnd()
	}
	if err == errStopped {
		return nil
	}
	if err != nil {
		return fmt.Errorf("line %d: %w", p.lineHere(), err)
	}
	return nil
}

func (p *xmlParser) atEnd() error {
	switch {
	case len(p.opens) > 0:
		return fmt.Errorf("the file ends inside of <%s>: %w", p.top(), ErrTruncated)
	case p.roots == 0:
		return fmt.Errorf("no element <osm> or <osmChange>: %w", ErrForeign)
	case p.head:
		return nil
	}
	return p.flush()
}

// flush hands the batch over and begins a new one.
func (p *xmlParser) flush() error {
	if p.batch.objects() == 0 {
		return nil
	}
	p.batch.end = p.place()
	p.batch.finish(p.seq)
	p.seq++
	if !p.emit(p.batch) {
		return errStopped
	}
	p.batch = p.file.take()
	return nil
}

// elements reads tags until the end of the file.
func (p *xmlParser) elements() error {
	for {
		i := bytes.IndexByte(p.buf[p.pos:], '<')
		if i < 0 {
			if err := p.outsideText(p.buf[p.pos:]); err != nil {
				return err
			}
			p.pos = len(p.buf)
			if err := p.more(); err != nil {
				return err
			}
			continue
		}
		if err := p.outsideText(p.buf[p.pos : p.pos+i]); err != nil {
			return err
		}
		p.pos += i
		if err := p.tag(); err != nil {
			return err
		}
	}
}

// outsideText refuses text where no element is open.
func (p *xmlParser) outsideText(text []byte) error {
	if len(p.opens) > 0 || len(text) == 0 {
		return nil
	}
	if p.at == int64(len(p.buf)) && p.pos == 0 {
		text = bytes.TrimPrefix(text, utf8BOM)
	}
	if text = bytes.TrimLeft(text, " \t\r\n"); len(text) > 0 {
		p.pos += bytes.IndexByte(p.buf[p.pos:], text[0])
		return fmt.Errorf("text %.40q outside of any element", text)
	}
	return nil
}

// more reads on, keeping what is not used up. It returns errEnd at the end of the file.
func (p *xmlParser) more() error {
	p.countLines()
	kept := copy(p.buf, p.buf[p.pos:])
	p.buf, p.pos, p.counted = p.buf[:kept], 0, 0
	if kept >= maxXMLTag/2 {
		return fmt.Errorf("a tag of over %d bytes", kept)
	}
	n, err := p.file.data.ReadAt(p.buf[kept:min(cap(p.buf), kept+int(min(int64(cap(p.buf)), p.file.size-p.at)))], p.at)
	p.buf = p.buf[:kept+n]
	p.at += int64(n)
	switch {
	case n > 0:
		return nil
	case err == nil || err == io.EOF:
		return errEnd
	}
	return err
}

// countLines brings the count of lines up to pos.
func (p *xmlParser) countLines() {
	if p.pos > p.counted {
		p.line += bytes.Count(p.buf[p.counted:p.pos], []byte{'\n'})
		p.counted = p.pos
	}
}

func (p *xmlParser) lineHere() int {
	p.countLines()
	return p.line
}

// tag reads what the '<' at pos begins.
func (p *xmlParser) tag() error {
	if len(p.buf)-p.pos < 2 {
		if err := p.moreOfTag(); err != nil {
			return err
		}
	}
	switch p.buf[p.pos+1] {
	case '?':
		return p.instruction()
	case '!':
		return p.declaration()
	case '/':
		return p.endTag()
	}
	return p.startTag()
}

// moreOfTag reads on where a tag is not whole; the end of the file there is a cut.
func (p *xmlParser) moreOfTag() error {
	err := p.more()
	if err == errEnd {
		p.pos = len(p.buf)
		return fmt.Errorf("the file ends inside of a tag: %w", ErrTruncated)
	}
	return err
}

// startTag reads a start tag, or an empty-element tag.
func (p *xmlParser) startTag() error {
	end, err := p.tagEnd(simpleEnd)
	if err != nil {
		return err
	}
	name, empty, whole, err := p.startOf(end)
	if err == nil && !whole { // that '>' is part of a value
		if end, err = p.tagEnd(quotedEnd); err == nil {
			name, empty, whole, err = p.startOf(end)
		}
		if err == nil && !whole {
			err = fmt.Errorf("damaged tag %.40q: an attribute without a value", p.buf[p.pos+1:end])
		}
	}
	if err != nil {
		return err
	}
	if err = p.start(name, empty); err == errSkipped {
		return nil
	}
	p.pos = end + 1
	return err
}

// tagEnd returns where in buf the tag at pos ends, as find tells for the text of a tag, and reads on until it is there.
func (p *xmlParser) tagEnd(find func(tag []byte) int) (int, error) {
	for {
		if i := find(p.buf[p.pos:]); i >= 0 {
			return p.pos + i, nil
		}
		if err := p.moreOfTag(); err != nil {
			return 0, err
		}
	}
}

// simpleEnd returns the index of the first '>', which ends nearly every tag, or -1.
func simpleEnd(tag []byte) int { return bytes.IndexByte(tag, '>') }

// quotedEnd returns the index of the first '>' that stands in no value, or -1.
func quotedEnd(tag []byte) int {
	for i := 0; i < len(tag); i++ {
		switch c := tag[i]; c {
		case '>':
			return i
		case '"', '\'':
			n := bytes.IndexByte(tag[i+1:], c)
			if n < 0 {
				return -1
			}
			i += n + 1
		}
	}
	return -1
}

// startOf splits the start tag at pos that ends at end, as attributes does. empty says that the element ends with it.
func (p *xmlParser) startOf(end int) (name []byte, empty, whole bool, err error) {
	body := p.buf[p.pos+1 : end]
	if empty = len(body) > 0 && body[len(body)-1] == '/'; empty {
		body = body[:len(body)-1]
	}
	name, whole, err = p.attributes(body)
	return name, empty, whole, err
}

// attributes splits the inside of a tag into its name and attributes. whole is false where it ends inside of a value.
func (p *xmlParser) attributes(s []byte) (name []byte, whole bool, err error) {
	i := 0
	for i < len(s) && !isSpace(s[i]) {
		i++
	}
	name = s[:i]
	if len(name) == 0 || !isNameStart(name[0]) {
		return nil, true, fmt.Errorf("damaged tag %.40q", s)
	}
	p.attrs = p.attrs[:0]
	for {
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		if i == len(s) {
			return name, true, nil
		}
		from := i
		for i < len(s) && s[i] != '=' && !isSpace(s[i]) {
			i++
		}
		a := attribute{name: s[from:i]}
		for i < len(s) && isSpace(s[i]) {
			i++
		}
		if i >= len(s) || s[i] != '=' || len(a.name) == 0 || !isNameStart(a.name[0]) {
			return nil, true, fmt.Errorf("damaged tag %.40q: attribute %.20q without a value", s, a.name)
		}
		for i++; i < len(s) && isSpace(s[i]); i++ {
		}
		if i == len(s) {
			return nil, false, nil
		}
		quote := s[i]
		if quote != '"' && quote != '\'' {
			return nil, true, fmt.Errorf("damaged tag %.40q: the value of %.20q is not quoted", s, a.name)
		}
		n := bytes.IndexByte(s[i+1:], quote)
		if n < 0 {
			return nil, false, nil
		}
		a.value = s[i+1 : i+1+n]
		i += n + 2
		p.attrs = append(p.attrs, a)
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == ':' || c >= 0x80
}

func (p *xmlParser) endTag() error {
	i := bytes.IndexByte(p.buf[p.pos:], '>')
	for i < 0 {
		if err := p.moreOfTag(); err != nil {
			return err
		}
		i = bytes.IndexByte(p.buf[p.pos:], '>')
	}
	name := bytes.TrimRight(p.buf[p.pos+2:p.pos+i], " \t\r\n")
	if len(p.opens) == 0 {
		return fmt.Errorf("</%.40s> without a start", name)
	}
	if !bytes.Equal(name, p.top()) {
		return fmt.Errorf("</%.40s>, expected </%s>", name, p.top())
	}
	p.pos += i + 1
	p.pop()
	return p.ended()
}

// maxXMLDepth bounds how deep elements may be nested; OpenStreetMap's files have four levels.
const maxXMLDepth = 64

func (p *xmlParser) push(name []byte) error {
	if len(p.opens) == maxXMLDepth {
		return fmt.Errorf("elements nested over %d deep", maxXMLDepth)
	}
	p.opens = append(p.opens, len(p.names))
	p.names = append(p.names, name...)
	return nil
}

func (p *xmlParser) pop() {
	last := len(p.opens) - 1
	p.names = p.names[:p.opens[last]]
	p.opens = p.opens[:last]
}

func (p *xmlParser) top() []byte { return p.names[p.opens[len(p.opens)-1]:] }

// instruction reads <?xml ... ?>, and skips others.
func (p *xmlParser) instruction() error {
	i := bytes.Index(p.buf[p.pos+2:], []byte("?>"))
	for i < 0 {
		if err := p.moreOfTag(); err != nil {
			return err
		}
		i = bytes.Index(p.buf[p.pos+2:], []byte("?>"))
	}
	body := p.buf[p.pos+2 : p.pos+2+i]
	if bytes.HasPrefix(body, []byte("xml ")) {
		if _, _, err := p.attributes(body); err != nil {
			return err
		}
		if e := p.attr("encoding"); e != nil && !knownEncoding(e) {
			return fmt.Errorf("encoding %.40q, expected UTF-8: convert the file with iconv", e)
		}
	}
	p.pos += 2 + i + 2
	return nil
}

func knownEncoding(e []byte) bool {
	return bytes.EqualFold(e, []byte("utf-8")) || bytes.EqualFold(e, []byte("us-ascii"))
}

// declaration skips comments and <![CDATA[, and refuses a DOCTYPE that declares anything.
func (p *xmlParser) declaration() error {
	for len(p.buf)-p.pos < 9 && !bytes.HasPrefix(p.buf[p.pos:], []byte("<!--")) {
		if err := p.moreOfTag(); err != nil {
			return err
		}
	}
	switch s := p.buf[p.pos:]; {
	case bytes.HasPrefix(s, []byte("<!--")):
		p.pos += 4
		return p.skipTo("-->")
	case bytes.HasPrefix(s, []byte("<![CDATA[")):
		p.pos += 9
		return p.skipTo("]]>")
	case !bytes.HasPrefix(s, []byte("<!DOCTYPE")):
		return fmt.Errorf("damaged tag %.40q", s)
	}
	i := bytes.IndexAny(p.buf[p.pos:], "[>")
	for i < 0 {
		if err := p.moreOfTag(); err != nil {
			return err
		}
		i = bytes.IndexAny(p.buf[p.pos:], "[>")
	}
	if p.buf[p.pos+i] == '[' {
		return errors.New("a DOCTYPE that declares entities, which OpenStreetMap's files never have: refused")
	}
	p.pos += i + 1
	return nil
}

func (p *xmlParser) skipTo(end string) error {
	for {
		if i := bytes.Index(p.buf[p.pos:], []byte(end)); i >= 0 {
			p.pos += i + len(end)
			return nil
		}
		p.pos = max(p.pos, len(p.buf)-len(end)+1)
		if err := p.moreOfTag(); err != nil {
			return err
		}
	}
}

// attr returns the value of an attribute of the current tag, nil where it has none.
func (p *xmlParser) attr(name string) []byte {
	for i := range p.attrs {
		if string(p.attrs[i].name) == name {
			return p.attrs[i].value
		}
	}
	return nil
}

// issue reports a problem at the current line.
func (p *xmlParser) issue(i report.Issue) {
	i.File, i.Line = p.file.name, p.lineHere()
	p.file.report.Add(i)
}

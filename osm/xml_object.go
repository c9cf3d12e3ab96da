package osm

import (
	"bytes"
	"fmt"
	"time"

	"graphbuild/geometry"
	"graphbuild/report"

	paulmach "github.com/paulmach/osm"
)

// xmlObject is the object that is open.
type xmlObject struct {
	kind  Kinds // 0 where none is open
	id    int64
	depth int  // number of open elements inside of it, with itself; 0 for an empty element
	keep  bool // wanted, and with an id
}

// start acts on a start tag. An element that is not empty is open from here on.
func (p *xmlParser) start(name []byte, empty bool) error {
	var err error
	if p.object.kind != 0 {
		p.child(name)
	} else {
		err = p.outer(name)
	}
	if err != nil {
		return err
	}
	if !empty {
		if err := p.push(name); err != nil {
			return err
		}
		if p.object.kind != 0 && p.object.depth == 0 {
			p.object.depth = len(p.opens)
		}
		return nil
	}
	return p.ended()
}

// ended acts on the end of an element, which is not among the open ones any more.
func (p *xmlParser) ended() error {
	if p.object.kind != 0 {
		if p.object.depth != 0 && len(p.opens) >= p.object.depth {
			return nil
		}
		return p.endObject()
	}
	if len(p.opens) == 1 {
		p.deletes = false
	}
	return nil
}

// outer acts on a tag outside of objects.
func (p *xmlParser) outer(name []byte) error {
	switch len(p.opens) {
	case 0:
		return p.root(name)
	case 1, 2:
		if kind := objectKind(name); kind != 0 && p.holdsObjects() {
			if err := p.mark(kind); err != nil {
				return err
			}
			return p.begin(kind)
		}
	}
	if len(p.opens) == 1 {
		return p.aside(name)
	}
	return nil
}

// holdsObjects reports whether the innermost open element is one that objects stand in.
func (p *xmlParser) holdsObjects() bool {
	if len(p.opens) == 1 {
		return true
	}
	switch paulmach.ActionType(p.top()) {
	case paulmach.ActionCreate, paulmach.ActionModify, paulmach.ActionDelete:
		return p.change
	}
	return false
}

func objectKind(name []byte) Kinds {
	switch string(name) {
	case "node":
		return Nodes
	case "way":
		return Ways
	case "relation":
		return Relations
	}
	return 0
}

func (p *xmlParser) root(name []byte) error {
	switch string(name) {
	case "osm":
	case "osmChange":
		p.change, p.file.h.History = true, true
	case "html", "HTML":
		return foreign(HTML)
	default:
		return fmt.Errorf("the outermost element is <%.40s>, expected <osm> or <osmChange>: %w", name, ErrForeign)
	}
	if p.roots++; p.roots > 1 && !p.file.scanned {
		p.issue(report.Issue{Code: "osm_header_late", Severity: report.Warning, Action: "read on",
			Message: "one more <osm> after the first: files joined end to end"})
	}
	if p.head {
		p.file.h.Generator = string(p.attr("generator"))
		p.readTime(p.attr("timestamp"))
	}
	return nil
}

func (p *xmlParser) readTime(s []byte) {
	if t, err := time.Parse(time.RFC3339, string(s)); err == nil {
		p.file.h.Timestamp = t.UTC()
	}
}

// aside acts on a tag beside the objects.
func (p *xmlParser) aside(name []byte) error {
	switch string(name) {
	case "delete":
		p.deletes = p.change
	case "action":
		return fmt.Errorf("an augmented diff, with elements <action>: %w", ErrForeign)
	case "remark":
		p.remark()
	case "bounds":
		if p.head {
			p.readBounds(p.attr("minlat"), p.attr("minlon"), p.attr("maxlat"), p.attr("maxlon"))
		}
	case "bound": // of Osmosis
		if box := bytes.Split(p.attr("box"), []byte(",")); p.head && len(box) == 4 {
			p.readBounds(box[0], box[1], box[2], box[3])
		}
	case "meta":
		if p.head {
			p.readTime(p.attr("osm_base"))
		}
	}
	return nil
}

func (p *xmlParser) readBounds(south, west, north, east []byte) {
	sw, okSW := pointOf(south, west)
	ne, okNE := pointOf(north, east)
	if okSW && okNE {
		p.file.h.HasBox = true
		p.file.h.Box = geometry.Box{W: sw.Lon, S: sw.Lat, E: ne.Lon, N: ne.Lat}
	}
}

func pointOf(lat, lon []byte) (geometry.Point, bool) {
	s := scale{plain: true}
	y, okY := parseE7(lat)
	x, okX := parseE7(lon)
	if !okY || !okX {
		return noPoint, false
	}
	return s.point(y, x)
}

// remark reports what Overpass writes when a query fails on the way: the data before it are a part of the answer.
func (p *xmlParser) remark() {
	if p.head || p.file.scanned {
		return
	}
	text := p.buf[p.pos:]
	text = text[bytes.IndexByte(text, '>')+1:]
	if i := bytes.IndexByte(text, '<'); i >= 0 {
		text = text[:i]
	}
	p.issue(report.Issue{Code: "osm_overpass_remark", Severity: report.Error, Action: "read on; the data are incomplete",
		Message: fmt.Sprintf("the server says: %.500s", bytes.TrimSpace(text))})
}

// begin opens an object.
func (p *xmlParser) begin(kind Kinds) error {
	if p.head {
		return errStopped
	}
	p.object = xmlObject{kind: kind, keep: p.want&kind != 0}
	if !p.object.keep {
		return nil
	}
	id, ok := parseInt(p.attr("id"))
	if !ok {
		p.object.keep = false
		p.bad("id", "object left out")
		return nil
	}
	p.object.id = id
	o := objectInfo{version: p.version(), deleted: p.deletes || p.hidden()}
	switch b := &p.batch.block; kind {
	case Nodes:
		p.node(o)
	case Ways:
		b.Ways.add(id, o)
	case Relations:
		b.Relations.add(id, o)
	}
	return nil
}

func (p *xmlParser) version() int32 {
	s := p.attr("version")
	if s == nil {
		return 0
	}
	v, ok := parseInt(s)
	if !ok {
		p.bad("version", "taken as none")
	}
	return version(uint64(v))
}

// hidden reports whether the tag marks a deleted object. Where visible is absent, as in files of editors, it is there.
func (p *xmlParser) hidden() bool {
	return string(p.attr("visible")) == "false" || paulmach.ActionType(p.attr("action")) == paulmach.ActionDelete
}

func (p *xmlParser) node(o objectInfo) {
	c := &p.batch.block.Nodes
	lat, lon := p.attr("lat"), p.attr("lon")
	at, ok := pointOf(lat, lon)
	if !ok {
		c.invalidate(len(c.ID))
		if !o.deleted {
			p.bad("lat or lon", "node kept without a position")
		}
	}
	c.add(p.object.id, o)
	c.Point = append(c.Point, at)
}

// bad reports an attribute of the current tag that cannot be read.
func (p *xmlParser) bad(name, action string) {
	if p.file.reported&p.object.kind != 0 {
		return
	}
	p.issue(report.Issue{Code: "osm_bad_value", Severity: report.Warning, Action: action,
		Object: ObjectName(p.object.kind, p.object.id), Message: fmt.Sprintf("%s missing or not readable%s", name, p.found(name))})
}

func (p *xmlParser) found(name string) string {
	if name == "lat or lon" {
		return fmt.Sprintf(": found lat=%.40q lon=%.40q", p.attr("lat"), p.attr("lon"))
	}
	return fmt.Sprintf(": found %.40q", p.attr(name))
}

// child acts on a tag inside of an object. Only direct children count: Overpass puts nodes into members.
func (p *xmlParser) child(name []byte) {
	if !p.object.keep || len(p.opens) != p.object.depth {
		return
	}
	switch string(name) {
	case "tag":
		p.tagElement()
	case "nd":
		if p.object.kind == Ways {
			p.ref()
		}
	case "member":
		if p.object.kind == Relations {
			p.member()
		}
	}
}

func (p *xmlParser) tagElement() {
	key, value := p.attr("k"), p.attr("v")
	if key == nil {
		p.bad("k", "tag left out")
		return
	}
	if value == nil {
		p.bad("v", "tag left out")
		return
	}
	t := p.tags()
	t.Key = append(t.Key, p.string(key))
	t.Value = append(t.Value, p.string(value))
}

func (p *xmlParser) tags() *Tags {
	switch b := &p.batch.block; p.object.kind {
	case Nodes:
		return &b.Nodes.Tags
	case Ways:
		return &b.Ways.Tags
	default:
		return &b.Relations.Tags
	}
}

// string returns the number of an attribute's value in the string table.
func (p *xmlParser) string(s []byte) uint32 {
	if bytes.IndexByte(s, '&') < 0 {
		return p.batch.strings.add(s)
	}
	var ok bool
	if p.text, ok = unescape(p.text[:0], s); !ok && p.file.reported&p.object.kind == 0 {
		p.issue(report.Issue{Code: "osm_bad_value", Severity: report.Warning, Action: "kept as it is",
			Object: ObjectName(p.object.kind, p.object.id), Message: fmt.Sprintf("an unknown entity in %.60q", s)})
	}
	return p.batch.strings.add(p.text)
}

func (p *xmlParser) ref() {
	c := &p.batch.block.Ways
	ref, ok := parseInt(p.attr("ref"))
	if !ok {
		p.bad("ref", "reference left out")
		return
	}
	c.Ref = append(c.Ref, ref)
	lat := p.attr("lat")
	if lat == nil {
		return
	}
	c.fillRefPoints(len(c.Ref) - 1)
	at, _ := pointOf(lat, p.attr("lon"))
	c.RefPoint = append(c.RefPoint, at)
}

func (p *xmlParser) member() {
	c := &p.batch.block.Relations
	ref, ok := parseInt(p.attr("ref"))
	if !ok {
		p.bad("ref", "member left out")
		return
	}
	kind, ok := memberType(p.attr("type"))
	if !ok {
		p.bad("type", "member left out")
		return
	}
	c.MemberRef = append(c.MemberRef, ref)
	c.MemberType = append(c.MemberType, kind)
	c.MemberRole = append(c.MemberRole, p.string(p.attr("role")))
}

func memberType(name []byte) (MemberType, bool) {
	switch string(name) {
	case "node":
		return NodeMember, true
	case "way":
		return WayMember, true
	case "relation":
		return RelationMember, true
	}
	return 0, false
}

// endObject closes the open object.
func (p *xmlParser) endObject() error {
	o := p.object
	p.object = xmlObject{}
	if !o.keep {
		return nil
	}
	switch b := &p.batch.block; o.kind {
	case Nodes:
		b.Nodes.Tags.close()
	case Ways:
		b.Ways.Tags.close()
		b.Ways.RefStart = append(b.Ways.RefStart, uint32(len(b.Ways.Ref)))
	case Relations:
		b.Relations.Tags.close()
		b.Relations.MemberStart = append(b.Relations.MemberStart, uint32(len(b.Relations.MemberRef)))
	}
	if p.batch.full() {
		return p.flush()
	}
	return nil
}

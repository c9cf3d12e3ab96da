package osm

import "errors"

// stretch is a part of an XML file of about 1 MiB that begins with an object, and the kinds of objects that begin in it.
// The first scan of a file notes them, so that later ones need not look at the parts without anything wanted: most files
// hold all nodes, then all ways, then all relations, but nothing says so.
type stretch struct {
	at    int64 // place of the object's '<'
	line  int
	kinds Kinds
}

// stretchBytes is the least length of a stretch.
const stretchBytes = 1 << 20

// errSkipped is returned where the parser went to another place in the file.
var errSkipped = errors.New("skipped")

// place returns the place in the file of the tag at pos.
func (p *xmlParser) place() int64 { return p.at - int64(len(p.buf)) + int64(p.pos) }

// mark notes an object in the stretches, or skips to the next one that is wanted. Files of changes and files joined end to
// end are always read whole: what an object is depends there on what is around it.
func (p *xmlParser) mark(kind Kinds) error {
	p.met |= kind
	if p.change || p.roots > 1 {
		p.stretches, p.known = nil, nil
		return nil
	}
	if len(p.known) > 0 {
		return p.skip()
	}
	here := p.place()
	last := len(p.stretches) - 1
	if last < 0 || here-p.stretches[last].at >= stretchBytes {
		p.stretches = append(p.stretches, stretch{at: here, line: p.lineHere()})
		last++
	}
	p.stretches[last].kinds |= kind
	return nil
}

// skip goes to the next stretch with objects that are wanted, where one begins here that has none; or ends the scan, where
// there is none to come.
func (p *xmlParser) skip() error {
	here := p.place()
	if here != p.known[0].at {
		return nil
	}
	for len(p.known) > 0 && p.known[0].kinds&p.want == 0 {
		p.known = p.known[1:]
	}
	if len(p.known) == 0 {
		if err := p.flush(); err != nil {
			return err
		}
		return errStopped
	}
	to := p.known[0]
	if len(p.known) > 1 {
		p.known = p.known[1:]
	}
	if to.at == here {
		return nil
	}
	p.at, p.line = to.at, to.line
	p.buf, p.pos, p.counted = p.buf[:0], 0, 0
	return errSkipped
}

package encode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"
)

const (
	// sumShift is the logarithm of the bytes that have a checksum of their own: 16 KiB take 4 bytes for it and 1 to 3 µs. With
	// 4 KiB the checksums of Delaware would take 2.4 KB in the place of 0.6; with 64 KiB a row would cost four times the reading.
	sumShift = 14
	sumBlock = 1 << sumShift
	sumBytes = 4
	// stateBytes are the bytes of the state of a block.
	stateBytes = 4
	// maxRun is the largest number of blocks that are read at once.
	maxRun = 256
)

// numBlocks returns the number of checksums of n bytes.
func numBlocks(n int64) int64 { return (n + sumBlock - 1) >> sumShift }

// sumsLength returns the length of the list of checksums that stands behind a section of n bytes: none where one checksum
// does, that in the directory.
func sumsLength(n int64) int64 {
	if n <= sumBlock {
		return 0
	}
	return numBlocks(n) * sumBytes
}

// blockSums returns the list of checksums of a section, and its checksum for the directory: that of the list where there is
// one, else that of the section.
func blockSums(b []byte) (list []byte, sum uint32) {
	if len(b) <= sumBlock {
		return nil, checksum(b)
	}
	for at := 0; at < len(b); at += sumBlock {
		list = binary.LittleEndian.AppendUint32(list, checksum(b[at:min(at+sumBlock, len(b))]))
	}
	return list, checksum(list)
}

// The states of a block of a guarded section.
const (
	blockUntouched = iota
	blockSound
	blockBad
	blockUnread // nor what follows: a reader that fails once is not asked for each block of a section
)

// guard stands before the bytes of a section: blocks of it are read, where the file is behind a reader, and checked, where
// that is asked for, when they are first touched. What is untouched or cannot be read is zeros in memory behind a reader. It is
// safe for many goroutines.
type guard struct {
	section *section
	body    []byte // with slack
	sums    []byte // none: not compared
	state   []atomic.Uint32
	report  func(error) // each bad block, once
	room    room        // behind a reader: where body, state and sums lie

	mu  sync.Mutex // held while a block is read
	err error      // of the first bad block
}

// newGuard returns a guard with no block touched. It reads the list of checksums where these are to be compared. If err is
// nil, the caller must close it.
func newGuard(s *section, compare bool, report func(error)) (*guard, error) {
	g := &guard{section: s, report: report}
	if err := g.place(compare); err != nil {
		return nil, err
	}
	if compare {
		if err := g.readSums(); err != nil {
			return nil, errors.Join(err, g.close())
		}
	}
	return g, nil
}

// place says where the section lies, the states of its blocks and, if they are compared, their checksums: in room that fills as
// they come in where the file is behind a reader.
func (g *guard) place(compare bool) (err error) {
	f, from, n := g.section.file, g.section.offset, g.section.bytes+slack
	blocks, sums := numBlocks(g.section.bytes), int64(0)
	if compare {
		sums = sumsLength(g.section.bytes)
	}
	if f.reader == nil {
		g.body = f.data[from : from+n : from+n]
		g.sums = f.data[from+n-slack : from+n-slack+sums]
		g.state = make([]atomic.Uint32, blocks)
		return nil
	}
	states := (n + stateBytes - 1) / stateBytes * stateBytes
	list := states + blocks*stateBytes
	if g.room, err = newRoom(list + sums); err != nil {
		return err
	}
	g.body, g.sums = g.room.bytes[:n:n], g.room.bytes[list:]
	// SAFETY: so many states lie there, zeros and aligned, in memory that is not Go's and holds no pointers, until close.
	g.state = unsafe.Slice((*atomic.Uint32)(unsafe.Pointer(unsafe.SliceData(g.room.bytes[states:]))), blocks)
	return nil
}

// close gives back the room, after which nothing of the section may be read. A guard that is nil has none.
func (g *guard) close() error {
	if g == nil {
		return nil
	}
	return g.room.close()
}

// readSums reads the checksums of the blocks, and checks the list itself.
func (g *guard) readSums() error {
	s := g.section
	if len(g.sums) == 0 {
		g.sums = binary.LittleEndian.AppendUint32(nil, s.crc)
		return nil
	}
	at := s.offset + s.bytes
	if err := s.file.fill(g.sums, at); err != nil {
		return err
	}
	if c := checksum(g.sums); c != s.crc {
		return s.corruptAt(at, fmt.Errorf("the checksum of its list of checksums is %08x, %08x expected", c, s.crc))
	}
	return nil
}

// touch makes sure that bytes of the section, from one up to another, are there and sound, and reports whether they are.
// Bytes behind the end do no harm.
func (g *guard) touch(from, to uint64) bool {
	to = min(to, uint64(len(g.body)-slack))
	if from >= to {
		return true
	}
	sound := true
	first, last := int(from>>sumShift), int((to-1)>>sumShift)
	for k := first; k <= last; k++ {
		state := g.state[k].Load()
		if state == blockUntouched {
			state = g.fetch(k, last)
		}
		if state == blockUnread {
			return false
		}
		sound = sound && state == blockSound
	}
	return sound
}

// all touches the whole section.
func (g *guard) all() bool { return g.touch(0, uint64(len(g.body))) }

// fetch reads and checks block k and, at once, the untouched ones that follow it up to the last, and returns the state of k.
func (g *guard) fetch(k, last int) uint32 {
	g.mu.Lock()
	defer g.mu.Unlock()
	if state := g.state[k].Load(); state != blockUntouched {
		return state
	}
	end := k + 1
	for end <= last && end-k < maxRun && g.state[end].Load() == blockUntouched {
		end++
	}
	if err := g.read(k, end); err != nil {
		g.lose(k, end, err)
		return blockUnread
	}
	for b := k; b < end; b++ {
		state := uint32(blockSound)
		if err := g.check(b); err != nil {
			state = blockBad
			g.fail(b, err)
		}
		g.state[b].Store(state)
	}
	return g.state[k].Load()
}

// lose gives up blocks that cannot be read.
func (g *guard) lose(k, end int, err error) {
	clear(g.body[k<<sumShift : min(end<<sumShift, len(g.body)-slack)])
	for b := k; b < end; b++ {
		g.state[b].Store(blockUnread)
	}
	g.fail(k, err)
}

// read reads blocks k up to end where the file is behind a reader.
func (g *guard) read(k, end int) error {
	f := g.section.file
	if f.reader == nil {
		return nil
	}
	b := g.body[k<<sumShift : min(end<<sumShift, len(g.body)-slack)]
	return f.readInto(b, g.section.offset+int64(k)<<sumShift)
}

// check compares the checksum of block k, and clears what is bad where it may.
func (g *guard) check(k int) error {
	if len(g.sums) == 0 {
		return nil
	}
	at := k << sumShift
	b := g.body[at:min(at+sumBlock, len(g.body)-slack)]
	want := binary.LittleEndian.Uint32(g.sums[k*sumBytes:])
	c := checksum(b)
	if c == want {
		return nil
	}
	if g.section.file.reader != nil {
		clear(b)
	}
	return fmt.Errorf("block %d of %d: the checksum is %08x, %08x expected", k, len(g.state), c, want)
}

// fail tells what is wrong from block k on.
func (g *guard) fail(k int, err error) {
	err = g.section.corruptAt(g.section.offset+int64(k)<<sumShift, err)
	if g.err == nil {
		g.err = err
	}
	g.report(err)
}

// failure returns the error of the first bad block.
func (g *guard) failure() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// stretch is a part of a section that may be guarded: what its bytes are counted from.
type stretch struct {
	g  *guard
	at uint64
}

// touch is that of the guard, if there is one. Loads reach up to 7 bytes further, which another goroutine must not be reading in
// at that moment.
func (s stretch) touch(from, to uint64) bool {
	return s.g == nil || s.g.touch(s.at+from, s.at+to+slack-1)
}

// whole is all of a section, to be written again as it is.
type whole struct {
	body  []byte
	place stretch
}

// whole returns all that is left.
func (p *parser) whole() whole { return whole{p.b[:p.left():p.left()], p.place()} }

// bytes makes sure of all bytes and returns them.
func (w whole) bytes() []byte {
	w.place.touch(0, uint64(len(w.body)))
	return w.body
}

package encode

import (
	"encoding/binary"
	"fmt"
)

// frameBlocks is a dictionary in frames of textRows strings: the offset of each frame and of the end, and the frames. A
// frame is the length and the bytes of each string; compressed ones have their length unpacked before them.
type frameBlocks struct {
	form  textForm
	count int
	index ints
	data  []byte
	place stretch
}

// frames writes strings in frames, packed where d is not nil.
func frames(s []string, d *deflater) []byte {
	var data []byte
	start := []uint64{0}
	for i := 0; i < len(s); i += textRows {
		var frame []byte
		for _, x := range s[i:min(i+textRows, len(s))] {
			frame = append(binary.AppendUvarint(frame, uint64(len(x))), x...)
		}
		if d != nil {
			frame = append(binary.AppendUvarint(nil, uint64(len(frame))), d.compress(frame)...)
		}
		data = append(data, frame...)
		start = append(start, uint64(len(data)))
	}
	return append(appendPart(nil, encodeInts(start, intsOptions{hot: true})), data...)
}

// sampleFrames is the number of frames that tell whether compressing all is worth the time.
const sampleFrames = 8

// deflates reports whether compressed frames may come out at fewer than limit bytes, by some frames spread over all.
func deflates(s []string, d *deflater, limit int) bool {
	all := (len(s) + textRows - 1) / textRows
	if all <= 2*sampleFrames {
		return true
	}
	var sample []string
	for k := range sampleFrames {
		from := all * k / sampleFrames * textRows
		sample = append(sample, s[from:min(from+textRows, len(s))]...)
	}
	return len(frames(sample, d))*all/sampleFrames < limit+limit/10
}

func (p *parser) frames(count int, form textForm) *frameBlocks {
	f := &frameBlocks{form: form, count: count, index: p.hotPart(count + 2)}
	f.place = p.place()
	f.data = p.rest()
	if want := (count+textRows-1)/textRows + 1; p.err == nil && f.index.rows != want {
		p.fail(fmt.Errorf("%d offsets of frames, %d expected", f.index.rows, want))
	}
	return f
}

func (f *frameBlocks) decode(block int) *[]string {
	out := make([]string, 0, textRows)
	from, to := f.index.at(uint64(block)), f.index.at(uint64(block)+1)
	if from > to || to > uint64(len(f.data)-slack) || !f.place.touch(from, to) {
		return &out
	}
	p := parser{b: f.data[from : to+slack]}
	if f.form == textDeflate {
		p.b = padded(p.inflate(uint64(textLimit(int(to - from)))))
	}
	for k := block * textRows; k < min(f.count, (block+1)*textRows) && p.err == nil; k++ {
		n := p.count(uint64(p.left()), "bytes of a string")
		out = append(out, string(p.text(n)))
	}
	return &out
}

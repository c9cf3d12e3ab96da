package osm

import (
	"bytes"
	"compress/bzip2"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/ulikunitz/xz/lzma"

	"graphbuild/osm/inflate"
)

// codec is how a blob is packed: the number of its field in a Blob message.
type codec uint32

const (
	noCodec    codec = 0
	codecRaw   codec = 1
	codecZlib  codec = 3
	codecLZMA  codec = 4
	codecBzip2 codec = 5
	codecLZ4   codec = 6
	codecZstd  codec = 7
)

var codecNames = map[codec]string{
	codecRaw: "raw", codecZlib: "zlib", codecLZMA: "lzma", codecBzip2: "bzip2", codecLZ4: "lz4", codecZstd: "zstd",
}

// mostRatio bounds how far each codec can blow up a byte, so that a small blob cannot claim much memory.
var mostRatio = map[codec]int64{
	codecZlib: 1040, codecLZMA: 16 << 10, codecBzip2: 64 << 10, codecLZ4: 260, codecZstd: 64 << 10,
}

// blobMessage is a Blob of a PBF file.
type blobMessage struct {
	codec    codec
	payload  []byte
	hasSize  bool
	size     int64 // claimed size when unpacked
	unknowns uint32
}

func parseBlob(b []byte) (blobMessage, error) {
	var out blobMessage
	m := message{rest: b}
	for m.next() {
		switch {
		case m.num == 2 && m.wire == wireVarint:
			out.hasSize, out.size = true, int64(m.value)
		case m.wire == wireBytes && codecNames[codec(m.num)] != "":
			out.codec, out.payload = codec(m.num), m.data
		default:
			out.unknowns = m.num
		}
	}
	return out, m.err
}

// unpacker unpacks blobs. The zero value works; its memory is used again, and it is for one goroutine.
type unpacker struct {
	limit int64 // most bytes of an unpacked blob
	out   []byte
	src   bytes.Reader
	whole inflate.Decoder
	zstd  *zstd.Decoder

	// enough, where set, is shown the first bytes of a blob and its claimed size. It returns true to have no more of it,
	// or how many bytes it must see to tell, none if it can tell already.
	enough func(head []byte, size int64) (bool, int)
}

// errEnough is returned by unpack where enough said so.
var errEnough = errors.New("enough seen")

// unpack returns the content of a Blob message, valid until the next call.
func (u *unpacker) unpack(blob []byte) ([]byte, error) {
	b, err := parseBlob(blob)
	switch {
	case err != nil:
		return nil, fmt.Errorf("blob: %w", err)
	case b.codec == noCodec && b.unknowns != 0:
		return nil, fmt.Errorf("blob packed in an unknown way (field %d); expected raw, zlib, lzma, bzip2, lz4 or zstd", b.unknowns)
	case b.codec == noCodec:
		return nil, errors.New("blob without data")
	case b.codec == codecRaw:
		return b.payload, nil
	}
	data, err := u.inflate(&b)
	if err == errEnough {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%s blob of %d bytes: %w", codecNames[b.codec], len(b.payload), err)
	}
	if b.hasSize && int64(len(data)) != b.size {
		return nil, fmt.Errorf("%s blob: %d bytes when unpacked, but raw_size says %d", codecNames[b.codec], len(data), b.size)
	}
	return data, nil
}

func (u *unpacker) inflate(b *blobMessage) ([]byte, error) {
	if b.hasSize && (b.size < 0 || b.size > u.limit) {
		return nil, fmt.Errorf("raw_size claims %d bytes, the limit is %d", b.size, u.limit)
	}
	if most := mostRatio[b.codec] * int64(len(b.payload)+64); b.hasSize && b.size > most {
		return nil, fmt.Errorf("raw_size claims %d bytes, more than can be packed in there", b.size)
	}
	u.src.Reset(b.payload)
	switch b.codec {
	case codecZlib:
		return u.unzlib(b)
	case codecZstd:
		return u.unzstd(b)
	case codecLZ4:
		return u.unlz4(b)
	case codecLZMA:
		return u.unlzma(b)
	}
	return u.drain(bzip2.NewReader(&u.src), b)
}

// unzlib unpacks zlib. A blob without a claimed size, which no writer we know makes, is left to a streaming reader.
func (u *unpacker) unzlib(b *blobMessage) ([]byte, error) {
	if !b.hasSize {
		r, err := zlib.NewReader(&u.src)
		if err != nil {
			return nil, err
		}
		return u.drain(r, b)
	}
	u.out = grown(u.out[:0], int(b.size))
	u.whole.Reset(u.out, b.payload)
	if err := u.showHead(b); err != nil {
		return nil, err
	}
	n, _, err := u.whole.Run(len(u.out))
	if err == inflate.ErrTooLong {
		return nil, fmt.Errorf("more than the %d bytes of raw_size when unpacked", b.size)
	}
	return u.out[:n], err
}

// showHead unpacks as much as enough wants to see. It returns errEnough where that is all.
func (u *unpacker) showHead(b *blobMessage) error {
	if u.enough == nil {
		return nil
	}
	for until := firstLook; until > 0; {
		n, done, err := u.whole.Run(until)
		if err != nil || done {
			return nil // the rest of unzlib says so
		}
		var yes bool
		if yes, until = u.enough(u.out[:n], b.size); yes {
			return errEnough
		}
	}
	return nil
}

// firstLook is enough to see how long the string table is.
const firstLook = 16

// drain reads all of r into the buffer, at most one byte more than claimed or allowed, so that a bomb is cut there.
func (u *unpacker) drain(r io.Reader, b *blobMessage) ([]byte, error) {
	most := u.most(b)
	out := grown(u.out[:0], min(most, 4*len(b.payload))+1)
	n := 0
	for {
		got, err := r.Read(out[n:])
		n += got
		if err == io.EOF {
			u.out = out
			return out[:n], nil
		}
		if err != nil {
			return nil, err
		}
		if n > most {
			return nil, fmt.Errorf("more than %d bytes when unpacked", most)
		}
		if n == len(out) {
			out = grown(out, min(most+1-n, n))
		}
	}
}

// most returns how many bytes a blob may have when unpacked.
func (u *unpacker) most(b *blobMessage) int {
	if b.hasSize {
		return int(b.size)
	}
	return int(min(u.limit, mostRatio[b.codec]*int64(len(b.payload)+64)))
}

// maxZstdWindow is what the highest ordinary level of zstd needs.
const maxZstdWindow = 8 << 20

func (u *unpacker) unzstd(b *blobMessage) ([]byte, error) {
	if u.zstd == nil {
		z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxZstdWindow),
			zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, err
		}
		u.zstd = z
	}
	most := u.most(b)
	u.out = grown(u.out[:0], most)
	out, err := u.zstd.DecodeAll(b.payload, u.out[:0:most])
	if errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return nil, fmt.Errorf("more than %d bytes when unpacked", most)
	}
	return out, err
}

func (u *unpacker) unlz4(b *blobMessage) ([]byte, error) {
	u.out = grown(u.out[:0], u.most(b))
	n, err := lz4.UncompressBlock(b.payload, u.out)
	if err != nil {
		return nil, err
	}
	return u.out[:n], nil
}

// lzmaHeaderBytes is the header of the stand-alone format of lzma: properties, size of the dictionary, size of the data.
const lzmaHeaderBytes = 13

// unlzma reads the stand-alone format of lzma. Its header may claim a dictionary of 4 GiB; since none need be larger than
// the data, we read it as one of the limit at most.
func (u *unpacker) unlzma(b *blobMessage) ([]byte, error) {
	if len(b.payload) < lzmaHeaderBytes || Sniff(b.payload) == XZ {
		return nil, errors.New("expected the stand-alone format of lzma")
	}
	head := [lzmaHeaderBytes]byte(b.payload)
	if dict := binary.LittleEndian.Uint32(head[1:]); int64(dict) > u.limit {
		binary.LittleEndian.PutUint32(head[1:], uint32(u.limit))
	}
	r, err := lzma.NewReader(io.MultiReader(bytes.NewReader(head[:]), bytes.NewReader(b.payload[lzmaHeaderBytes:])))
	if err != nil {
		return nil, err
	}
	return u.drain(r, b)
}

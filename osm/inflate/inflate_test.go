package inflate

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// samples are contents that lead to blocks of all kinds, short and long codes, near and far copies.
func samples() map[string][]byte {
	random := rand.New(rand.NewPCG(3, 4))
	noise := make([]byte, 70000)
	skewed := make([]byte, 70000)
	text := []byte{}
	for i := range noise {
		noise[i] = byte(random.IntN(256))
		skewed[i] = byte(random.ExpFloat64() * 9)
	}
	words := []string{"highway", "residential", "name", "Main Street", "surface", "asphalt", "\x00\x01", "a"}
	for len(text) < 200000 {
		text = append(text, words[random.IntN(len(words))]...)
		text = append(text, byte(random.IntN(256)))
	}
	return map[string][]byte{
		"nothing": nil, "one byte": {7}, "zeros": make([]byte, 100000), "noise": noise, "skewed": skewed, "text": text, "short": []byte("abcabcabcabcabc"),
	}
}

func packed(t testing.TB, content []byte, level int) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := zlib.NewWriterLevel(&b, level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	var d Decoder
	for name, content := range samples() {
		for level := zlib.HuffmanOnly; level <= zlib.BestCompression; level++ {
			dst := make([]byte, len(content))
			d.Reset(dst, packed(t, content, level))
			n, done, err := d.Run(len(dst))
			if err != nil || !done || !bytes.Equal(dst[:n], content) {
				t.Errorf("%s, level %d: %d of %d bytes, %v, %v", name, level, n, len(content), done, err)
			}
		}
	}
}

// TestPieces stops at many places and goes on.
func TestPieces(t *testing.T) {
	var d Decoder
	for name, content := range samples() {
		dst := make([]byte, len(content))
		d.Reset(dst, packed(t, content, zlib.DefaultCompression))
		for until := 0; ; until += 1 + until/3 {
			n, done, err := d.Run(until)
			if err != nil || !done && n < until || !bytes.Equal(dst[:n], content[:n]) {
				t.Fatalf("%s: %d of %d bytes, %v", name, n, until, err)
			}
			if done {
				break
			}
		}
	}
}

func TestTruncatedAndTooLong(t *testing.T) {
	var d Decoder
	content := samples()["text"][:3000]
	for _, level := range []int{zlib.HuffmanOnly, zlib.NoCompression, zlib.BestCompression} {
		src := packed(t, content, level)
		dst := make([]byte, len(content))
		for n := range src {
			d.Reset(dst, src[:n:n])
			if _, done, err := d.Run(len(dst)); err == nil || done {
				t.Errorf("level %d: no error at %d of %d bytes", level, n, len(src))
			}
		}
		for n := range content {
			d.Reset(dst[:n:n], src)
			if _, _, err := d.Run(n); err != ErrTooLong {
				t.Errorf("level %d: %v with room for %d", level, err, n)
			}
		}
	}
}

// oracle is what the standard library makes of a stream after its header, without regard to the checksum.
func oracle(src []byte, most int) ([]byte, bool) {
	out, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(src[2:])), int64(most)+1))
	return out, err == nil && len(out) <= most
}

// check compares the verdict with that of the standard library, and the content where it is good.
func check(t *testing.T, src []byte) {
	const most = 1 << 16
	var d Decoder
	dst := make([]byte, most)
	d.Reset(dst, src)
	n, done, err := d.Run(most)
	if len(src) < 2 || err != nil && strings.HasPrefix(err.Error(), "no zlib header") {
		return
	}
	want, ok := oracle(src, most)
	good := err == nil && done || err == ErrChecksum || err == ErrTruncated && n == len(want) // cut in the checksum
	if ok && !good || !ok && err == nil {
		t.Fatalf("%d bytes, %v, %v; the standard library says %v", n, done, err, ok)
	}
	if ok && !bytes.Equal(dst[:n], want) {
		t.Fatal("not what the standard library reads")
	}
}

// TestMutations changes bits of good streams: what comes out must be what the standard library says.
func TestMutations(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, content := range samples() {
		content = content[:min(len(content), 1500)]
		for _, level := range []int{zlib.NoCompression, zlib.BestSpeed, zlib.BestCompression, zlib.HuffmanOnly} {
			src := packed(t, content, level)
			for range 300 {
				bad := append([]byte(nil), src...)
				for range 1 + random.IntN(2) {
					bad[2+random.IntN(len(bad)-2)] ^= 1 << random.IntN(8)
				}
				check(t, bad)
			}
		}
	}
}

func FuzzInflate(f *testing.F) {
	for _, content := range samples() {
		f.Add(packed(f, content[:min(len(content), 500)], zlib.BestCompression))
	}
	f.Fuzz(check)
}

func BenchmarkInflate(b *testing.B) {
	content := samples()["text"]
	src := packed(b, content, zlib.DefaultCompression)
	dst := make([]byte, len(content))
	var d Decoder
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		d.Reset(dst, src)
		if _, _, err := d.Run(len(dst)); err != nil {
			b.Fatal(err)
		}
	}
}

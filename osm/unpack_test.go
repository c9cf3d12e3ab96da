package osm

import (
	"bytes"
	"compress/gzip"

	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

func gzipped(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(data)
	z.Close()
	return b.Bytes()
}

func zstdPacked(data []byte) []byte {
	z, _ := zstd.NewWriter(nil)
	return z.EncodeAll(data, nil)
}

func TestWrappers(t *testing.T) {
	plain := smallPBF(codecZlib)
	for name, data := range map[string][]byte{
		"plain": plain, "gzip": gzipped(plain), "zstd": zstdPacked(plain), "gzip in two members": append(gzipped(plain[:30]), gzipped(plain[30:])...),
	} {
		t.Run(name, func(t *testing.T) {
			f, err := Open(write(t, "x", data), Options{TempDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			got, err := dumpFile(f, Nodes|Ways|Relations)
			if diff := cmp.Diff(smallObjects, got); err != nil || diff != "" {
				t.Error(err, diff)
			}
			if given, err := io.ReadAll(f.Given()); err != nil || !bytes.Equal(given, data) || f.Size() != int64(len(data)) {
				t.Error("the content or size is not that of the file as given", err)
			}
		})
	}
}

func TestBadWrappers(t *testing.T) {
	plain := smallPBF(codecZlib)
	packed := gzipped(plain)
	flipped := append([]byte(nil), packed...)
	flipped[len(flipped)/2] ^= 0x10
	cases := map[string]struct {
		data []byte
		want string
	}{
		"cut":        {packed[:len(packed)-9], "cut off"},
		"flipped":    {flipped, "gzip"},
		"twice":      {gzipped(packed), "gzip in gzip"},
		"empty":      {gzipped(nil), "an empty file in gzip"},
		"html":       {gzipped([]byte("<html></html>")), "found an HTML page"},
		"too large":  {gzipped([]byte("<osm>" + strings.Repeat(" ", 5000))), "more than 4096 bytes of content"},
		"foreign":    {gzipped(make([]byte, 5000)), "found data of an unknown kind"}, // before it is copied
		"zip":        {[]byte("PK\x03\x04 etc"), "found a zip archive"},
		"json":       {[]byte(`{"version": 0.6}`), "found JSON"},
		"utf-16":     {[]byte("\xff\xfe<\x00o\x00"), "found UTF-16 text"},
		"plain text": {[]byte("node 1 at 5,5\n"), "found plain text"},
		"binary":     {[]byte("\x7fELF\x01\x02\x03"), "found data of an unknown kind"},
		"xz":         {[]byte("\xfd7zXZ\x00\x00"), "found xz"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := Open(write(t, "x.osm", c.data), Options{TempDir: t.TempDir(), MaxUnpackedBytes: 4096})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "x.osm") {
				t.Errorf("got %v, expected %s", err, c.want)
			}
		})
	}
}

func TestOpenErrors(t *testing.T) {
	if _, err := Open("/nowhere/x.osm", Options{}); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "/nowhere/x.osm") {
		t.Error(err)
	}
	if _, err := Open(t.TempDir(), Options{}); err == nil || !strings.Contains(err.Error(), "a folder") {
		t.Error(err)
	}
	path := write(t, "x.osm.gz", gzipped([]byte("<osm/>")))
	if _, err := Open(path, Options{TempDir: "/nowhere"}); err == nil || !strings.Contains(err.Error(), "/nowhere") {
		t.Error(err)
	}
}

// TestStdin reads a packed file from stdin.
func TestStdin(t *testing.T) {
	in, err := os.Open(write(t, "x", gzipped(smallPBF(codecRaw))))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	old := os.Stdin
	os.Stdin = in
	defer func() { os.Stdin = old }()
	if diff := cmp.Diff(smallObjects, dump(t, "-", Options{TempDir: t.TempDir()})); diff != "" {
		t.Error(diff)
	}
}

func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	err = copyBounded(full, strings.NewReader(strings.Repeat("x", 1<<20)), 1<<30)
	if err == nil || !strings.Contains(err.Error(), "choose another folder") {
		t.Error(err)
	}
}

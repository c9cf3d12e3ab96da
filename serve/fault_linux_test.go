package serve

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestCutFileIsToldAndTakenOverAgain cuts a file while it is served: /readyz and /graphs tell, and the same bytes under its name
// again are taken over.
func TestCutFileIsToldAndTakenOverAgain(t *testing.T) {
	for _, test := range []struct{ method, path, body string }{
		{"GET", "/probe/read", ""},
		{"POST", "/lines", "x"},
		{"GET", "/graph", ""},
	} {
		path := street(t, 2)
		copied := t.TempDir() + "/copy"
		put(t, path, copied)
		s := serverOf(t, path, Options{}, nil)
		g, release, _ := s.set.Acquire("")
		if err := g.Verify(); err != nil {
			t.Fatal(err)
		}
		release()
		if err := os.Truncate(path, 0); err != nil {
			t.Fatal(err)
		}
		if w := ask(s, test.method, test.path, test.body); w.Code != 503 {
			t.Errorf("%s: got %d %s", test.path, w.Code, w.Body)
		}
		for _, p := range []string{"/readyz", "/graphs"} {
			if w := ask(s, "GET", p, ""); !strings.Contains(w.Body.String(), `"state":"damaged"`) {
				t.Errorf("%s: got %d %s", p, w.Code, w.Body)
			}
		}
		if w := ask(s, test.method, test.path, test.body); w.Code != 503 {
			t.Errorf("%s: got %d %s", test.path, w.Code, w.Body)
		}
		put(t, copied, path)
		if got, err := s.Reload(""); err != nil || got["street"] != swapDone {
			t.Errorf("got %v, %v", got, err)
		}
		if w := ask(s, test.method, test.path, test.body); w.Code != 200 {
			t.Errorf("%s after the swap: got %d %s", test.path, w.Code, w.Body)
		}
	}
}

// TestSameBytesInAnotherFileAreTakenOver replaces a file by a copy: who then cuts the old one cuts nothing that is served.
func TestSameBytesInAnotherFileAreTakenOver(t *testing.T) {
	path := street(t, 2)
	s := serverOf(t, path, Options{}, nil)
	for _, want := range []string{swapSame, swapDone, swapSame} {
		if got, err := s.Reload(""); err != nil || got["street"] != want {
			t.Errorf("got %v, %v, expected %s", got, err, want)
		}
		if want == swapSame {
			put(t, path, path)
		}
	}
}

// TestWhatIsNoFileIsRefused puts a device in the place of the file, and a pipe that nobody writes to.
func TestWhatIsNoFileIsRefused(t *testing.T) {
	path := street(t, 2)
	s := serverOf(t, path, Options{}, nil)
	for _, place := range []func() error{
		func() error { return os.Symlink("/dev/zero", path) },
		func() error { return syscall.Mkfifo(path, 0o600) },
	} {
		if err := errors.Join(os.Remove(path), place()); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Reload(""); err == nil || got["street"] != swapRefused || !strings.Contains(err.Error(), "expected a regular file") {
			t.Errorf("got %v, %v", got, err)
		}
		if w := ask(s, "GET", "/probe/pairs", ""); w.Code != 200 {
			t.Errorf("the old graph answers %d %s", w.Code, w.Body)
		}
	}
}

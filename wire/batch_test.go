package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// echo answers a query by its number and length.
func echo() Worker {
	return Worker{Append: func(out []byte, x Item) []byte {
		for range rand.IntN(50) {
			runtime.Gosched()
		}
		return fmt.Appendf(out, "%d %d %v\n", x.Number, len(x.Text), x.Err != nil)
	}}
}

func runBatch(t *testing.T, b *Batch) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := b.Run(t.Context(), bufio.NewWriter(&out))
	return out.String(), err
}

func TestBatchKeepsTheOrderWithAnyNumberOfWorkers(t *testing.T) {
	var in, want strings.Builder
	in.WriteString("\xef\xbb\xbf")
	for i := 1; i <= 3000; i++ {
		n := rand.IntN(200)
		if i%1000 == 0 {
			n = MaxQueryBytes + 5
		}
		if i%7 == 0 {
			in.WriteString(" \r\n")
			continue
		}
		fmt.Fprintf(&in, "%s\n", strings.Repeat("x", n+1))
		tooLong := n+2 > MaxQueryBytes
		fmt.Fprintf(&want, "%d %d %v\n", i, n+2, tooLong)
	}
	for _, workers := range []int{1, 2, 3, 16} {
		got, err := runBatch(t, &Batch{Source: NewLines(strings.NewReader(in.String())), NewWorker: echo, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		a, b := strings.Split(got, "\n"), strings.Split(want.String(), "\n")
		if len(a) != len(b) {
			t.Fatalf("%d workers: %d answers, expected %d", workers, len(a), len(b))
		}
		for i := range a {
			if strings.HasSuffix(a[i], "true") { // how much of a long line is kept does not matter
				a[i], b[i] = strings.Fields(a[i])[0], strings.Fields(b[i])[0]
			}
			if a[i] != b[i] {
				t.Fatalf("%d workers: answer %q, expected %q", workers, a[i], b[i])
			}
		}
	}
}

func TestBatchAnswersWhileMoreIsToCome(t *testing.T) {
	in, send := io.Pipe()
	receive, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		b := Batch{Source: NewLines(in), NewWorker: echo, Workers: 2, Interrupt: func() { in.Close() }}
		done <- b.Run(t.Context(), bufio.NewWriter(out))
	}()
	answers := bufio.NewReader(receive)
	for i := 1; i <= 50; i++ {
		fmt.Fprintf(send, "query\n")
		line, err := answers.ReadString('\n')
		if want := fmt.Sprintf("%d 6 false\n", i); err != nil || line != want {
			t.Fatalf("answer %q, %v, expected %q", line, err, want)
		}
	}
	send.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// endless yields queries without an end.
type endless struct{ n int }

func (e *endless) Next(buf []byte) (Item, []byte, error) {
	e.n++
	return Item{Number: e.n}, append(buf, 'x'), nil
}
func (e *endless) Ready() bool { return true }

// failing takes some writes.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("gone")
	}
	return len(p), nil
}
func (f *failing) Flush() error { return nil }

func TestBatchEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("with the error of the writer, and holds no more than it must", func(t *testing.T) {
		e := &endless{}
		b := Batch{Source: e, NewWorker: echo, Workers: 3, Interrupt: func() {}}
		if err := b.Run(t.Context(), &failing{left: 5}); err == nil || err.Error() != "gone" {
			t.Errorf("error %v", err)
		}
		if limit := (5 + 3*partsAWorker + 1) * maxPartItems; e.n > limit {
			t.Errorf("read %d queries, expected at most %d", e.n, limit)
		}
	})
	t.Run("with its context", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		defer cancel()
		b := Batch{Source: &endless{}, NewWorker: echo, Workers: 2, Interrupt: func() {}}
		if err := b.Run(ctx, bufio.NewWriter(io.Discard)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("with the error of the source, behind the answers", func(t *testing.T) {
		in := io.MultiReader(strings.NewReader("a\nb\n"), readerFunc(func([]byte) (int, error) { return 0, errors.New("cut off") }))
		got, err := runBatch(t, &Batch{Source: NewLines(in), NewWorker: echo, Workers: 2, Interrupt: func() {}})
		if err == nil || err.Error() != "cut off" || got != "1 2 false\n2 2 false\n" {
			t.Errorf("answers %q, error %v", got, err)
		}
	})
	t.Run("with the panic of a worker", func(t *testing.T) {
		b := Batch{Source: &endless{}, Workers: 2, Interrupt: func() {}, Fault: func(p any) error { return fmt.Errorf("fault %v", p) },
			NewWorker: func() Worker {
				return Worker{Append: func(out []byte, x Item) []byte {
					if x.Number == 500 {
						panic("at 500")
					}
					return out
				}}
			}}
		if _, err := runBatch(t, &b); err == nil || err.Error() != "fault at 500" {
			t.Errorf("error %v", err)
		}
	})
	for range 6000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, before %d", runtime.NumGoroutine(), before)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestArray(t *testing.T) {
	for _, c := range []struct {
		text, err string
		items     []string
	}{
		{text: `[]`},
		{text: " [ {\"a\":[1,2]} , \"],[\" ,x y, [\"\\\"]\"] ] \n", items: []string{`{"a":[1,2]}`, `"],["`, `x y`, `["\"]"]`}},
		{text: `{}`, err: "expected a list"},
		{text: ``, err: "expected a list"},
		{text: `[1,2`, err: "byte 4: item 2 of the list has no end"},
		{text: `[1,,2]`, err: "byte 3: item 2 of the list has no end, or is none"},
		{text: `[1,]`, err: "item 2"},
		{text: `["a`, err: "item 1"},
		{text: `["a\`, err: "item 1"},
		{text: `[1] 2`, err: "byte 4: expected the end"},
	} {
		a, err := NewArray([]byte(c.text))
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: error %v, expected %s", c.text, err, c.err)
			}
			continue
		}
		if err != nil || a.Len() != len(c.items) {
			t.Errorf("%q: %v, %d items, expected %d", c.text, err, a.Len(), len(c.items))
			continue
		}
		for i, want := range c.items {
			x, text, err := a.Next([]byte("<"))
			if string(text) != "<"+want || err != nil || x.Number != i+1 || !a.Ready() {
				t.Errorf("%q: item %d is %q, %v", c.text, i, text, err)
			}
		}
		if _, _, err := a.Next(nil); err != io.EOF {
			t.Errorf("%q: no end", c.text)
		}
	}
	long, err := NewArray([]byte(`["` + strings.Repeat("x", MaxQueryBytes) + `"]`))
	if err != nil {
		t.Fatal(err)
	}
	if x, text, err := long.Next(nil); x.Err == nil || len(text) > 0 || err != nil {
		t.Errorf("a long item: %v, %v", x.Err, err)
	}
}

// longLines are queries of the greatest length, and then a client that sends no more for the moment.
type longLines struct {
	text    []byte
	given   int
	written atomic.Int64 // answers, of a byte each
	before  uint64
	kept    int64 // bytes in use while the batch waits
}

const manyLongLines = 64

func (l *longLines) Next(buf []byte) (Item, []byte, error) {
	if l.given == manyLongLines {
		for l.written.Load() < manyLongLines {
			time.Sleep(time.Millisecond)
		}
		l.kept = int64(heapBytes() - l.before)
		return Item{}, buf, io.EOF
	}
	l.given++
	return Item{Number: l.given}, append(buf, l.text...), nil
}

func (l *longLines) Ready() bool { return false }

func (l *longLines) Write(p []byte) (int, error) { l.written.Add(int64(len(p))); return len(p), nil }

func (l *longLines) Flush() error { return nil }

func heapBytes() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestWaitingBatchKeepsLittle: who has sent long queries and then waits holds no memory for them.
func TestWaitingBatchKeepsLittle(t *testing.T) {
	l := &longLines{text: bytes.Repeat([]byte("x"), MaxQueryBytes)}
	l.before = heapBytes()
	b := Batch{Source: l, Workers: 2, NewWorker: func() Worker {
		return Worker{Append: func(out []byte, _ Item) []byte { return append(out, '1') }}
	}}
	if err := b.Run(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if l.kept > 4*MaxQueryBytes {
		t.Errorf("%d bytes are kept", l.kept)
	}
}

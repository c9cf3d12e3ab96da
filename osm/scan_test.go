package osm

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// manyBlocks is a file of n blocks with one node each, and a way.
func manyBlocks(t testing.TB, n int, o Options) *File {
	t.Helper()
	var w pbfWriter
	w.header()
	for i := range n {
		w.data(nodeBlock(int64(i)))
	}
	w.data(wayBlock(1, 1, 2))
	f, err := Open(write(t, "x.osm.pbf", w.out), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestDeliversInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		f := manyBlocks(t, 200, Options{Workers: workers})
		next := 0
		err := Scan(context.Background(), f, Nodes, func(b *Block) (int, error) {
			if b.Seq%5 == 0 {
				time.Sleep(100 * time.Microsecond)
			}
			return b.Seq, nil
		}, func(seq int) error {
			if seq != next {
				return fmt.Errorf("block %d, expected %d", seq, next)
			}
			next++
			return nil
		})
		if err != nil || next != 200 {
			t.Error(workers, next, err)
		}
	}
}

func TestFirstErrorWins(t *testing.T) {
	f := manyBlocks(t, 100, Options{Workers: 4})
	for range 20 {
		err := Scan(context.Background(), f, Nodes, func(b *Block) (int, error) {
			if b.Seq >= 17 {
				return 0, fmt.Errorf("bad %d", b.Seq)
			}
			return 0, nil
		}, func(int) error { return nil })
		if err == nil || !strings.HasSuffix(err.Error(), "bad 17") {
			t.Fatal(err)
		}
	}
	stop := errors.New("stop")
	err := Scan(context.Background(), f, Nodes, func(b *Block) (int, error) { return b.Seq, nil }, func(seq int) error {
		if seq == 3 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) {
		t.Error(err)
	}
}

func TestCancel(t *testing.T) {
	f := manyBlocks(t, 1000, Options{Workers: 3})
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("enough")
	seen := 0
	err := Scan(ctx, f, Nodes, func(b *Block) (int, error) { return b.Seq, nil }, func(seq int) error {
		if seq == 10 {
			cancel(cause)
		}
		seen++
		return nil
	})
	if !errors.Is(err, cause) || seen > 100 {
		t.Error(seen, err)
	}
	checkGoroutines(t, before)
}

// checkGoroutines fails where more goroutines stay than there were before. One that has told the scan that it is done may
// need another moment to end.
func checkGoroutines(t *testing.T, before int) {
	after := runtime.NumGoroutine()
	for tries := 0; after > before && tries < 60_000; tries++ {
		time.Sleep(time.Millisecond)
		after = runtime.NumGoroutine()
	}
	if after > before {
		t.Errorf("%d goroutines, %d before", after, before)
	}
}

// TestPanicComesOut checks that a panic of process reaches the caller, and leaves no goroutine behind.
func TestPanicComesOut(t *testing.T) {
	f := manyBlocks(t, 100, Options{Workers: 3})
	before := runtime.NumGoroutine()
	defer func() {
		if p := fmt.Sprint(recover()); !strings.Contains(p, "ouch") || !strings.Contains(p, "scan_test.go") {
			t.Errorf("recovered %.200s", p)
		}
		checkGoroutines(t, before)
	}()
	Scan(context.Background(), f, Nodes, func(b *Block) (int, error) { panic("ouch") }, func(int) error { return nil })
}

// TestWorkersAgree compares one worker with several, on PBF and XML.
func TestWorkersAgree(t *testing.T) {
	for _, path := range globShared(t, "osm/newport*.pbf", "osm/beatty*.osm") {
		if !slices.Equal(dump(t, path, Options{Workers: 1}), dump(t, path, Options{Workers: 5})) {
			t.Error(path, "differs between one worker and five")
		}
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// TestNoAllocationsPerObject checks that a scan allocates per file and block, not per object.
func TestNoAllocationsPerObject(t *testing.T) {
	for _, path := range globShared(t, "osm/newport*.pbf", "osm/beatty*.osm") {
		f, err := Open(path, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		scan := func() {
			if err := Scan(context.Background(), f, Nodes|Ways|Relations, countObjects, func(int) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(3, scan); n > 1500 {
			t.Errorf("%s: %.0f allocations", path, n)
		}
	}
}

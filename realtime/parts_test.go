package realtime

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/jamespfennell/gtfs"
	gtfsrt "github.com/jamespfennell/gtfs/proto"
	"google.golang.org/protobuf/proto"

	"graphbuild/graph"
)

func marshal(t *testing.T, header *gtfsrt.FeedHeader, entities ...*gtfsrt.FeedEntity) []byte {
	t.Helper()
	header.GtfsRealtimeVersion = proto.String("2.0")
	for i, e := range entities {
		e.Id = proto.String(fmt.Sprint(i))
	}
	data, err := proto.Marshal(&gtfsrt.FeedMessage{Header: header, Entity: entities})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestTooManyParts: a message must not take many times its length in memory: each of these has parts of two bytes.
func TestTooManyParts(t *testing.T) {
	field := func(tag byte, data []byte) []byte {
		n := len(data)
		return append([]byte{tag, byte(n) | 128, byte(n>>7) | 128, byte(n>>14) | 128, byte(n >> 21)}, data...)
	}
	many := func(tag byte) []byte { return bytes.Repeat([]byte{tag, 0}, maxParts+1) }
	for name, data := range map[string][]byte{
		"entities":  many(0x12),
		"stops":     field(0x12, field(0x1a, many(0x12))),
		"subjects":  field(0x12, field(0x2a, many(0x2a))),
		"periods":   field(0x12, field(0x2a, many(0x0a))),
		"languages": field(0x12, field(0x2a, field(0x52, many(0x0a)))),
		"carriages": field(0x12, field(0x22, many(0x5a))),
	} {
		if _, err := Parse(nil, Message{Data: data}); err == nil || !strings.Contains(err.Error(), "4194304 parts") {
			t.Errorf("%s: got error %v, expected one about parts", name, err)
		}
	}
}

// TestTooMuchWork: nor must it have a trip of very many calls looked at again and again.
func TestTooMuchWork(t *testing.T) {
	g := small(t)
	m := reader{x: &Overlay{g: g, runs: map[graph.TripID][]run{}}, counts: &Counts{}}
	update := gtfs.Trip{ID: gtfs.TripID{ID: "T1"}, IsEntityInMessage: true}
	m.add(&update)
	if m.work != 3 || m.counts.NotRunning != 1 {
		t.Errorf("work of %d for a trip of 3 calls, %+v", m.work, *m.counts)
	}
	m.work = maxWork - 5
	if err := m.addTrips([]gtfs.Trip{update}); err != nil {
		t.Errorf("below the limit: %v", err)
	}
	if err := m.addTrips([]gtfs.Trip{update}); err == nil || !strings.Contains(err.Error(), "16777216 calls") {
		t.Errorf("above the limit: %v", err)
	}
}

// TestCallOf finds the calls of updates as by looking at one after another.
func TestCallOf(t *testing.T) {
	g := small(t)
	trip, err := g.TripByID("T1")
	if err != nil {
		t.Fatal(err)
	}
	p := planned{trip: trip, calls: trip.StopTimes()}
	a, b := p.calls[0].Stop, p.calls[1].Stop
	p.calls = nil
	for i, stop := range []graph.StopID{a, b, a, b, b, a} {
		p.calls = append(p.calls, graph.StopTime{Stop: stop, Sequence: uint32(2 * i)})
	}
	for from := range len(p.calls) + 1 {
		for _, id := range []string{"A", "B", "C", ""} {
			want := -1
			for i := len(p.calls) - 1; i >= from; i-- {
				if g.Stop(p.calls[i].Stop).ID() == id {
					want = i
				}
			}
			if got := p.callOf(&gtfs.StopTimeUpdate{StopID: &id}, from); got != want {
				t.Errorf("stop %q from %d: got %d, want %d", id, from, got, want)
			}
		}
		for sequence := range uint32(13) {
			want := -1
			if i := int(sequence) / 2; sequence%2 == 0 && i >= from && i < len(p.calls) {
				want = i
			}
			if got := p.callOf(&gtfs.StopTimeUpdate{StopSequence: &sequence}, from); got != want {
				t.Errorf("sequence %d from %d: got %d, want %d", sequence, from, got, want)
			}
		}
	}
}

// TestCallOfOtherNumbers: where a message counts stops otherwise than the timetable, the stop that it names counts; a stop at
// which the trip does not call may be another platform.
func TestCallOfOtherNumbers(t *testing.T) {
	g := small(t)
	trip, err := g.TripByID("T1")
	if err != nil {
		t.Fatal(err)
	}
	p := planned{trip: trip, calls: trip.StopTimes()} // A 1, B 5, C 9
	for _, c := range []struct {
		sequence uint32
		stop     string
		want     int
	}{{5, "B", 1}, {1, "B", 1}, {7, "B", 1}, {9, "A", 0}, {5, "B2", 1}, {7, "B2", -1}} {
		if got := p.callOf(&gtfs.StopTimeUpdate{StopSequence: &c.sequence, StopID: &c.stop}, 0); got != c.want {
			t.Errorf("number %d, stop %s: got %d, want %d", c.sequence, c.stop, got, c.want)
		}
	}
}

// TestDeleted: an entity that is deleted says nothing, and a message of what has changed alone is refused.
func TestDeleted(t *testing.T) {
	g := small(t)
	deleted := update("T8")
	deleted.IsDeleted = proto.Bool(true)
	x, err := Parse(g, Message{Data: marshal(t, &gtfsrt.FeedHeader{}, update("T9"), deleted, update("T7"), deleted)})
	if err != nil {
		t.Fatal(err)
	}
	if want := (Counts{UnknownTrips: 2}); x.Counts(0) != want {
		t.Errorf("got %+v, want %+v", x.Counts(0), want)
	}
	changes := marshal(t, &gtfsrt.FeedHeader{Incrementality: gtfsrt.FeedHeader_DIFFERENTIAL.Enum()}, update("T1"))
	if _, err := Parse(g, Message{Data: changes}); err == nil || !strings.Contains(err.Error(), "found DIFFERENTIAL") {
		t.Errorf("got error %v", err)
	}
}

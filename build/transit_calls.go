package build

import (
	"encoding/binary"

	"graphbuild/graph"
	"graphbuild/gtfs"
)

// callLists numbers the distinct lists of what trips say of their calls, in the order in which they are found.
type callLists struct {
	t     *graph.Tables
	lists map[string]graph.CallsID
	texts map[string]uint32 // by headsign: row of CallTexts plus 1
	key   []byte
}

func newCallLists(t *graph.Tables) *callLists {
	return &callLists{t: t, lists: map[string]graph.CallsID{}, texts: map[string]uint32{"": 0}}
}

// add returns the number of a list, NoCalls where it says nothing.
func (c *callLists) add(words []gtfs.CallWords) graph.CallsID {
	key, any := c.key[:0], false
	for _, w := range words {
		any = any || w != (gtfs.CallWords{})
		key = binary.AppendUvarint(append(key, w.ContinuousPickup, w.ContinuousDropOff), uint64(c.text(w.Headsign)))
	}
	c.key = key
	if !any {
		return graph.NoCalls
	}
	id, ok := c.lists[string(key)]
	if !ok {
		id = graph.CallsID(len(c.lists))
		c.lists[string(key)] = id
		c.write(words)
	}
	return id
}

func (c *callLists) text(s string) uint32 {
	n, ok := c.texts[s]
	if !ok {
		n = uint32(len(c.texts))
		c.texts[s] = n
		c.t.CallTexts.Text.Append(s)
	}
	return n
}

func (c *callLists) write(words []gtfs.CallWords) {
	headsign, pickup, dropOff := make([]uint32, len(words)), make([]uint8, len(words)), make([]uint8, len(words))
	signs := false
	for i, w := range words {
		headsign[i], pickup[i], dropOff[i] = c.text(w.Headsign), w.ContinuousPickup, w.ContinuousDropOff
		signs = signs || headsign[i] > 0
	}
	if !signs {
		headsign = nil
	}
	t := &c.t.Calls
	t.Headsign.Append(headsign...)
	t.ContinuousPickup.Append(unlessZero(pickup)...)
	t.ContinuousDropOff.Append(unlessZero(dropOff)...)
}

// callsOf returns what a trip says of its calls. Headsigns that are that of the trip say nothing, and booking rules stand with
// the calls on demand.
func (f *feedAdder) callsOf(i gtfs.TripIndex) graph.CallsID {
	st := &f.StopTimes
	if st.Said == nil {
		return graph.NoCalls
	}
	words := f.scratch.words[:0]
	for row := st.Start[i]; row < st.Start[i+1]; row++ {
		w := st.Words[st.Said[row]]
		w.PickupBooking, w.DropOffBooking = "", ""
		if w.Headsign == f.Trips[i].Headsign {
			w.Headsign = ""
		}
		words = append(words, w)
	}
	f.scratch.words = words
	return f.lists.add(words)
}

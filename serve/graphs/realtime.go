package graphs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"graphbuild/fileio"
	"graphbuild/graph"
	"graphbuild/realtime"
	"graphbuild/remote"
	"graphbuild/route/transit"
)

// Feed is where GTFS-Realtime messages come from.
type Feed struct {
	Label  string // of the feed in the graph that the ids of the messages are of; empty: they must be unique in the graph
	Source string // a file, or an address (http, https)
	Header Header // for an address
}

// Header are headers of requests, which may hold keys, and are shown nowhere.
type Header struct{ fields http.Header }

// Add adds a header.
func (h *Header) Add(name, value string) {
	if h.fields == nil {
		h.fields = http.Header{}
	}
	h.fields.Add(name, value)
}

// IsEmpty reports whether there are none.
func (h Header) IsEmpty() bool { return len(h.fields) == 0 }

// String tells nothing.
func (Header) String() string { return "..." }

// FeedState is what is known of a Feed.
type FeedState struct {
	Feed
	Fetched   time.Time       // when the message that is in use came; zero: none has come yet
	Created   time.Time       // when that was made, as it says; zero where it does not
	Good, Bad int64           // fetches that gave a message, and that did not
	Err       error           // of the last fetch, or why its message is not used; nil: all is well
	Counts    realtime.Counts // what became of the message in use
}

// Age returns how old the message in use is, by what it says, else by when it came. It is false where there is none.
func (s *FeedState) Age(now time.Time) (age time.Duration, ok bool) {
	switch {
	case s.Fetched.IsZero():
		return 0, false
	case s.Created.Unix() <= 0 || s.Created.After(s.Fetched): // it does not say, or has a wrong clock
		return now.Sub(s.Fetched), true
	}
	return now.Sub(s.Created), true
}

// maxMessageBytes bounds a message; those of whole countries have some 20 MB.
const maxMessageBytes = 64 << 20

// news are the messages for the graph of a name.
type news struct {
	feeds    []Feed
	shown    atomic.Pointer[[]FeedState] // a copy of states that nobody changes
	mu       sync.Mutex                  // guards the rest
	messages [][]byte                    // the last good ones; nil: none yet
	states   []FeedState
	stale    bool // the graph does not use all messages, though it should
}

func (n *news) show() {
	list := append([]FeedState(nil), n.states...)
	n.shown.Store(&list)
}

// Follow says that messages of feeds are to be laid over the graph of a name, which Refresh does. It must be called once for a
// name, before Refresh. It fails with ErrUnknown, and where a label is of no feed of the graph.
func (s *Set) Follow(name string, feeds []Feed) error {
	g, release, err := s.Acquire(name)
	if err != nil {
		return err
	}
	defer release()
	n := &news{feeds: feeds, messages: make([][]byte, len(feeds)), states: make([]FeedState, len(feeds))}
	for i, f := range feeds {
		if err := g.hasFeed(f.Label); err != nil {
			return err
		}
		n.states[i].Feed = f
	}
	n.show()
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.entry(name); e != nil {
		e.news = n
	}
	return nil
}

// Realtime returns what is known of the feeds of a name, in the order of Follow; nil where there are none.
func (s *Set) Realtime(name string) []FeedState {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if e := s.entry(name); e != nil && e.news != nil {
		return *e.news.shown.Load()
	}
	return nil
}

// Refresh fetches the message of a feed of a name, by its number in Follow, for at most limit, and lays all messages at hand over
// the graph: queries that begin from then on use them. A message that cannot be had or read leaves the last one in use; Realtime
// tells. It reads the timetable anew where the message is another one than before. Feeds may be refreshed at once: for those whose
// messages come while it is read, it is read once more, however many they are. The error is that of ctx, or ErrUnknown.
func (s *Set) Refresh(ctx context.Context, name string, feed int, limit time.Duration) error {
	s.mu.RLock()
	e := s.entry(name)
	s.mu.RUnlock()
	if e == nil || e.news == nil {
		return fmt.Errorf("%w with messages: %q", ErrUnknown, name)
	}
	x := e.news.feeds[feed].fetchWithin(ctx, limit)
	if err := ctx.Err(); err != nil {
		return err
	}
	g, release, err := s.Acquire(name)
	if err != nil {
		return err
	}
	e.news.take(g, feed, x)
	release()
	e.replace.Lock() // from here on, nobody else changes e.current
	defer e.replace.Unlock()
	g, release, err = s.Acquire(name)
	if err != nil {
		return err
	}
	defer release()
	if e.news.isStale() {
		g.follow(e.news)
	}
	return nil
}

// fetched is what came of a source.
type fetched struct {
	data []byte
	err  error
}

// fetchWithin is Fetch with a limit of time.
func (f Feed) fetchWithin(ctx context.Context, limit time.Duration) (x fetched) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("expected it within %s", limit))
	defer cancel()
	x.data, x.err = f.Fetch(ctx)
	if x.err != nil && ctx.Err() != nil {
		x.err = context.Cause(ctx)
	}
	return x
}

// Fetch returns the message that is there now. The error names no address.
func (f Feed) Fetch(ctx context.Context) ([]byte, error) {
	if remote.IsURL(f.Source) {
		return remote.Whole(ctx, f.Source, f.Header.fields, maxMessageBytes)
	}
	file, err := fileio.OpenRegular(f.Source)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxMessageBytes+1))
	if err == nil && len(data) > maxMessageBytes {
		err = fmt.Errorf("expected %d bytes at most", maxMessageBytes)
	}
	return data, err
}

func (n *news) isStale() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.stale
}

// take notes what came of a feed, and keeps the message where it can be read and is another one than before.
func (n *news) take(g *Graph, feed int, x fetched) {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer n.show()
	state, label := &n.states[feed], n.feeds[feed].Label
	if x.err == nil {
		x.err = g.hasFeed(label) // which another file under this name may have no more
	}
	changed := x.err == nil && (n.messages[feed] == nil || !bytes.Equal(x.data, n.messages[feed]))
	if changed {
		_, x.err = g.overlay(realtime.Message{Feed: label, Data: x.data})
	}
	if state.Err = x.err; x.err != nil {
		state.Bad++
		return
	}
	state.Good++
	state.Fetched = time.Now()
	if changed {
		n.messages[feed], n.stale = x.data, true
	}
}

// hasFeed returns why a label is of no feed of the graph.
func (g *Graph) hasFeed(label string) (err error) {
	graph.WatchFaults()
	defer g.recoverTo(&err)
	return realtime.HasFeed(g.File, label)
}

// overlay lays messages over the graph. Their content is untrusted: a panic becomes an error.
func (g *Graph) overlay(messages ...realtime.Message) (x *realtime.Overlay, err error) {
	graph.WatchFaults()
	defer g.recoverTo(&err)
	return realtime.Parse(g.File, messages...)
}

// follow applies the stored messages, except those for feeds that the graph lacks. Where that fails it uses none, or those
// it used before, and the states say why.
func (g *Graph) follow(n *news) {
	messages, of := n.messagesFor(g)
	x, err := g.overlay(messages...)
	if err == nil {
		err = g.plan(x)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	defer n.show()
	n.stale = n.stale || err != nil
	for k, i := range of {
		if err != nil {
			n.states[i].Err = err
			continue
		}
		n.states[i].Created, n.states[i].Counts = x.Created(k), x.Counts(k)
	}
}

// messagesFor returns the messages whose feed a graph has, and which of all they are. Those that come from then on make the graph
// stale.
func (n *news) messagesFor(g *Graph) (messages []realtime.Message, of []int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stale = false
	for i, data := range n.messages {
		if data == nil {
			continue
		}
		m := realtime.Message{Feed: n.feeds[i].Label, Data: data}
		if err := g.hasFeed(m.Feed); err != nil {
			n.states[i].Err, n.states[i].Counts = err, realtime.Counts{}
			continue
		}
		messages, of = append(messages, m), append(of, i)
	}
	return messages, of
}

// plan has the graph plan journeys with news.
func (g *Graph) plan(x *realtime.Overlay) (err error) {
	graph.WatchFaults()
	defer g.recoverTo(&err)
	r := g.Journeys.WithRealtime(x)
	if err := r.Prepare(); err != nil {
		return err
	}
	g.setJourneys(r)
	return nil
}

// setJourneys has all searches from now on plan with another router. What the searches in the pool keep of the old one goes.
func (g *Graph) setJourneys(r *transit.Router) {
	g.router.Store(r)
	for range cap(g.searches.kept) {
		s := g.searches.take()
		if s == nil {
			return
		}
		s.renew()
		g.searches.put(s)
	}
}

// journeys returns the router of journeys with the last messages, if there are any.
func (g *Graph) journeys() *transit.Router {
	if r := g.router.Load(); r != nil {
		return r
	}
	return g.Journeys
}

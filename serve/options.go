package serve

import (
	"log/slog"
	"time"

	"graphbuild/serve/answer"
)

// Options are those of a Server. The zero value works, for tests: Defaults returns what a service should have.
type Options struct {
	Version string        // of the program: a part of the tags of answers
	Limits  answer.Limits // of a request; zero: answer.Default
	Log     *slog.Logger  // of requests and of what goes wrong; nil: none
	Access  bool          // log each request
	// Origins are those that browsers may ask from: "*" is all, none is none.
	Origins []string
	// RemoteReload lets other machines than this one POST /reload.
	RemoteReload bool
	// IdleTimeout is how long a connection may do nothing, HeaderTimeout how long it may take to send the header of a request,
	// BodyTimeout to send the rest, and WriteTimeout to read the answer after Limits.Time. Streams may take as long for each
	// piece. Zero: those of Defaults.
	IdleTimeout, HeaderTimeout, BodyTimeout, WriteTimeout time.Duration
	// MaxHeaderBytes bounds the header of a request; zero: that of Defaults.
	MaxHeaderBytes int
	// Drain is how long requests under way may take when the service ends.
	Drain time.Duration
	// OldNews is the age from which on a message of GTFS-Realtime is called old; zero: that of Defaults.
	OldNews time.Duration
	// CompressBytes is the length from which answers are compressed; zero: that of Defaults, negative: never.
	CompressBytes int
}

// Defaults returns the options of a service that is not told others.
func Defaults() Options { return Options{Origins: []string{"*"}}.filled() }

// filled returns the options with values for those that are zero.
func (o Options) filled() Options {
	if o.Limits == (answer.Limits{}) {
		o.Limits = answer.Default()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	for _, d := range []struct {
		value *time.Duration
		zero  time.Duration
	}{
		{&o.IdleTimeout, 2 * time.Minute},
		{&o.HeaderTimeout, 10 * time.Second},
		{&o.BodyTimeout, 30 * time.Second},
		{&o.WriteTimeout, 30 * time.Second},
		{&o.Drain, 10 * time.Second},
		{&o.OldNews, 10 * time.Minute},
	} {
		if *d.value == 0 {
			*d.value = d.zero
		}
	}
	if o.MaxHeaderBytes == 0 {
		o.MaxHeaderBytes = 128 << 10 // the 1000 positions of Limits with all their digits, and a hint for each, are less than 80 KiB
	}
	if o.CompressBytes == 0 {
		o.CompressBytes = 1400
	}
	return o
}

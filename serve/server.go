package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
)

// Serve answers the connections of a listener, which it closes, until ctx is done. Then it takes no more, lets those under way
// end for as long as Options.Drain, and cuts off the rest. The error is nil then.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	base, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	h := s.httpServer(base)
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	close(s.ending)
	return s.drain(h, cut)
}

// httpServer returns the server of connections.
func (s *Server) httpServer(base context.Context) *http.Server {
	return &http.Server{
		Handler: s,
		// What a client sends badly or too slowly is no matter for the log of a service, only for those who look for it.
		ErrorLog:          slog.NewLogLogger(s.o.Log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: s.o.HeaderTimeout,
		ReadTimeout:       s.o.HeaderTimeout + s.o.BodyTimeout,
		WriteTimeout:      s.o.BodyTimeout + s.o.Limits.Time + s.o.WriteTimeout,
		IdleTimeout:       s.o.IdleTimeout,
		MaxHeaderBytes:    s.o.MaxHeaderBytes,
		BaseContext:       func(net.Listener) context.Context { return base },
	}
}

// drain ends the requests under way, and those that are not done in time.
func (s *Server) drain(h *http.Server, cut context.CancelFunc) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Drain)
	defer cancel()
	err := h.Shutdown(ctx)
	streams := make(chan struct{})
	go func() { s.streams.Wait(); close(streams) }()
	select {
	case <-streams:
	case <-ctx.Done():
		err = ctx.Err()
	}
	cut()
	if errors.Is(err, context.DeadlineExceeded) {
		s.o.Log.Warn("requests were cut off at the end", "after", s.o.Drain.String())
		err = h.Close()
	}
	return err
}

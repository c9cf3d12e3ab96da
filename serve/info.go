package serve

import (
	"context"
	"net/http"
	"time"

	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/summary"
)

// infoKey is that of the summary among what is derived from a graph.
type infoKey struct{}

// info answers what inspect --json prints.
func info(_ context.Context, g *graphs.Graph, _ *http.Request) (answer.Body, error) {
	return answer.JSON(g.Derived(infoKey{}, func() any { return summary.Of(g.File) })), nil
}

// served is a graph in the list of /graphs.
type served struct {
	Name   string      `json:"name"`
	State  string      `json:"state"`
	ETag   string      `json:"etag"`
	Loaded time.Time   `json:"loaded"`
	News   []newsState `json:"realtime,omitempty"`
}

// States of a graph.
const (
	stateSound    = "sound"
	stateChecking = "checking"
	stateDamaged  = "damaged"
)

// stateOf returns what is known of a graph.
func stateOf(g *graphs.Graph) string {
	if g.Usable() != nil {
		return stateDamaged
	}
	if _, known := g.Sound(); !known {
		return stateChecking
	}
	return stateSound
}

// served returns all graphs.
func (s *Server) served() (list []served) {
	for _, name := range s.set.Names() {
		g, release, err := s.set.Acquire(name)
		if err != nil {
			continue
		}
		list = append(list, served{name, stateOf(g), g.ETag, g.Loaded.UTC(), s.newsOf(name)})
		release()
	}
	return list
}

func (s *Server) list(w http.ResponseWriter, _ *http.Request) {
	w.(*call).send(answer.JSON(map[string]any{"graphs": s.served()}), http.StatusOK)
}

// ready answers 200 when every graph was checked and is sound and the service does not end, 503 before and after. Queries are
// answered as soon as it listens.
func (s *Server) ready(w http.ResponseWriter, _ *http.Request) {
	state := struct {
		Status string   `json:"status"`
		Graphs []served `json:"graphs"`
	}{"ready", s.served()}
	for _, g := range state.Graphs {
		if g.State != stateSound {
			state.Status = g.State
		}
	}
	select {
	case <-s.ending:
		state.Status = "ending"
	default:
	}
	status := http.StatusOK
	if state.Status != "ready" {
		status = http.StatusServiceUnavailable
	}
	w.Header().Set("Cache-Control", "no-store")
	w.(*call).send(answer.JSON(state), status)
}

package ask

import (
	"context"
	"net/http"

	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/wire"
)

// One answers the only query of a request. A query that makes no sense and a look-up of what is not there are errors; that there
// is no route is an answer.
func One(ctx context.Context, g *graphs.Graph, q *wire.Query) (answer.Body, error) {
	search := g.Search(ctx)
	a, err := Searcher(g, search, answer.LimitsOf(ctx)).Find(q)
	search.Release()
	return bodyOf(a, err)
}

// LookUp is One for queries that search nothing.
func LookUp(g *graphs.Graph, q *wire.Query) (answer.Body, error) {
	s := wire.Searcher{Graph: g.File, Defaults: wire.StandardDefaults()}
	return bodyOf(s.Find(q))
}

func bodyOf(a wire.Answer, err error) (answer.Body, error) {
	switch {
	case err != nil:
		return nil, err
	case a.Status == wire.NotFound:
		return nil, &answer.Error{Status: http.StatusNotFound, Code: answer.CodeNotFound, Message: a.Error}
	case a.Status == wire.BadRequest && a.Code != "":
		return nil, answer.Errorf(a.Code, "%s", a.Error)
	case a.Status == wire.BadRequest:
		return nil, answer.Errorf(answer.CodeQuery, "%s", a.Error)
	}
	return (*body)(&a), nil
}

// body is an answer as a body.
type body wire.Answer

// AppendBody appends it as JSON.
func (b *body) AppendBody(out []byte) ([]byte, error) {
	return append((*wire.Answer)(b).AppendJSON(out), '\n'), nil
}

package ask

import (
	"strings"
	"testing"

	"graphbuild/graph"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/wire"
)

func TestLargeAnswersAreRefusedWhereThereIsNoRoom(t *testing.T) {
	nothing := func() (*graphs.Graph, func(), error) { return nil, nil, graph.ErrDamaged }
	all := answer.NewBudget(3 * answer.SmallBytes)
	form := Form{What: "query", Between: ",", End: "\n"}
	large := wire.Item{Text: []byte(`{"id":"` + strings.Repeat("x", 2*answer.SmallBytes) + `"}`), Number: 1}
	first, second := answer.Held{Budget: all}, answer.Held{Budget: all}
	w := NewWorker(t.Context(), nothing, &first)
	w.Begin()
	defer w.End()
	if got := w.Append(nil, large, form); !strings.Contains(string(got), `"GraphUnavailable"`) {
		t.Errorf("the first is refused: %s", got[2*answer.SmallBytes:])
	}
	w.answers = &second
	if got := w.Append([]byte("before"), large, form); !strings.HasPrefix(string(got), "before{") || !strings.Contains(string(got), `"TooBusy"`) {
		t.Errorf("the second is not refused: %s", got[2*answer.SmallBytes:])
	}
	if got := w.Append(nil, wire.Item{Text: []byte(`{}`), Number: 2}, form); !strings.HasPrefix(string(got), `,{"status":"error","code":"GraphUnavailable"`) ||
		!strings.HasSuffix(string(got), "}\n") {
		t.Errorf("a small one is refused: %s", got)
	}
	first.Release()
	second.Release()
	if n := all.Used(); n != 0 {
		t.Errorf("%d bytes are still held", n)
	}
}

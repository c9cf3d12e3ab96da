package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
)

// queryLine is a query in JSON.
type queryLine struct {
	ID          json.RawMessage `json:"id"`
	From        *position       `json:"from"`
	To          *position       `json:"to"`
	Mode        string          `json:"mode"`
	SnapM       *float64        `json:"snap_m"`
	FromBearing *float64        `json:"from_bearing"`
	ToBearing   *float64        `json:"to_bearing"`
	Depart      string          `json:"depart"`
	transitLine
}

// query returns the query; fallback says what holds where the line does not.
func (l *queryLine) query(fallback route.Query) (route.Query, error) {
	q := fallback
	if l.From == nil || l.To == nil {
		return q, fmt.Errorf("expected \"from\" and \"to\" as [lon, lat]")
	}
	q.From, q.To = geometry.Point(*l.From), geometry.Point(*l.To)
	if l.Mode != "" {
		m, ok := modeOf(l.Mode)
		if !ok {
			return q, fmt.Errorf("mode %q: expected walk, bike, car or transit", short(l.Mode))
		}
		q.Mode = m
	}
	if l.SnapM != nil {
		if q.SnapM = *l.SnapM; q.SnapM <= 0 {
			return q, fmt.Errorf("snap_m %g: expected more than 0", q.SnapM)
		}
	}
	q.FromBearing, q.ToBearing = l.FromBearing, l.ToBearing
	if l.Depart == "" {
		return q, nil
	}
	var err error
	q.Depart, err = parseDepart(l.Depart)
	return q, err
}

// readQuery reads a line. The id is there even where the rest cannot be read, when it can be. The query is none for mode
// transit, which the line itself has all for.
func readQuery(text []byte, fallback route.Query) (l queryLine, q route.Query, err error) {
	if !utf8.Valid(text) {
		return l, q, errors.New("the line is not UTF-8")
	}
	if err := json.Unmarshal(text, &l); err != nil {
		var only struct {
			ID json.RawMessage `json:"id"`
		}
		_ = json.Unmarshal(text, &only) // without an id the answer has none
		return queryLine{ID: only.ID}, q, queryError(err)
	}
	if l.Mode == transitMode {
		return l, q, nil
	}
	q, err = l.query(fallback)
	return l, q, err
}

// queryError says what is wrong with a line in the words of JSON.
func queryError(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return fmt.Errorf("query is not as it should be: %w", err)
	}
	want := "an object"
	switch wrong.Type.Kind() {
	case reflect.String:
		want = "a text"
	case reflect.Float64:
		want = "a number"
	}
	if wrong.Field == "" {
		return fmt.Errorf("expected %s, found %s", want, wrong.Value)
	}
	return fmt.Errorf("%s: expected %s, found %s", wrong.Field, want, wrong.Value)
}

// answerLine is an answer in JSON.
type answerLine struct {
	ID           json.RawMessage `json:"id,omitempty"`
	Status       string          `json:"status"`
	Error        string          `json:"error,omitempty"`
	DistanceM    *float64        `json:"distance_m,omitempty"`
	DurationS    *float64        `json:"duration_s,omitempty"`
	Legs         []legJSON       `json:"legs,omitempty"`
	Alternatives []answerLine    `json:"alternatives,omitempty"`
}

type legJSON struct {
	Mode      string     `json:"mode"`
	DistanceM float64    `json:"distance_m"`
	DurationS float64    `json:"duration_s"`
	Geometry  line       `json:"geometry"`
	Steps     []stepJSON `json:"steps"`
}

type stepJSON struct {
	WayID     *int64  `json:"way_id"`
	Name      string  `json:"name"`
	DistanceM float64 `json:"distance_m"`
	DurationS float64 `json:"duration_s"`
}

func answerJSON(id json.RawMessage, a route.Answer) answerLine {
	out := answerLine{ID: id, Status: a.Status.String(), Error: a.Error}
	if a.Status != route.OK {
		return out
	}
	distance, duration := round1(a.DistanceM), round3(a.DurationS)
	out.DistanceM, out.DurationS = &distance, &duration
	for i := range a.Legs {
		out.Legs = append(out.Legs, legOf(&a.Legs[i]))
	}
	return out
}

func legOf(leg *route.Leg) legJSON {
	out := legJSON{
		Mode:      graph.ModeName(leg.Mode),
		DistanceM: round1(leg.DistanceM),
		DurationS: round3(leg.DurationS),
		Geometry:  leg.Geometry,
	}
	for _, x := range leg.Steps {
		step := stepJSON{Name: x.Name, DistanceM: round1(x.DistanceM), DurationS: round3(x.DurationS)}
		if x.HasWayID {
			step.WayID = &x.WayID
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"graphbuild/facts"
	"graphbuild/osm"
	"graphbuild/osm/tags"
	"graphbuild/report"
	"graphbuild/wire"
)

// explainFlags are the flags of inspect that explain what tags mean.
type explainFlags struct {
	Explain []string    `sep:"none" placeholder:"way/ID" help:"Which tag and rule decided each permission, direction and speed of a way, or who passes a node (node/ID). Needs --osm; a graph file need not be given. Repeatable."`
	OSM     []string    `name:"osm" sep:"none" placeholder:"FILE" help:"With --explain: OpenStreetMap files to look in. Repeatable; the newest version counts."`
	Profile profileFile `placeholder:"FILE.yaml" help:"With --explain: defaults of streets, as in build."`
}

// object names an object of OpenStreetMap.
type object struct {
	kind osm.Kinds
	id   int64
}

func parseObject(text string) (object, error) {
	kind, id, ok := strings.Cut(text, "/")
	n, err := strconv.ParseInt(id, 10, 64)
	switch {
	case ok && err == nil && kind == "way":
		return object{osm.Ways, n}, nil
	case ok && err == nil && kind == "node":
		return object{osm.Nodes, n}, nil
	}
	return object{}, usageError("--explain %q: expected way/ID or node/ID", wire.Short(text))
}

// check refuses flags that change nothing without --explain.
func (c *explainFlags) check() error {
	if len(c.Explain) == 0 && (len(c.OSM) > 0 || c.Profile != "") {
		return usageError("--osm and --profile: expected --explain with them")
	}
	return nil
}

// show explains all that was asked for.
func (c *explainFlags) show(s *session) error {
	if len(c.OSM) == 0 {
		return usageError("inspect: --explain needs --osm FILE")
	}
	var wanted []object
	for _, text := range c.Explain {
		o, err := parseObject(text)
		if err != nil {
			return err
		}
		wanted = append(wanted, o)
	}
	p, err := c.Profile.read()
	if err != nil {
		return err
	}
	e := explainer{session: s, profile: p, files: c.OSM, found: map[object]osmObject{}}
	if err := e.find(wanted); err != nil {
		return err
	}
	for i, o := range wanted {
		if err := e.explain(o, c.Explain[i]); err != nil {
			return err
		}
	}
	return nil
}

// explainer looks objects up in files and explains them.
type explainer struct {
	*session
	profile *tags.Profile
	files   []string
	found   map[object]osmObject
}

// osmObject is an object as some file has it.
type osmObject struct {
	object  object
	number  int32
	deleted bool
	tags    map[string]string
	nodes   []int64 // of a way
}

// find looks up objects, and then the nodes of ways, of which only those with tags are kept.
func (e *explainer) find(wanted []object) error {
	want := map[object]bool{}
	for _, o := range wanted {
		want[o] = true
	}
	if err := e.scan(want); err != nil {
		return err
	}
	nodes := map[object]bool{}
	for _, v := range e.found {
		for _, id := range v.nodes {
			nodes[object{osm.Nodes, id}] = true
		}
	}
	if len(nodes) == 0 {
		return nil
	}
	return e.scan(nodes)
}

// scan reads the wanted objects of all files, each kind that is wanted.
func (e *explainer) scan(want map[object]bool) error {
	var kinds osm.Kinds
	for o := range want {
		kinds |= o.kind
	}
	for _, path := range e.files {
		if err := e.scanFile(path, kinds, want); err != nil {
			return fmt.Errorf("inspect: %w", err)
		}
	}
	return nil
}

func (e *explainer) scanFile(path string, kinds osm.Kinds, want map[object]bool) error {
	f, err := osm.Open(path, osm.Options{})
	if err != nil {
		return err
	}
	defer f.Close()
	for range 2 { // again where the file turns out not to be in the order that it claims
		if err = e.scanOnce(e.ctx, f, kinds, want); !errors.Is(err, osm.ErrMisordered) {
			break
		}
	}
	return err
}

func (e *explainer) scanOnce(ctx context.Context, f *osm.File, kinds osm.Kinds, want map[object]bool) error {
	process := func(b *osm.Block) (list []osmObject, err error) {
		for i, id := range b.Ways.ID {
			if o := (object{osm.Ways, id}); want[o] {
				v := osmObjectOf(b, o, &b.Ways.Meta, &b.Ways.Tags, i)
				v.nodes = slices.Clone(b.Ways.Ref[b.Ways.RefStart[i]:b.Ways.RefStart[i+1]])
				list = append(list, v)
			}
		}
		for i, id := range b.Nodes.ID {
			if o := (object{osm.Nodes, id}); want[o] {
				list = append(list, osmObjectOf(b, o, &b.Nodes.Meta, &b.Nodes.Tags, i))
			}
		}
		return list, nil
	}
	return osm.Scan(ctx, f, kinds, process, func(list []osmObject) error {
		for _, v := range list {
			if old, ok := e.found[v.object]; !ok || v.number > old.number {
				e.found[v.object] = v
			}
		}
		return nil
	})
}

// osmObjectOf copies object i out of a block.
func osmObjectOf(b *osm.Block, o object, meta *osm.Meta, t *osm.Tags, i int) osmObject {
	v := osmObject{object: o, deleted: meta.IsDeleted(i), tags: map[string]string{}}
	if i < len(meta.Version) {
		v.number = meta.Version[i]
	}
	if i+1 < len(t.Start) {
		for k := t.Start[i]; k < t.Start[i+1]; k++ {
			v.tags[string(b.Strings[t.Key[k]])] = string(b.Strings[t.Value[k]])
		}
	}
	return v
}

func (e *explainer) explain(o object, name string) error {
	v, ok := e.found[o]
	if !ok {
		return fmt.Errorf("inspect: %s is not in %s", name, strings.Join(e.files, ", "))
	}
	if v.deleted {
		return fmt.Errorf("inspect: %s is deleted", name)
	}
	out := explanation{Object: name, Tags: v.tags, Decisions: e.decisionsOf(v)}
	if w, ok := e.profile.WayOf(v.tags); ok && o.kind == osm.Ways {
		out.Modes = map[string][]string{
			"forward": wire.ModeNames(w.Edge.Modes[facts.Forward]), "backward": wire.ModeNames(w.Edge.Modes[facts.Backward]),
		}
	}
	seen := map[int64]bool{}
	for _, id := range v.nodes {
		node := e.found[object{osm.Nodes, id}]
		if n, decides := e.profile.NodeOf(node.tags); !seen[id] && (decides || n.Barrier != "" || node.tags["barrier"] != "") {
			out.Nodes = append(out.Nodes, explanation{
				Object: osm.ObjectName(osm.Nodes, id), Tags: node.tags, Decisions: e.decisionsOf(node),
			})
		}
		seen[id] = true
	}
	if e.json {
		return json.NewEncoder(e.out).Encode(out)
	}
	return out.print(e.session)
}

func (e *explainer) decisionsOf(v osmObject) []decisionJSON {
	list := e.profile.Explain(v.tags)
	if v.object.kind == osm.Nodes {
		list = e.profile.ExplainNode(v.tags)
	}
	out := []decisionJSON{}
	for _, d := range list {
		out = append(out, decisionJSON{
			Question: string(d.Question), Mode: d.Mode.String(), Direction: directionNames[min(d.Direction, tags.BothDirections)],
			Key: d.Key, Value: d.Value, Rule: d.Rule, Result: d.Result,
		})
	}
	return out
}

var directionNames = [...]string{facts.Forward: "forward", facts.Backward: "backward", tags.BothDirections: "both"}

// explanation tells what the tags of an object mean.
type explanation struct {
	Object    string            `json:"object"`
	Tags      map[string]string `json:"tags"`
	Decisions []decisionJSON    `json:"decisions"` // of two on one mode and direction the later one holds
	// Modes are those that may use a way in the end, forward and backward; none where it is not in the graph.
	Modes map[string][]string `json:"modes,omitempty"`
	Nodes []explanation       `json:"nodes,omitempty"` // those on a way that decide who passes
}

// decisionJSON is one decision. Mode is empty where it is not of one mode, Key where no tag but a default decided.
type decisionJSON struct {
	Question  string `json:"question"`
	Mode      string `json:"mode,omitempty"`
	Direction string `json:"direction"` // as the way is drawn
	Key       string `json:"key,omitempty"`
	Value     string `json:"value,omitempty"`
	Rule      string `json:"rule"`
	Result    string `json:"result"`
}

// modesText lists modes for people.
func modesText(names []string) string {
	return cmp.Or(strings.Join(names, ", "), "nobody")
}

func (x explanation) print(s *session) error {
	s.line("%s", x.Object)
	for _, k := range slices.Sorted(maps.Keys(x.Tags)) {
		s.line("  %s=%s", k, x.Tags[k])
	}
	fmt.Fprintln(s.out)
	if len(x.Decisions) == 0 { // of a node: a way has one at least
		s.line("no tag of the node decides: all may pass, unless a wall that it stands in shuts them out (inspect --node)\n")
		return nil
	}
	s.line("in the order in which rules apply; of two on one mode and direction the later one holds")
	t := report.NewTable("question", "mode", "direction", "result", "decided by", "rule")
	for _, d := range x.Decisions {
		by := "default"
		if d.Key != "" {
			by = d.Key + "=" + d.Value
		}
		t.Add(d.Question, d.Mode, d.Direction, d.Result, by, d.Rule)
	}
	if err := t.Write(s.out); err != nil {
		return err
	}
	for _, d := range slices.Sorted(maps.Keys(x.Modes)) {
		fmt.Fprintf(s.out, "\nopen %s to %s", d, modesText(x.Modes[d]))
	}
	fmt.Fprint(s.out, "\n\n")
	for _, n := range x.Nodes {
		if err := n.print(s); err != nil {
			return err
		}
	}
	return nil
}

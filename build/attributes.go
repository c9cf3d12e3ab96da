package build

import (
	"cmp"
	"slices"

	"graphbuild/graph"
	"graphbuild/osm"
	"graphbuild/osm/tags"
)

// wayAttribute is a tag that the profile asks to keep of a way: 12 bytes each.
type wayAttribute struct {
	way    uint32 // row of the way
	value  uint32 // number among run.values
	number uint8  // of the attribute in the profile
}

func (c *collector) appendAttributes(row int, list []tags.Attribute) {
	for _, a := range list {
		c.run.ways.attribute = append(c.run.ways.attribute, wayAttribute{uint32(row), c.run.values.row(a.Text), uint8(a.Number)})
	}
}

// compareAttributes orders two rows by what is kept of them.
func (r *run) compareAttributes(a, b int) int {
	if len(r.ways.attribute) == 0 {
		return 0
	}
	return slices.CompareFunc(rowsOf(r.ways.attribute, a), rowsOf(r.ways.attribute, b), func(x, y wayAttribute) int {
		return cmp.Or(cmp.Compare(x.number, y.number), cmp.Compare(r.values.at(x.value), r.values.at(y.value)))
	})
}

// attributeRow is one value of the table of attributes.
type attributeRow struct {
	way   graph.WayID
	value uint32 // number among run.values
}

// fillAttributes stores what the profile asks to keep of the ways that have pairs. rowOf gives the way of the graph for
// each row of the scan.
//
// Memory: 8 bytes a value.
func (r *run) fillAttributes(rowOf []graph.WayID) {
	p := r.config.Profile
	if p == nil || len(p.Attributes) == 0 {
		return
	}
	r.joinCycleRoutes()
	lists := make([][]attributeRow, len(p.Attributes))
	for _, a := range r.ways.attribute {
		if way := rowOf[a.way]; way != graph.NoWay {
			lists[a.number] = append(lists[a.number], attributeRow{way, a.value})
		}
	}
	r.ways.attribute = nil
	for number, list := range lists {
		if len(list) > 0 {
			r.storeAttribute(number, list)
		}
	}
	r.values = interner{}
}

// attributeKinds are the kinds in the file by the forms of package tags.
var attributeKinds = [...]graph.AttributeKind{
	tags.TextForm: graph.TextAttribute, tags.NumberForm: graph.NumberAttribute, tags.AlongForm: graph.AlongAttribute,
}

// storeAttribute appends an attribute. Its values are numbered by falling frequency, ties by text, after those of the
// attributes before it, so that numbers are small and near each other.
func (r *run) storeAttribute(number int, list []attributeRow) {
	slices.SortFunc(list, func(a, b attributeRow) int { return cmp.Compare(a.way, b.way) })
	count := map[uint32]int{}
	for _, a := range list {
		count[a.value]++
	}
	values := make([]uint32, 0, len(count))
	for v := range count {
		values = append(values, v)
	}
	slices.SortFunc(values, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(r.values.at(a), r.values.at(b)))
	})
	t := &r.tables.Attributes
	numberOf := make(map[uint32]graph.AttributeText, len(values))
	for _, v := range values {
		numberOf[v] = graph.AttributeText(t.Texts.Len())
		t.Texts.Append(r.values.at(v))
	}
	ways, texts := make([]graph.WayID, len(list)), make([]graph.AttributeText, len(list))
	for i, a := range list {
		ways[i], texts[i] = a.way, numberOf[a.value]
	}
	t.Name.Append(r.config.Profile.Attributes[number])
	t.Kind.Append(attributeKinds[r.config.Profile.Form(number)])
	t.Way.Append(ways...)
	t.Text.Append(texts...)
}

// joinCycleRoutes gives the members of cycle routes their networks, besides those that their own tags say.
func (r *run) joinCycleRoutes() {
	number, ok := r.config.Profile.CycleNetwork()
	if !ok {
		return
	}
	networks := map[uint32]tags.Cycles{}
	for _, rel := range r.relations {
		for _, m := range rel.members {
			if w, ok := r.wayRow(m.ref); ok && rel.tags.Cycles != 0 && m.kind == osm.WayMember {
				networks[uint32(w)] |= rel.tags.Cycles
			}
		}
	}
	own := func(a wayAttribute) bool { return int(a.number) == number }
	for _, a := range r.ways.attribute {
		if own(a) {
			networks[a.way] |= tags.ParseCycles(r.values.at(a.value))
		}
	}
	r.ways.attribute = slices.DeleteFunc(r.ways.attribute, own)
	for w, set := range networks { // in any order: storeAttribute sorts
		r.ways.attribute = append(r.ways.attribute, wayAttribute{w, r.values.row(set.String()), uint8(number)})
	}
}

package tinkerpop

// column is a key of properties and the kind of its values.
type column struct {
	key  string
	kind Kind // String where the values are of several kinds
	many bool // a vertex has several
}

// columns are the keys of a graph, in the order in which they come first.
type columns struct {
	vertex, edge []column
}

// columnsOf looks through the elements of a graph: formats that name the type of a key ahead need it. With verticesOnly it
// does not look at edges.
func columnsOf(s Source, verticesOnly bool) columns {
	var c columns
	at := map[string]int{}
	for v := range s.Vertices() {
		byKey(v.Properties)
		for i := range v.Properties {
			p := &v.Properties[i]
			col := addColumn(&c.vertex, at, p.Key, p.Value.kind)
			col.many = col.many || i > 0 && v.Properties[i-1].Key == p.Key
		}
	}
	if verticesOnly {
		return c
	}
	c.edge = edgeColumnsOf(s)
	return c
}

func edgeColumnsOf(s Source) (list []column) {
	at := map[string]int{}
	for e := range s.Edges() {
		for _, p := range e.Properties {
			addColumn(&list, at, p.Key, p.Value.kind)
		}
	}
	return list
}

// addColumn returns the column of a key, which it adds where it is new.
func addColumn(list *[]column, at map[string]int, key string, k Kind) *column {
	i, ok := at[key]
	if !ok {
		i = len(*list)
		at[key] = i
		*list = append(*list, column{key: key, kind: k})
	}
	c := &(*list)[i]
	if c.kind != k && k != Null {
		c.kind = commonKind(c.kind, k)
	}
	return c
}

// commonKind returns a kind that holds the values of both.
func commonKind(a, b Kind) Kind {
	if a == Null {
		return b
	}
	small, large := min(a, b), max(a, b)
	if small >= Int8 && large <= Int64 || small == Float && large == Double {
		return large
	}
	return String
}

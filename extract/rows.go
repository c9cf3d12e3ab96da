package extract

import (
	"reflect"

	"graphbuild/graph"
)

// renumberings are the new numbers of rows by the type of their id. Types of which every row is kept are not in it.
type renumberings map[reflect.Type][]uint32

var (
	pairType   = reflect.TypeFor[graph.PairID]()
	vertexType = reflect.TypeFor[graph.VertexID]()
)

// number gives the kept rows of an id type new numbers.
func number[T ~uint32](x *extraction, kept []bool) {
	to := make([]uint32, len(kept))
	next := uint32(0)
	for i, k := range kept {
		if to[i] = gone; k {
			to[i] = next
			next++
		}
	}
	if int(next) < len(kept) {
		x.cut = true
		x.to[reflect.TypeFor[T]()] = to
	}
}

// rows returns the numbers of the kept rows.
func rows(kept []bool) []uint32 {
	var list []uint32
	for i, k := range kept {
		if k {
			list = append(list, uint32(i))
		}
	}
	return list
}

// selector is a column whose rows can be chosen.
type selector interface {
	Len() int
	Select(rows []uint32)
}

// reference is a column of numbers that may be ids.
type reference interface {
	ValueType() reflect.Type
	Renumber(to []uint32)
	DropGone(kept []bool, to []uint32, gone uint32)
}

// columns calls visit for each exported field of a table, which is a pointer to a struct of columns.
func columns(table any, visit func(column any)) {
	v := reflect.ValueOf(table).Elem()
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			visit(v.Field(i).Addr().Interface())
		}
	}
}

// selectRows keeps rows of a table. Columns with another number of rows are lists of their own, or left out.
func selectRows(table any, kept []bool) {
	list := rows(kept)
	if len(list) == len(kept) {
		return
	}
	columns(table, func(column any) {
		if c, ok := column.(selector); ok && c.Len() == len(kept) {
			c.Select(list)
		}
	})
}

// renumber gives the columns of a table that hold ids the new ones.
func (x *extraction) renumber(table any) {
	columns(table, func(column any) {
		if c, ok := column.(reference); ok {
			if to := x.to[c.ValueType()]; to != nil {
				c.Renumber(to)
			}
		}
	})
}

// cutTable keeps rows of a table and renumbers what they refer to.
func (x *extraction) cutTable(table any, kept []bool) {
	selectRows(table, kept)
	x.renumber(table)
}

// cutRelated is cutTable for a table of n rows without ids of its own: a row is kept where all that it refers to is.
func (x *extraction) cutRelated(table any, n int) {
	kept := all(n)
	columns(table, func(column any) {
		c, ok := column.(reference)
		if !ok {
			return
		}
		if s, sized := column.(selector); sized && s.Len() == n && x.to[c.ValueType()] != nil {
			c.DropGone(kept, x.to[c.ValueType()], gone)
		}
	})
	x.cutTable(table, kept)
}

// all returns n times true.
func all(n int) []bool {
	kept := make([]bool, n)
	for i := range kept {
		kept[i] = true
	}
	return kept
}

// usage tells which rows of a table others refer to.
type usage struct{ before, after []bool }

func newUsage(n int) usage { return usage{make([]bool, n), make([]bool, n)} }

// by notes the rows that a column refers to, of which some rows are kept.
func by[T ~uint32](u usage, value func(i int) T, kept []bool) {
	for i, k := range kept {
		if v := int(value(i)); v < len(u.before) {
			u.before[v] = true
			u.after[v] = u.after[v] || k
		}
	}
}

// kept returns the rows that are still in use, and those that never were.
func (u usage) kept() []bool {
	kept := make([]bool, len(u.before))
	for i := range kept {
		kept[i] = u.after[i] || !u.before[i]
	}
	return kept
}

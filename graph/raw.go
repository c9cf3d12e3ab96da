package graph

import "sync"

// RawTable is a file of a feed that is kept as it is: text in columns, by the names of GTFS.
type RawTable struct {
	Feed    FeedID
	Name    string // translations.txt
	Columns []string
	Rows    int
	g       *Graph
	first   int // cell
}

// RawTables returns the raw files of all feeds, by feed and name.
func (g *Graph) RawTables() []RawTable {
	g.mustBeOpen()
	t, cells := &g.tables.RawTables, g.tables.RawCells.Text.Len()
	var list []RawTable
	column, cell := 0, 0
	for i := range t.Name.Len() {
		x := RawTable{Feed: t.Feed.At(i), Name: t.Name.At(i), Rows: int(t.Rows.At(i)), g: g, first: cell}
		for range t.Columns.At(i) {
			if column >= g.tables.RawColumns.Name.Len() || x.Rows > cells-cell {
				return list // of a corrupt file
			}
			x.Columns = append(x.Columns, g.tables.RawColumns.Name.At(column))
			column++
			cell += x.Rows
		}
		list = append(list, x)
	}
	return list
}

// RawTable returns a raw file of a feed; false where there is none, as for a file without rows.
func (g *Graph) RawTable(f FeedID, name string) (RawTable, bool) {
	for _, t := range g.RawTables() {
		if t.Feed == f && t.Name == name {
			return t, true
		}
	}
	return RawTable{}, false
}

// At returns a value. Row and column must be in range.
func (t RawTable) At(row, column int) string {
	return t.g.tables.RawCells.Text.At(t.first + column*t.Rows + row)
}

// Column returns the place of a column by its name; false where the file has none of it.
func (t RawTable) Column(name string) (int, bool) {
	for i, c := range t.Columns {
		if c == name {
			return i, true
		}
	}
	return 0, false
}

// Get returns a value by the name of the column, empty where the file has none of it.
func (t RawTable) Get(row int, column string) string {
	c, ok := t.Column(column)
	if !ok {
		return ""
	}
	return t.At(row, c)
}

// Find returns the first row with a value in a column.
func (t RawTable) Find(column, value string) (row int, ok bool) {
	c, ok := t.Column(column)
	for row := range t.Rows {
		if ok && t.At(row, c) == value {
			return row, true
		}
	}
	return 0, false
}

// translations finds texts in other languages. It is made when first asked for, by reading translations.txt once.
type translations struct {
	once sync.Once
	text map[translationKey]string
}

type translationKey struct {
	feed                   FeedID
	table, field, language string
	record, sub, value     string
}

// Translate returns a text of a row of a feed in a language; ok is false where the feed has no translation of it. table
// and field are as in translations.txt (stops, stop_name); record is the id of the row, sub the stop_sequence where the
// table is stop_times, else empty; text is what the row has, since a feed may translate by it.
func (g *Graph) Translate(x Translation, text, language string) (string, bool) {
	g.mustBeOpen()
	g.lookup.translations.once.Do(g.readTranslations)
	key := translationKey{feed: x.Feed, table: x.Table, field: x.Field, language: language, record: x.Record, sub: x.Sub}
	if t, ok := g.lookup.translations.text[key]; ok {
		return t, true
	}
	key.record, key.sub, key.value = "", "", text
	t, ok := g.lookup.translations.text[key]
	return t, ok && text != ""
}

// Translation names a text of a feed.
type Translation struct {
	Feed         FeedID
	Table, Field string
	Record, Sub  string
}

func (g *Graph) readTranslations() {
	g.lookup.translations.text = map[translationKey]string{}
	for _, t := range g.RawTables() {
		if t.Name != "translations.txt" {
			continue
		}
		for row := range t.Rows {
			key := translationKey{
				t.Feed, t.Get(row, "table_name"), t.Get(row, "field_name"), t.Get(row, "language"),
				t.Get(row, "record_id"), t.Get(row, "record_sub_id"), t.Get(row, "field_value"),
			}
			g.lookup.translations.text[key] = t.Get(row, "translation")
		}
	}
}

// NameIn returns the name of the stop in a language, as BCP 47 writes it (fr, de-CH), else its name.
func (s Stop) NameIn(language string) string {
	name := s.Name()
	if s.g == nil {
		return name
	}
	if t, ok := s.g.Translate(Translation{Feed: s.Feed(), Table: "stops", Field: "stop_name", Record: s.ID()}, name, language); ok {
		return t
	}
	return name
}

// NameIn returns the long name of the route in a language, as Stop.NameIn does.
func (r Route) NameIn(language string) string {
	name := r.LongName()
	if r.g == nil {
		return name
	}
	if t, ok := r.g.Translate(Translation{Feed: r.Feed(), Table: "routes", Field: "route_long_name", Record: r.ID()}, name, language); ok {
		return t
	}
	return name
}

// HeadsignIn returns the headsign of the trip in a language, as Stop.NameIn does.
func (t Trip) HeadsignIn(language string) string {
	sign := t.Headsign()
	if t.g == nil {
		return sign
	}
	if x, ok := t.g.Translate(Translation{Feed: t.Feed(), Table: "trips", Field: "trip_headsign", Record: t.ID()}, sign, language); ok {
		return x
	}
	return sign
}

package gtfs

import (
	"cmp"
	"slices"
)

// RawTable is a file that is kept as it is, as text in columns. Rows are sorted by their values, so that their order in
// the file does not matter.
type RawTable struct {
	Name    string     // translations.txt
	Columns []string   // names, in lower case
	Cells   [][]string // by column, then row
	Rows    int
}

// rawFiles are the files that are kept raw: fares of both versions, and what says more about rows of other tables.
var rawFiles = []string{
	"areas.txt", "attributions.txt", "booking_rules.txt", "calendar_attributes.txt", "directions.txt", "fare_attributes.txt",
	"fare_containers.txt", "fare_leg_join_rules.txt", "fare_leg_rules.txt", "fare_media.txt", "fare_products.txt",
	"fare_rules.txt", "fare_transfer_rules.txt", "farezone_attributes.txt", "networks.txt", "rider_categories.txt",
	"route_networks.txt", "stop_areas.txt", "stop_attributes.txt", "timeframes.txt", "translations.txt",
}

func (r *reader) readRaw() error {
	for _, name := range rawFiles {
		if err := r.readRawTable(name); err != nil {
			return err
		}
	}
	return nil
}

// maxPadding is how many fields that rows leave out are filled in a feed: a field takes memory, and text of two bytes has as
// many as the header says.
const maxPadding = 16 << 20

// readRawTable keeps the first maxColumns columns: memory is that of rows times columns.
func (r *reader) readRawTable(name string) error {
	t, err := r.open(name)
	if t == nil {
		return err
	}
	raw := RawTable{Name: name, Columns: slices.Clone(t.columns[:min(len(t.columns), maxColumns)])}
	for c := range raw.Columns {
		t.read[c] = true
	}
	raw.Cells = make([][]string, len(raw.Columns))
	for t.next() {
		missing := max(0, len(raw.Columns)-len(t.s.fields))
		if r.padding -= missing; missing > 0 && r.padding < 0 {
			t.drop("gtfs_short_row", absent, "has fewer fields than the header, as very many rows before")
			continue
		}
		for c := range raw.Cells {
			raw.Cells[c] = append(raw.Cells[c], t.shared(column(c)))
		}
		raw.Rows++
	}
	raw.sort()
	if raw.Rows > 0 {
		r.feed.Raw = append(r.feed.Raw, raw)
	}
	return t.close()
}

func (x *RawTable) sort() {
	rows := make([]uint32, x.Rows)
	for i := range rows {
		rows[i] = uint32(i)
	}
	slices.SortFunc(rows, func(a, b uint32) int {
		for _, c := range x.Cells {
			if o := cmp.Compare(c[a], c[b]); o != 0 {
				return o
			}
		}
		return 0
	})
	for c := range x.Cells {
		x.Cells[c] = permuted(x.Cells[c], rows)
	}
}

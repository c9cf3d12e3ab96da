package build

// addRaw writes the files that are kept as they are.
func (f *feedAdder) addRaw() {
	for i := range f.Raw {
		x := &f.Raw[i]
		t := &f.t.RawTables
		t.Feed.Append(f.id)
		t.Name.Append(x.Name)
		t.Rows.Append(uint32(x.Rows))
		t.Columns.Append(uint32(len(x.Columns)))
		for c, name := range x.Columns {
			f.t.RawColumns.Name.Append(name)
			for _, text := range x.Cells[c] {
				f.t.RawCells.Text.Append(text)
			}
		}
	}
}

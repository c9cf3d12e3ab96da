package encode

// Records is a hot column of two to four unsigned fields a row, kept side by side in one bit record, so that a row
// costs a block header and one load.
type Records struct {
	enc *lazy[recordsView]
}

// NewRecords returns a column with the given two to four fields, which have the same length. It panics otherwise.
func NewRecords(fields ...[]uint32) Records {
	if len(fields) < 2 || len(fields) > 4 {
		panic("encode: records have 2 to 4 fields")
	}
	for _, f := range fields {
		if len(f) != len(fields[0]) {
			panic("encode: fields of different length")
		}
	}
	return Records{enc: memory(newRecords(fields), len(fields[0]))}
}

// Len returns the number of rows.
func (c *Records) Len() int {
	if c.enc == nil {
		return 0
	}
	return c.enc.rows()
}

// NumFields returns the number of fields.
func (c *Records) NumFields() int {
	if c.enc == nil {
		return 0
	}
	return c.enc.get().fields
}

// At2 returns the first two fields of row i, which must be below Len.
func (c *Records) At2(i int) (a, b uint32) { return c.enc.get().at2(i) }

// At3 returns the first three fields of row i; of two fields the third is 0.
func (c *Records) At3(i int) (a, b, d uint32) { return c.enc.get().at3(i) }

// Field returns field f of row i.
func (c *Records) Field(i, f int) uint32 { return c.enc.get().field(i, f) }

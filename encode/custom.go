package encode

// CustomBlocks is a column whose rows are written by a codec of its owner, in blocks that decode alone: entropy-coded
// numbers by context, and plain bits. It stores the tables, the index and the bits.
type CustomBlocks struct {
	enc *lazy[blocksView]
}

// BlockLayout is what NewCustomBlocks needs to know.
type BlockLayout struct {
	Rows      int
	BlockRows int // rows of all blocks but the last
	Contexts  int // numbers of Put and Get are below; at most 1024
	Numbers   int // about how many will be put, as far as that is known: it saves time alone
	limit     int // bytes from which the result is not wanted; 0: none
}

// NewCustomBlocks encodes blocks. write is called for each block in order, and again where there are very many numbers, and
// must put the same both times.
func NewCustomBlocks(l BlockLayout, write func(w *BlockWriter, block int)) CustomBlocks {
	v, err := openBlocks(l.Rows, &parser{b: padded(newBlocks(l, write))})
	if err != nil {
		panic("encode: own blocks: " + err.Error())
	}
	return CustomBlocks{enc: memory(v, l.Rows)}
}

// Len returns the number of rows.
func (c *CustomBlocks) Len() int {
	if c.enc == nil {
		return 0
	}
	return c.enc.rows()
}

// BlockRows returns the number of rows of every block but the last.
func (c *CustomBlocks) BlockRows() int {
	if c.enc == nil {
		return 0
	}
	return c.enc.get().blockRows
}

// Reader returns a reader at the start of a block. A block out of range reads as zeros.
func (c *CustomBlocks) Reader(block int) BlockReader { return c.enc.get().reader(block) }

package serve

// packedWriter compresses what a stream writes, where the client takes that.
type packedWriter struct {
	*pacedWriter
	coding string // "" for none
	packer packer // nil as long as nothing is compressed
	begun  bool
}

// linesType is that of answers that come in pieces: they are compressed whatever the length of the first.
const linesType = "application/x-ndjson"

// Write compresses and counts.
func (w *packedWriter) Write(p []byte) (int, error) {
	if !w.begun {
		w.begin(len(p))
	}
	if w.packer == nil {
		return w.pacedWriter.Write(p)
	}
	return w.packer.Write(p)
}

// begin decides by the length of the first piece: an answer that is short comes in one.
func (w *packedWriter) begin(n int) {
	w.begun = true
	least := w.server.o.CompressBytes
	if least < 0 {
		return
	}
	w.vary("Accept-Encoding")
	if n < least && w.Header().Get("Content-Type") != linesType {
		return
	}
	if w.coding = codingFor(w.request.Header["Accept-Encoding"]); w.coding == "" {
		return
	}
	w.set("Content-Encoding", w.coding)
	w.packer = w.server.packers.pool(w.coding).Get().(packer)
	w.packer.Reset(w.pacedWriter)
}

// FlushError sends what was written.
func (w *packedWriter) FlushError() error {
	if w.packer != nil {
		if err := w.packer.Flush(); err != nil {
			return err
		}
	}
	return w.control.Flush()
}

// end writes the end of what is compressed. It is not called for an answer that is cut off: its client must not take it for all.
func (w *packedWriter) end() {
	if w.packer == nil {
		return
	}
	w.packer.Close() // an error is that of the connection
	w.packer.Reset(nil)
	w.server.packers.pool(w.coding).Put(w.packer)
}

package encode_test

import (
	"bytes"
	"fmt"

	"graphbuild/encode"
)

// Lamps is a table of a service: street lamps by edge.
type Lamps struct {
	Edge   encode.Col[uint32] `col:"edge,hot"`
	Height encode.Col[uint16] `col:"height,unit=cm"`
	Maker  encode.Strings     `col:"maker,sorted"`
}

// A service adds a table of its own: it is written, found again by its name, and skipped by programs that do not know it.
func Example() {
	lamps := Lamps{
		Edge:   encode.ColOf([]uint32{3, 3, 17}),
		Height: encode.ColOf([]uint16{600, 600, 450}),
		Maker:  encode.StringsOf([]string{"Lux", "Lux", "Brio"}),
	}
	schema, err := encode.NewSchema(encode.Table{Number: encode.FirstUserTable, Name: "acme lamps", Version: 1, Row: &lamps})
	if err != nil {
		panic(err)
	}
	var file bytes.Buffer
	if _, err := schema.Write(&file); err != nil {
		panic(err)
	}

	f, err := encode.Load(file.Bytes(), encode.Options{Verify: encode.VerifyTouch})
	if err != nil {
		panic(err)
	}
	defer f.Close()
	var read Lamps
	schema, err = encode.NewSchema(encode.Table{Number: encode.FirstUserTable, Name: "acme lamps", Version: 1, Row: &read})
	if err != nil {
		panic(err)
	}
	if err := f.Decode(schema); err != nil {
		panic(err)
	}
	for i := range read.Edge.Len() {
		fmt.Println(read.Edge.At(i), read.Height.At(i), read.Maker.At(i))
	}
	for _, s := range f.Sections() {
		if s.Table != "" {
			fmt.Printf("%s: %s in %s\n", s.Column, s.Type, s.Encoding)
		}
	}
	// Output:
	// 3 600 Lux
	// 3 600 Lux
	// 17 450 Brio
	// edge: u32 in raw
	// height: u16 in fixed
	// maker: strings in dictionary
}

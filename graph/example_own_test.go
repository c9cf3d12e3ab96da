package graph_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"graphbuild/encode"
	"graphbuild/graph"
)

// noise is a table of a service: how loud it is along each edge pair, and a remark where there is one. The service gives it a
// name, a version and a number from encode.FirstUserTable on; package graph need not know it.
type noise struct {
	graph.Bound // knows the graph that the table was read with

	LevelDB encode.Col[uint8] `col:"level,unit=dB,hot"` // read in place
	Remark  encode.Strings    `col:"remark"`
}

func (n *noise) table() encode.Table {
	return encode.Table{Number: encode.FirstUserTable, Name: "example.org/noise", Version: 1, Row: n}
}

// Loudest returns the street where it is loudest, which takes the graph as well as the table.
func (n *noise) Loudest() (name string, levelDB uint8) {
	for p := range n.LevelDB.Len() {
		if x := n.LevelDB.At(p); x > levelDB {
			name, levelDB = n.Graph().Edge(graph.EdgeID(2*p)).Name(), x
		}
	}
	return name, levelDB
}

// ExampleOwn adds an attribute to the edges of a graph and reads it back.
func ExampleOwn() {
	path := smallTown()
	defer os.RemoveAll(filepath.Dir(path))
	g, err := graph.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	measured := noise{LevelDB: encode.ColOf([]uint8{64, 48, 51}), Remark: encode.StringsOf([]string{"", "", "bells"})}
	var file bytes.Buffer
	own := []encode.Table{measured.table()}
	if _, err := graph.Write(&file, g.Unpack(), graph.WriteOptions{Own: own}); err != nil {
		log.Fatal(err)
	}

	var n noise
	louder, err := graph.Load(file.Bytes(), graph.Own(n.table()))
	if err != nil {
		log.Fatal(err)
	}
	defer louder.Close()
	name, db := n.Loudest()
	fmt.Printf("%s: %d dB; pair 2: %s\n", name, db, n.Remark.At(2))

	stranger, err := graph.Load(file.Bytes()) // a program that does not know the table
	if err != nil {
		log.Fatal(err)
	}
	defer stranger.Close()
	fmt.Println("skipped:", stranger.File().Unknown()[0].Name)
	_, err = graph.Load(file.Bytes(), graph.Own(n.table())) // a table belongs to one graph
	fmt.Println(err)
	// Output:
	// Main Street: 64 dB; pair 2: bells
	// skipped: example.org/noise
	// table example.org/noise: graph: tables already belong to a graph
}

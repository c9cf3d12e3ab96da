// Package encode stores tables of columns in a file and reads them in place. It knows nothing of graphs: a Schema lists
// tables, and the struct of a table has a field for each column.
//
// A column is filled as plain slices, written by Schema.Write in the smallest encoding that its use allows, and read through
// a view after File.Decode: columns tagged "hot" row by row from the bytes as they lie in the file, the others in blocks
// that are decoded when they are touched and kept in a small cache. Opening a file decodes nothing but its directory, so
// that it takes the same time for any file.
//
//   - column.go, list.go, strings.go, bitset.go, blob.go: columns of one value a row.
//   - degrees.go, records.go, points.go: what a search touches, several values a row at one place.
//   - custom.go, blocks.go, huffman.go: blocks in an entropy code, also for codecs of others.
//   - ints.go, pack.go, blockints.go, choose.go: the encodings of integers, and how one is chosen.
//   - container.go, directory.go, write.go, file.go, decode.go, verify.go: the file.
//
// Any bytes can be opened and read: damaged ones give errors or wrong values, which File.Verify tells, but no panic, and
// take no memory that they are not large enough for. FORMAT.md states every byte; layout.go shows them.
package encode

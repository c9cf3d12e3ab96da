module graphbuild/internal/codecbench

go 1.26.0

require (
	github.com/klauspost/compress v1.20.4
	github.com/vmihailenco/msgpack/v5 v5.4.1
	graphbuild v0.0.0
)

require (
	github.com/golang/geo v0.0.0-20260818125358-b200a1149890 // indirect
	github.com/vmihailenco/tagparser/v2 v2.0.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

replace graphbuild => ../..

package encode

import (
	"math/bits"
	"reflect"
)

// columnType is the type of a column as the directory states it. The numbers are permanent. The low 4 bits of integers
// and lists are the type of the integers: 0 to 3 unsigned of 1, 2, 4, 8 bytes, 4 to 7 signed.
type columnType uint8

const (
	typeInts    columnType = 0x10
	typeList    columnType = 0x20
	typeStrings columnType = 0x30
	typeBits    columnType = 0x31
	typeDegrees columnType = 0x32
	typeRecords columnType = 0x33
	typePoints  columnType = 0x34
	typeBlocks  columnType = 0x35
	typeBlob    columnType = 0x36
)

var integerNames = [8]string{"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"}

func (t columnType) String() string {
	switch t & 0xf0 {
	case typeInts:
		return integerNames[t&7]
	case typeList:
		return "list of " + integerNames[t&7]
	}
	switch t {
	case typeStrings:
		return "strings"
	case typeBits:
		return "bits"
	case typeDegrees:
		return "degrees"
	case typeRecords:
		return "records"
	case typePoints:
		return "points"
	case typeBlocks:
		return "blocks"
	case typeBlob:
		return "blob"
	}
	return "unknown"
}

// integerType returns the number of T among the integer types.
func integerType[T Integer]() columnType {
	var zero T
	t := columnType(bits.TrailingZeros(uint(reflect.TypeOf(zero).Size())))
	if isSigned[T]() {
		t += 4
	}
	return t
}

// rawBytes returns the bytes of a row in plain arrays, or 0 where rows differ.
func (t columnType) rawBytes() int64 {
	switch {
	case t&0xf0 == typeInts:
		return 1 << (t & 3)
	case t == typePoints, t == typeDegrees:
		return 8
	case t == typeBits:
		return 1
	}
	return 0
}

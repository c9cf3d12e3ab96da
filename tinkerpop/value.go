package tinkerpop

import (
	"math"
	"strconv"
)

// Kind is the type of a value.
type Kind uint8

// Kinds of values. The numbers are stored by others and permanent.
const (
	Null Kind = iota
	Bool
	Int8
	Int16
	Int32
	Int64
	Float
	Double
	String
	Date // milliseconds since 1970
	UUID
	numKinds
)

var kindNames = [numKinds]string{"null", "boolean", "byte", "short", "int", "long", "float", "double", "string", "date", "uuid"}

func (k Kind) String() string {
	if k < numKinds {
		return kindNames[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// Value is a scalar with its type. Values are equal (==) where both type and content are, as TinkerPop compares ids: an
// int 1 is not a long 1. The zero value is null.
type Value struct {
	kind Kind
	bits uint64
	text string
}

// Of returns the value of a kind with the given content: bits for numbers, text for String and UUID. It is what Bits and
// Text give.
func Of(k Kind, bits uint64, text string) Value { return Value{k, bits, text} }

// BoolOf returns a boolean.
func BoolOf(b bool) Value {
	if b {
		return Value{kind: Bool, bits: 1}
	}
	return Value{kind: Bool}
}

// IntOf returns a 32-bit integer.
func IntOf(v int32) Value { return Value{kind: Int32, bits: uint64(int64(v))} }

// LongOf returns a 64-bit integer.
func LongOf(v int64) Value { return Value{kind: Int64, bits: uint64(v)} }

// FloatOf returns a 32-bit floating-point number.
func FloatOf(v float32) Value { return Value{kind: Float, bits: uint64(math.Float32bits(v))} }

// DoubleOf returns a 64-bit floating-point number.
func DoubleOf(v float64) Value { return Value{kind: Double, bits: math.Float64bits(v)} }

// StringOf returns a string.
func StringOf(s string) Value { return Value{kind: String, text: s} }

// Kind returns the type of the value.
func (v Value) Kind() Kind { return v.kind }

// Bits returns the content of a number: a sign-extended integer or the bits of a floating-point one.
func (v Value) Bits() uint64 { return v.bits }

// Int returns the content of a boolean, an integer or a date.
func (v Value) Int() int64 { return int64(v.bits) }

// Float returns the content of a floating-point number.
func (v Value) Float() float64 {
	if v.kind == Float {
		return float64(math.Float32frombits(uint32(v.bits)))
	}
	return math.Float64frombits(v.bits)
}

// Text returns the content of a string or UUID.
func (v Value) Text() string { return v.text }

// String returns the value as people write it.
func (v Value) String() string { return string(v.appendTo(nil)) }

// appendTo appends the value as people, GraphML and CSV write it.
func (v Value) appendTo(b []byte) []byte {
	switch v.kind {
	case Null:
		return b
	case Bool:
		return strconv.AppendBool(b, v.bits != 0)
	case Float:
		return strconv.AppendFloat(b, v.Float(), 'g', -1, 32)
	case Double:
		return strconv.AppendFloat(b, v.Float(), 'g', -1, 64)
	case String, UUID:
		return append(b, v.text...)
	}
	return strconv.AppendInt(b, v.Int(), 10)
}

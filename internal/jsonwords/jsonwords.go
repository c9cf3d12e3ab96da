// Package jsonwords says what is wrong with a JSON text in the words of JSON: encoding/json names types of Go, which people who write
// the text have never heard of.
package jsonwords

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// Of returns an error of json.Unmarshal in words of JSON: which member has the wrong type, what was expected and what was found. Other
// errors, such as those of syntax, come back as they are.
func Of(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &wrong):
		return err
	case wrong.Field == "":
		return fmt.Errorf("expected %s, found %s", nameOf(wrong.Type), wrong.Value)
	}
	return fmt.Errorf("%s: expected %s, found %s", wrong.Field, nameOf(wrong.Type), wrong.Value)
}

// nameOf returns what JSON has for a type of Go.
func nameOf(t reflect.Type) string {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return "a text"
	}
	switch t.Kind() {
	case reflect.String:
		return "a text"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number from 0 on"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	}
	return "an object"
}

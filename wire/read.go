package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"
)

// Read reads a query, which may keep parts of text. The id is there even where the rest cannot be read, when it can be. What is
// not known is passed over.
func Read(text []byte) (q Query, err error) {
	c := cursor{text: text}
	if c.query(&q) {
		return q, nil
	}
	return readSlowly(text)
}

// readSlowly reads any query, and says what is wrong with one.
func readSlowly(text []byte) (q Query, err error) {
	if !utf8.Valid(text) {
		return q, errors.New("the text is not UTF-8")
	}
	if err := json.Unmarshal(text, &q); err != nil {
		var only struct {
			ID json.RawMessage `json:"id"`
		}
		_ = json.Unmarshal(text, &only) // without an id the answer has none
		return Query{ID: only.ID}, ReadError(err)
	}
	return q, nil
}

// ReadError says in the words of JSON what is wrong with a text, for an error of json.Unmarshal.
func ReadError(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return fmt.Errorf("query is not as it should be: %w", err)
	}
	want := "an object"
	switch wrong.Type.Kind() {
	case reflect.String:
		want = "a text"
	case reflect.Float64:
		want = "a number"
	case reflect.Int, reflect.Int64:
		want = "a whole number"
	case reflect.Uint32:
		want = "a whole number from 0 on"
	case reflect.Bool:
		want = "true or false"
	case reflect.Slice:
		want = "a list"
	}
	if wrong.Field == "" {
		return fmt.Errorf("expected %s, found %s", want, wrong.Value)
	}
	return fmt.Errorf("%s: expected %s, found %s", wrong.Field, want, wrong.Value)
}

package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"graphbuild/internal/jsonwords"
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
	if !errors.As(err, new(*json.UnmarshalTypeError)) {
		return fmt.Errorf("query is not as it should be: %w", err)
	}
	return jsonwords.Of(err)
}

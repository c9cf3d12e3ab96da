package jsonwords_test

import (
	"encoding/json"
	"net/netip"
	"testing"

	"graphbuild/internal/jsonwords"
)

func TestOf(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:                "expected an object, found array",
		`{"text":5}`:        "text: expected a text, found number",
		`{"number":"x"}`:    "number: expected a number, found string",
		`{"whole":1.5}`:     "whole: expected a whole number, found number 1.5",
		`{"count":-1}`:      "count: expected a whole number from 0 on, found number -1",
		`{"yes":0}`:         "yes: expected true or false, found number",
		`{"list":{}}`:       "list: expected a list, found object",
		`{"in":{"text":1}}`: "in.text: expected a text, found number",
		`{"address":1}`:     "address: expected a text, found number",
		`{`:                 "unexpected end of JSON input",
	} {
		var x struct {
			Text   string  `json:"text"`
			Number float64 `json:"number"`
			Whole  int16   `json:"whole"`
			Count  uint8   `json:"count"`
			Yes    bool    `json:"yes"`
			List   []int   `json:"list"`
			In     struct {
				Text string `json:"text"`
			} `json:"in"`
			Address netip.Addr `json:"address"`
		}
		if err := json.Unmarshal([]byte(text), &x); err == nil || jsonwords.Of(err).Error() != want {
			t.Errorf("%s: got %v, expected %s", text, jsonwords.Of(err), want)
		}
	}
}

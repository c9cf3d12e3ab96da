package main

import (
	"math"
	"testing"
	"time"
)

func TestPartsAreChosenByName(t *testing.T) {
	for only, want := range map[string]int{"": 8, "http": 1, "memory,http": 2, "none": -1, "http,": -1} {
		b := &bench{o: options{only: only}}
		parts, err := b.chosen()
		if (err != nil) != (want < 0) || err == nil && len(parts) != want {
			t.Errorf("%q: %d parts, %v, expected %d", only, len(parts), err, want)
		}
	}
}

// TestTransportThatIsGone: apart 10 ms of which the queries are 6, combined 4 of which they are 3.5: of 4 ms half a one stays.
func TestTransportThatIsGone(t *testing.T) {
	c := &combination{}
	c.took = [numTogether]time.Duration{
		httpApart: 10 * time.Millisecond, insideSerial: 6 * time.Millisecond,
		httpCombined: 4 * time.Millisecond, insideParallel: 3500 * time.Microsecond,
	}
	if got := c.gone(); math.Abs(got-0.875) > 1e-9 {
		t.Errorf("gone: %f", got)
	}
	if got := c.gain(); got != 2.5 {
		t.Errorf("gain: %f", got)
	}
}

func TestWholeAnswers(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nServer-Timing: work;dur=0.250\r\n\r\n"
	for text, want := range map[string]bool{"": false, head: false, head + "ab": false, head + "abc": true} {
		if got, err := whole([]byte(text)); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if _, err := whole([]byte("HTTP/1.1 404 Not Found\r\n\r\n")); err == nil {
		t.Error("a failure is an answer")
	}
	if got := workOf("work;dur=0.250"); got != 250*time.Microsecond {
		t.Errorf("work: %s", got)
	}
}

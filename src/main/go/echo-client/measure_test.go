package main

import (
	"testing"
	"time"
)

func TestMicrosPerCall(t *testing.T) {
	for _, test := range []struct {
		took     time.Duration
		requests int
		want     float64
	}{
		{291 * time.Millisecond, 10_000, 29.1}, // the source's round
		{time.Second, 1, 1e6},
		{1500 * time.Nanosecond, 2, 0.75},
	} {
		if micros := microsPerCall(test.took, test.requests); micros != test.want {
			t.Errorf("%v for %d requests: %v us a call, want %v", test.took, test.requests, micros, test.want)
		}
	}
}

package mcp

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// TestProgressValues checks the values of notifications: they increase, and they
// are those of the tool where that is possible.
func TestProgressValues(t *testing.T) {
	percent := func(v float64) *float64 { return &v }
	p := &progress{}
	for i, test := range []struct {
		percent *float64
		want    string
	}{
		{percent(0), "0"}, {nil, "0.001"}, {percent(0), "0.002"}, {percent(33.3333), "33.3333"}, {percent(33.3333), "33.334"}, {percent(100), "100"}, {nil, "100.001"},
	} {
		n := p.next(&runtime.ProgressEvent{Percent: test.percent, Message: "a\x1b[2Kb"})
		if got, err := json.Marshal(n.Progress); err != nil || string(got) != test.want {
			t.Errorf("value %d is %s, want %s", i, got, test.want)
		}
		if (n.Total == 100) != (test.percent != nil) || n.Message != "ab" {
			t.Errorf("value %d has the total %v and the message %q", i, n.Total, n.Message)
		}
	}
}

package shapes

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/runtime/decode"

	"github.com/google/go-cmp/cmp"
)

// TestSizes checks the sizes of the texts that README.md mentions.
func TestSizes(t *testing.T) {
	s := All()
	for _, test := range []struct {
		reason   string
		text     []byte
		min, max int // bytes
	}{
		{"small is one argument", s.Small.Text, 20, 40},
		{"medium is about 0.3 KB", s.Medium.Text, 270, 330},
		{"large is about 8 KB", s.Large.Text, 7500, 9000},
	} {
		if n := len(test.text); n < test.min || n > test.max {
			t.Errorf("%s: %d bytes, want %d to %d", test.reason, n, test.min, test.max)
		}
	}
}

// TestBad checks that the invalid calls are different from the samples and from each
// other, and that toolgen refuses all of them.
func TestBad(t *testing.T) {
	s := All()
	seen := map[string]string{string(s.Medium.Text): "the medium sample", string(s.Large.Text): "the large sample"}
	for _, bad := range AllBad(s) {
		if other, ok := seen[bad.Text]; ok {
			t.Errorf("%s: the same text as %s", bad.Reason, other)
		}
		seen[bad.Text] = bad.Reason
		if valid := json.Valid([]byte(bad.Text)); valid != (bad.Level > Syntax) {
			t.Errorf("%s: json.Valid says %t, the level is %s", bad.Reason, valid, bad.Level)
		}
		tool := s.Medium.Tool
		if bad.Large {
			tool = s.Large.Tool
		}
		var d decode.D
		d.ResetString(bad.Text, decode.Options{})
		args := tool.Decode(&d)
		if d.Err(tool.Name) == nil {
			t.Errorf("%s: toolgen accepted it: %+v, with repairs %v", bad.Reason, args, d.Repairs())
		}
	}
}

// TestOptional checks that missing optional arguments are zero.
func TestOptional(t *testing.T) {
	var d decode.D
	d.ResetString(`{"pattern":"x","mode":"count","limit":1}`, decode.Options{})
	got := All().Medium.Tool.Decode(&d)
	if err := d.Err("grep"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&GrepArgs{Pattern: "x", Mode: ModeCount, Limit: 1}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

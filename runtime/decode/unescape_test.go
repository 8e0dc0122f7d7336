package decode

import (
	"strings"
	"testing"
)

// TestUnescapeAllocations checks that a string with escapes needs one allocation, and a short one less than that, because
// short strings share memory.
func TestUnescapeAllocations(t *testing.T) {
	for _, text := range []string{
		`\\bfunc\\b \\d+`, `a\nb\tc\"d\"`, strings.Repeat(`\\`, 500), strings.Repeat(`\u5929\u5730`, 100) + `\n\n`, `\u00e9\n`, strings.Repeat(`x\n\u5929`, 200),
	} {
		d := D{text: `"` + text + `"`}
		if got := testing.AllocsPerRun(10, func() { d.str(0) }); (len(text) > shortText) != (got == 1) || got > 1 {
			t.Errorf("%.20s: %v allocations", text, got)
		}
	}
}

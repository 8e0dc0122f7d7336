package transcript

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// Totals are sums over calls. The zero value is ready for use.
type Totals struct {
	// Calls is the number of calls, Failed the number of those that failed, and
	// Provoked the number of those that failed as their author expected.
	Calls, Failed, Provoked int
	// Reasons has the number of failures by reason, or by code without a reason.
	Reasons map[string]int
	// ArgumentChars and ResultChars are the lengths of the arguments and of the texts
	// of the results, in code points.
	ArgumentChars, ResultChars int
}

// Add adds the results of a batch.
func (t *Totals) Add(calls []Call, results []runtime.CallResult) {
	for i := range results {
		r := &results[i].Result
		t.Calls++
		t.ArgumentChars += utf8.RuneCountInString(calls[i].Args)
		t.ResultChars += utf8.RuneCountInString(r.Value) + utf8.RuneCountInString(r.Error)
		if r.OK {
			continue
		}
		t.Failed++
		if calls[i].IsProvoked {
			t.Provoked++
		}
		if t.Reasons == nil {
			t.Reasons = make(map[string]int)
		}
		reason := r.Reason
		if reason == "" {
			reason = string(r.Code)
		}
		t.Reasons[reason]++
	}
}

// Merge adds other totals.
func (t *Totals) Merge(other Totals) {
	t.Calls += other.Calls
	t.Failed += other.Failed
	t.Provoked += other.Provoked
	t.ArgumentChars += other.ArgumentChars
	t.ResultChars += other.ResultChars
	for reason, n := range other.Reasons {
		if t.Reasons == nil {
			t.Reasons = make(map[string]int)
		}
		t.Reasons[reason] += n
	}
}

// String returns the totals in a few lines.
func (t *Totals) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "calls: %d, failed: %d (%d on purpose)\n", t.Calls, t.Failed, t.Provoked)
	for _, reason := range slices.Sorted(maps.Keys(t.Reasons)) {
		fmt.Fprintf(&b, "  %s: %d\n", reason, t.Reasons[reason])
	}
	fmt.Fprintf(&b, "characters of arguments: %d, of results: %d\n", t.ArgumentChars, t.ResultChars)
	return b.String()
}

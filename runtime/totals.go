package runtime

import (
	"math"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/wire"
)

// Totals are the sums over a session's calls.
type Totals struct {
	// Calls and Failures count results, and Cached the results from the cache.
	Calls, Failures, Cached int
	// CharsProduced, CharsReduced and CharsReturned count the code points of
	// result texts: before reduction, after it, and after the budget.
	CharsProduced, CharsReduced, CharsReturned int
	// CostUSD is the sum of the costs in US dollars. A result from the cache
	// costs nothing.
	CostUSD float64
	// Duration is the sum of the durations of the calls. The calls may overlap.
	Duration time.Duration
}

// jsonFields returns the members of the JSON form.
func (t *Totals) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "calls", Value: &t.Calls},
		{Name: "failures", Value: &t.Failures, Optional: true},
		{Name: "cached", Value: &t.Cached, Optional: true},
		{Name: "chars_produced", Value: &t.CharsProduced, Optional: true},
		{Name: "chars_reduced", Value: &t.CharsReduced, Optional: true},
		{Name: "chars_returned", Value: &t.CharsReturned, Optional: true},
		{Name: "cost_usd", Value: &t.CostUSD, Optional: true},
		{Name: "duration_ns", Value: &t.Duration, Optional: true},
	}
}

// MarshalJSON writes {"calls":…} and the other sums that are not zero. The form
// has no version, because totals are in a [Snapshot], which has one.
func (t Totals) MarshalJSON() ([]byte, error) {
	t.CostUSD = min(t.CostUSD, math.MaxFloat64) // a sum may be infinite
	return wire.Marshal(0, t.jsonFields()...)
}

// UnmarshalJSON reads the form of MarshalJSON. For any other text it returns a
// [*FormError] and leaves t unchanged.
func (t *Totals) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, 0, t.jsonFields()...) }

// combine returns the totals whose fields are the results of the functions for
// the fields of t and o.
func (t Totals) combine(o Totals, combineInt func(a, b int64) int64, combineFloat func(a, b float64) float64) Totals {
	count := func(a, b int) int { return int(combineInt(int64(a), int64(b))) }
	return Totals{
		Calls: count(t.Calls, o.Calls), Failures: count(t.Failures, o.Failures), Cached: count(t.Cached, o.Cached),
		CharsProduced: count(t.CharsProduced, o.CharsProduced), CharsReduced: count(t.CharsReduced, o.CharsReduced),
		CharsReturned: count(t.CharsReturned, o.CharsReturned),
		CostUSD:       combineFloat(t.CostUSD, o.CostUSD), Duration: time.Duration(combineInt(int64(t.Duration), int64(o.Duration))),
	}
}

// sum returns a + b.
func sum[N int64 | float64](a, b N) N { return a + b }

// greater returns the maximum of a and b.
func greater[N int64 | float64](a, b N) N { return max(a, b) }

// increase returns how much b is greater than a, at least 0.
func increase[N int64 | float64](a, b N) N { return max(0, b-a) }

// add returns the sum of t and o.
func (t Totals) add(o Totals) Totals { return t.combine(o, sum, sum) }

// addResult adds one result to the totals.
func (t *Totals) addResult(result *CallResult, e *textInfo) {
	t.Calls++
	if !result.Result.OK {
		t.Failures++
	}
	returned := e.fencedLength() + e.wordChars()
	if result.Truncated != nil || e.partial() != nil {
		returned, _ = measure.Chars(*result.Result.text())
		returned += result.Result.measureTextParts().chars
	}
	t.CharsProduced += e.produced + e.partSizes().chars + e.wordChars()
	t.CharsReduced += e.reducedChars() + e.wordChars()
	t.CharsReturned += returned
	t.Duration += result.Duration
	if e.cached {
		t.Cached++
	} else {
		t.CostUSD += result.Result.CostUSD
	}
}

package runtime

import (
	"math"
	"time"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/wire"
)

// Totals are the sums over a session's calls.
type Totals struct {
	// Calls and Failures count answers, Cached those from the result cache.
	Calls, Failures, Cached int
	// CharsProduced, CharsReduced and CharsReturned count code points of result
	// texts: of the tools, after reduction, and after the budget.
	CharsProduced, CharsReduced, CharsReturned int
	// CostUSD sums the costs that tools stated, in US dollars. What comes from
	// the cache costs nothing.
	CostUSD float64
	// Duration sums the durations of the calls, which overlap.
	Duration time.Duration
}

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

// MarshalJSON writes {"calls":…} and the other sums that are not zero. It has no
// version of its own: that of a [Snapshot] counts.
func (t Totals) MarshalJSON() ([]byte, error) {
	t.CostUSD = min(t.CostUSD, math.MaxFloat64) // a sum may be infinite
	return wire.Marshal(0, t.jsonFields()...)
}

// UnmarshalJSON reads what MarshalJSON writes; anything else is a [*FormError], after
// which t is as before.
func (t *Totals) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, 0, t.jsonFields()...) }

// combine applies the functions to each pair of sums.
func (t Totals) combine(o Totals, combineInt func(a, b int64) int64, combineFloat func(a, b float64) float64) Totals {
	count := func(a, b int) int { return int(combineInt(int64(a), int64(b))) }
	return Totals{
		Calls: count(t.Calls, o.Calls), Failures: count(t.Failures, o.Failures), Cached: count(t.Cached, o.Cached),
		CharsProduced: count(t.CharsProduced, o.CharsProduced), CharsReduced: count(t.CharsReduced, o.CharsReduced),
		CharsReturned: count(t.CharsReturned, o.CharsReturned),
		CostUSD:       combineFloat(t.CostUSD, o.CostUSD), Duration: time.Duration(combineInt(int64(t.Duration), int64(o.Duration))),
	}
}

func sum[N int64 | float64](a, b N) N      { return a + b }
func greater[N int64 | float64](a, b N) N  { return max(a, b) }
func increase[N int64 | float64](a, b N) N { return max(0, b-a) }

func (t Totals) add(o Totals) Totals { return t.combine(o, sum, sum) }

// count adds one answer to the totals.
func (t *Totals) addResult(result *CallResult, e *textInfo) {
	t.Calls++
	if !result.Result.OK {
		t.Failures++
	}
	returned := e.fencedLength()
	if result.Truncated != nil {
		returned, _ = measure.Chars(*result.Result.text())
		returned += result.Result.measureParts().chars
	}
	t.CharsProduced += e.produced + e.partSizes().chars
	t.CharsReduced += e.chars + e.partSizes().chars
	t.CharsReturned += returned
	t.Duration += result.Duration
	if e.cached {
		t.Cached++
	} else {
		t.CostUSD += result.Result.CostUSD
	}
}

package loop

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/models"
)

// The costs are shown with their limit, if there are prices and a limit.
func TestCostEvent(t *testing.T) {
	a := &Agent{}
	a.count(models.Usage{Input: 1000, Output: 20})
	for _, test := range []struct {
		prices Prices
		limit  float64
		want   string
	}{
		{Prices{}, 0, "1000 in, 20 out"},
		{Prices{Output: 0.001}, 1, "1000 in, 20 out, $0.0000 of $1.00"},
		{Prices{Input: 2, Output: 10}, 0, "1000 in, 20 out, $0.0022"},
		{Prices{Input: 2, Output: 10}, 1.5, "1000 in, 20 out, $0.0022 of $1.50"},
	} {
		a.Prices, a.MaxCostUSD = test.prices, test.limit
		if e := a.CostEvent(EventAnswer); e.Spent() != test.want || e.MaxCostUSD != test.limit {
			t.Errorf("%q, want %q; %+v", e.Spent(), test.want, e)
		}
	}
}

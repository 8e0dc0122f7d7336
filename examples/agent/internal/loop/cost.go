package loop

import (
	"fmt"

	"github.com/toolgen/toolgen/runtime/models"
)

// Prices are in US dollars for a million tokens.
type Prices struct{ Input, Output float64 }

// checkCost returns an error if the model must not be asked again.
func (a *Agent) checkCost() error {
	if a.MaxCostUSD > 0 && a.Cost() >= a.MaxCostUSD {
		return fmt.Errorf("%w: $%.2f of $%.2f; use a larger --max-cost to continue", ErrCost, a.Cost(), a.MaxCostUSD)
	}
	return nil
}

// count adds the tokens of an answer.
func (a *Agent) count(u models.Usage) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.usage.Add(u)
}

// Usage returns the tokens that this agent has used.
func (a *Agent) Usage() models.Usage {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.usage
}

// CostEvent returns an event with the tokens and the costs so far.
func (a *Agent) CostEvent(kind Kind) Event {
	usage := a.Usage()
	return Event{Kind: kind, Usage: &usage, CostUSD: a.Cost(), MaxCostUSD: a.MaxCostUSD}
}

// Cost returns the costs of this agent in US dollars.
func (a *Agent) Cost() float64 { return a.Prices.of(a.Usage()) }

// of returns the price of tokens in US dollars.
func (p Prices) of(u models.Usage) float64 {
	return (float64(u.Input)*p.Input + float64(u.Output)*p.Output) / 1e6
}

// Spent returns the tokens and the costs so far as text, with the limit of the costs.
func (e *Event) Spent() string {
	text := fmt.Sprintf("%d in, %d out", e.Usage.Input, e.Usage.Output)
	if e.CostUSD > 0 || e.MaxCostUSD > 0 {
		text += fmt.Sprintf(", $%.4f", e.CostUSD)
	}
	if e.MaxCostUSD > 0 {
		text += fmt.Sprintf(" of $%.2f", e.MaxCostUSD)
	}
	return text
}

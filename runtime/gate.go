package runtime

import (
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/capability"
)

// gate refuses calls by name and policy: the steps that read nothing but the
// registry and the turn, and run no author's code.
type gate struct {
	turn     *Turn
	entries  []*entry
	unknowns int             // how many calls named no tool
	visible  map[string]bool // nil when everything is
}

// newGate is the gate of one batch over a snapshot of the registry.
func newGate(entries []*entry, turn *Turn) gate {
	g := gate{turn: turn, entries: entries}
	if turn.Visible != nil {
		g.visible = make(map[string]bool, len(turn.Visible))
		for _, tool := range turn.Visible {
			if tool != nil {
				g.visible[tool.Name] = true
			}
		}
	}
	return g
}

// refuse answers a call whose tool is unknown, excluded, not permitted or not
// shown, in this order, and any call of a turn with a negative budget.
func (g *gate) refuse(e *entry, name string) (refusal Result, refused bool) {
	switch {
	case g.turn.ResultBudgetChars < 0:
		refusal = negativeBudget(g.turn)
	case e == nil:
		refusal = g.unknown(name)
	case g.turn.Policy.excludes(name):
		refusal = Fail(NotAvailable, "Tool %s is not available on this surface", name)
	case !g.permits(e):
		refusal = Fail(NotAvailable, "Tool %s is not permitted for this personality", name)
	case e.fault != nil:
		refusal = e.refuseFault()
	default:
		return Result{}, false
	}
	return refusal, true
}

// negativeBudget is the answer to every call of a turn whose budget is negative.
func negativeBudget(turn *Turn) Result {
	return Fail(NotAvailable, "No tool can run: the budget of the results is negative (%d)", turn.ResultBudgetChars)
}

func (g *gate) permits(e *entry) bool {
	return g.turn.Policy.permits(&e.tool, e.plugin) && (g.visible == nil || g.visible[e.tool.Name])
}

// maxSuggestions is how many unknown names of a batch are compared with those of
// all tools: a model may write thousands.
const maxSuggestions = 16

// unknown names the tool that was probably meant, among those that this turn
// may run: what is closed must not be found by guessing.
func (g *gate) unknown(name string) Result {
	text := "Unknown tool: " + measure.Clip(redact.Keys(name), maxNameLength)
	if g.unknowns++; g.unknowns > maxSuggestions {
		return Fail(NotAvailable, "%s", text)
	}
	var open []string
	for _, e := range g.entries {
		if !g.turn.Policy.excludes(e.tool.Name) && g.permits(e) {
			open = append(open, e.tool.Name)
		}
	}
	open = append(open, g.turnNames()...)
	if meant := nearest(name, open); meant != "" {
		text += ". Did you mean " + meant + "?"
	}
	return Fail(NotAvailable, "%s", text)
}

// refuse answers a call of a tool that cannot run here and now: because of its
// availability checks, or a capability without a backend. It is nil as a rule.
func (e *entry) refuse(backends *capability.Backends) *Result {
	if e.tool.Available == nil && e.tool.Needs == nil {
		return nil
	}
	return e.refusal(backends)
}

func (e *entry) refusal(backends *capability.Backends) *Result {
	name := e.tool.Name
	if reason := e.available(nil); reason != "" {
		return unavailable(reason, "Tool %s is not currently available", name)
	}
	if missing := backends.Missing(e.tool.Needs); missing != 0 {
		return unavailable(strings.Join(missing.Names(), ", "), "Tool %s declares capabilities but no capability backends are configured", name)
	}
	return nil
}

// unavailable is a refusal with its reason.
func unavailable(reason, format string, args ...any) *Result {
	result := Fail(NotAvailable, format, args...)
	result.Reason = reason
	return &result
}

// resolveSecrets makes sure that the secrets which the session was handed in
// another process can be redacted here. It returns the answer to all calls when
// that fails; nil as a rule.
func (b *batch) resolveSecrets() *Result {
	err := b.registry.resolveSecrets(b.ctx, &b.turn)
	if err == nil {
		return nil
	}
	result := Fail(NotAvailable, "No tool can run: %v", err)
	result.Reason, result.Cause = ReasonSecretsUnresolved, err
	return &result
}

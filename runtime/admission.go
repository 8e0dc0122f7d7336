package runtime

import (
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/runtime/capability"
)

// gate refuses calls by name and policy: the steps that read nothing but the
// registry and the turn, and run no author's code.
type admission struct {
	turn         *Turn
	entries      []*entry
	unknownCount int             // how many calls named no tool
	visible      map[string]bool // nil when everything is
}

// newGate is the gate of one batch over a snapshot of the registry.
func newAdmission(entries []*entry, turn *Turn) admission {
	g := admission{turn: turn, entries: entries}
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
func (g *admission) refuse(e *entry, name string) (refusal Result, refused bool) {
	switch {
	case g.turn.ResultBudgetChars < 0:
		refusal = negativeBudgetResult(g.turn)
	case e == nil:
		refusal = g.unknownTool(name)
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
func negativeBudgetResult(turn *Turn) Result {
	return Fail(NotAvailable, "No tool can run: the budget of the results is negative (%d)", turn.ResultBudgetChars)
}

func (g *admission) permits(e *entry) bool {
	return g.turn.Policy.permits(&e.tool, e.plugin) && (g.visible == nil || g.visible[e.tool.Name])
}

// maxSuggestions is how many unknown names of a batch are compared with those of
// all tools: a model may write thousands.
const maxSuggestions = 16

// unknown names the tool that was probably meant, among those that this turn
// may run: what is closed must not be found by guessing.
func (g *admission) unknownTool(name string) Result {
	text := "Unknown tool: " + measure.Clip(redact.Formats(name), maxNameLength)
	if g.unknownCount++; g.unknownCount > maxSuggestions {
		return Fail(NotAvailable, "%s", text)
	}
	var permitted []string
	for _, e := range g.entries {
		if !g.turn.Policy.excludes(e.tool.Name) && g.permits(e) {
			permitted = append(permitted, e.tool.Name)
		}
	}
	permitted = append(permitted, g.turnToolNames()...)
	if suggestion := nearestName(name, permitted); suggestion != "" {
		text += ". Did you mean " + suggestion + "?"
	}
	return Fail(NotAvailable, "%s", text)
}

// refuse answers a call of a tool that cannot run here and now: because of its
// availability checks, or a capability without a backend. It is nil as a rule.
func (e *entry) refuseUnavailable(backends *capability.Backends) *Result {
	if e.tool.Available == nil && e.tool.Needs == nil {
		return nil
	}
	return e.refuseUnavailableSlow(backends)
}

func (e *entry) refuseUnavailableSlow(backends *capability.Backends) *Result {
	name := e.tool.Name
	if reason := e.unavailableReason(nil); reason != "" {
		return unavailableResult(reason, "Tool %s is not currently available", name)
	}
	if missing := backends.Missing(e.tool.Needs); missing != 0 {
		return unavailableResult(strings.Join(missing.Names(), ", "), "Tool %s declares capabilities but no capability backends are configured", name)
	}
	return nil
}

// unavailable is a refusal with its reason.
func unavailableResult(reason, format string, args ...any) *Result {
	result := Fail(NotAvailable, format, args...)
	result.Reason = reason
	return &result
}

// resolveSecrets makes sure that the secrets which the session was handed in
// another process can be redacted here. It returns the answer to all calls when
// that fails; nil as a rule.
func (b *batch) refuseUnresolvedSecrets() *Result {
	err := b.registry.resolveSecrets(b.ctx, &b.turn)
	if err == nil {
		return nil
	}
	result := Fail(NotAvailable, "No tool can run: %v", err)
	result.Reason, result.Cause = ReasonSecretsUnresolved, err
	return &result
}

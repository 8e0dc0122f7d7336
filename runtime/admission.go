package runtime

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/redact"
	"github.com/toolgen/toolgen/internal/untrusted"
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime/capability"
)

// admission refuses calls of a batch before they are prepared: by the name of
// the tool, the policy and the visible tools. It reads only the registry and
// the turn, and runs no third-party code.
type admission struct {
	turn         *Turn
	entries      []*entry        // the registered tools
	unknownCount int             // the number of calls that named an unknown tool
	visible      map[string]bool // nil if the turn does not limit the visible tools
	counterparts counterparts    // Options.Counterparts
}

// newAdmission returns the admission of one batch over a snapshot of the
// registered tools.
func newAdmission(entries []*entry, turn *Turn, known counterparts) *admission {
	a := new(admission)
	a.init(entries, turn, known)
	return a
}

// init does the same as newAdmission for a zero admission.
func (a *admission) init(entries []*entry, turn *Turn, known counterparts) {
	a.turn, a.entries, a.counterparts = turn, entries, known
	if turn.Visible != nil {
		a.visible = make(map[string]bool, len(turn.Visible))
		for _, tool := range turn.Visible {
			if tool != nil {
				a.visible[tool.Name] = true
			}
		}
	}
}

// refuse returns the result of a call whose tool is unknown, excluded, not permitted or
// not valid, checked in this order, and of each call of a turn with a negative budget. It
// returns nil for any other call.
func (a *admission) refuse(e *entry, name string) *Result {
	switch {
	case a.turn.ResultBudgetChars < 0:
		return new(negativeBudgetResult(a.turn))
	case e == nil:
		return new(a.unknownTool(name))
	case a.turn.Policy.excludes(name):
		return new(Fail(NotAvailable, "Tool %s is not available on this surface", name))
	case !a.permits(e):
		return new(a.notPermitted(e))
	case e.fault != nil:
		return new(e.refuseFault())
	}
	return nil
}

// negativeBudgetResult returns the result of each call of a turn with a
// negative budget.
func negativeBudgetResult(turn *Turn) Result {
	return Fail(NotAvailable, "No tool can run: the budget of the results is negative (%d)", turn.ResultBudgetChars)
}

// permits reports whether the policy permits the tool and the turn shows it.
func (a *admission) permits(e *entry) bool {
	return a.turn.Policy.permits(e.tool, e.plugin) && (a.visible == nil || a.visible[e.tool.Name])
}

// notPermitted returns the refusal of a tool that is not permitted. It has a reason if
// only a grant is missing: the policy and the turn allow the tool otherwise.
func (a *admission) notPermitted(e *entry) Result {
	refusal := Fail(NotAvailable, "Tool %s is not permitted for this personality", e.tool.Name)
	granted := *a.turn
	granted.Policy.Grants = e.tool.Requires
	other := admission{turn: &granted, visible: a.visible}
	if grant := a.turn.Policy.missingGrant(e.tool); grant != "" && other.permits(e) {
		refusal.Reason = "the policy does not have the grant " + strconv.Quote(grant) + ", which the tool requires"
	}
	return refusal
}

// maxSuggestions is the number of calls with unknown names for which a batch
// suggests a name. It limits the time for a model that writes thousands of
// them.
const maxSuggestions = 16

// unknownTool returns the result of a call to an unknown tool. It suggests a
// similar name, but only of a tool that the turn may call: the names of other
// tools stay hidden.
func (a *admission) unknownTool(name string) Result {
	text := "Unknown tool: " + visibleName(redact.Keys(name))
	if a.unknownCount++; a.unknownCount > maxSuggestions {
		return Fail(NotAvailable, "%s", text)
	}
	var permitted []string
	for _, e := range a.entries {
		if !a.turn.Policy.excludes(e.tool.Name) && a.permits(e) {
			permitted = append(permitted, e.tool.Name)
		}
	}
	permitted = append(permitted, a.turnToolNames()...)
	if use := a.counterparts.of(name, permitted); len(use) > 0 {
		text += ". Use " + strings.Join(use, " or ") + " instead"
	} else if suggestion := nearestName(name, permitted); suggestion != "" {
		text += ". Did you mean " + suggestion + "?"
	}
	return Fail(NotAvailable, "%s", text)
}

// visibleName returns a name that the model wrote, for a message: on one line, not
// too long, without tokens of chat templates, and with escapes in place of hidden
// characters.
func visibleName(name string) string {
	return untrusted.Neutralize(string(wording.AppendVisible(nil, measure.Clip(name, maxNameLength))))
}

// refuseUnavailable returns a refusal if the tool is not available, or if a
// capability that it declares has no backend; otherwise nil.
func (e *entry) refuseUnavailable(backends *capability.Backends) *Result {
	if e.tool.Available == nil && e.tool.Needs == nil {
		return nil
	}
	return e.refuseUnavailableSlow(backends)
}

// refuseUnavailableSlow does the same as refuseUnavailable for tools that need a
// check. It is a separate function so that refuseUnavailable can be inlined.
func (e *entry) refuseUnavailableSlow(backends *capability.Backends) *Result {
	name := e.tool.Name
	if reason := e.unavailableReason(nil); reason != "" {
		text := "Tool " + name + " is not currently available"
		if a := e.tool.Available; a.Explanation != "" {
			text += ": " + a.Explanation
		}
		return unavailableResult(reason, "%s", text)
	}
	if missing := backends.Missing(e.tool.Needs); missing != 0 {
		return unavailableResult(strings.Join(missing.Names(), ", "), "Tool %s declares capabilities but no capability backends are configured", name)
	}
	return nil
}

// unavailableResult returns a refusal with the code NotAvailable and the
// reason.
func unavailableResult(reason, format string, args ...any) *Result {
	result := Fail(NotAvailable, format, args...)
	result.Reason = reason
	return &result
}

// refuseUnresolvedSecrets resolves the secrets that the session received in
// other processes, so that they can be redacted. If that fails, it returns the
// result of all calls; otherwise nil.
func (b *batch) refuseUnresolvedSecrets() *Result {
	b.hasSecrets = b.turn.Session.existingSecrets() != nil
	err := b.registry.resolveSecrets(b.ctx, b.turn)
	if err == nil {
		return nil
	}
	result := Fail(NotAvailable, "No tool can run: %v", err)
	result.Reason, result.Cause = ReasonSecretsUnresolved, err
	return &result
}

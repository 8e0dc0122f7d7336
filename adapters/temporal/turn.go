package temporal

import (
	"context"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// maxBudget limits the budget of a batch in code points, so that its results fit
// into a history.
const maxBudget = 300_000

// Turn is the reference to a turn. It is part of histories, so it must have no
// secret: the worker's [Options.Turn] returns the policy, the identity and the tools
// for it.
type Turn struct {
	// Name says which turn the worker returns, such as the name of an agent or of a
	// user. Its meaning belongs to the application.
	Name string `json:"name"`
	// Data has more identifiers for the application, such as the id of a project.
	Data map[string]string `json:"data,omitempty"`
	// Session and SessionKey are the id and the key of the session; see
	// runtime.NewSession. Without an id, the batch has no session.
	Session    string `json:"session,omitempty"`
	SessionKey string `json:"session_key,omitempty"`
	// CurrentTurn, MessageCount and ResultBudgetChars are the fields of
	// runtime.Turn; zero means the value of the worker's turn. A budget is at most
	// 300 000.
	CurrentTurn       int `json:"current_turn,omitempty"`
	MessageCount      int `json:"message_count,omitempty"`
	ResultBudgetChars int `json:"result_budget_chars,omitempty"`
	// DryRun makes a dry run of all calls, even if the worker's turn does not.
	DryRun bool `json:"dry_run,omitempty"`
}

// resolve returns the turn of a batch with its session.
func (w *host) resolve(ctx context.Context, ref Turn, runID string, session *runtime.Session) (turn *runtime.Turn, err error) {
	defer func() {
		if value := recover(); value != nil {
			turn, err = nil, newFault(fmt.Errorf("%v", value), "Options.Turn panicked")
		}
	}()
	found, err := w.options.Turn(ctx, ref)
	if err != nil {
		return nil, newFault(err, "the turn %q is not available", ref.Name)
	}
	if found == nil {
		return nil, &ownError{text: fmt.Sprintf("Options.Turn returned no turn for %q", ref.Name)}
	}
	t := *found
	t.Session, t.RunID, t.Decisions, t.Emit = session, runID, nil, nil
	t.DryRun = t.DryRun || ref.DryRun
	for _, field := range []struct {
		value *int
		ref   int
	}{{&t.CurrentTurn, ref.CurrentTurn}, {&t.MessageCount, ref.MessageCount}, {&t.ResultBudgetChars, ref.ResultBudgetChars}} {
		if field.ref != 0 {
			*field.value = field.ref
		}
	}
	t.ResultBudgetChars = min(t.ResultBudgetChars, maxBudget)
	return &t, nil
}

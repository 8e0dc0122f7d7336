// Package loop is the loop of the agent: it asks a model, executes the calls of the answer, and repeats this until an answer
// has no calls. All that must survive the end of the process is in the session before it takes effect.
package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/examples/agent/internal/session"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// Agent works on sessions. All fields but Hidden, Help, Prices and MaxCostUSD are required.
type Agent struct {
	Model    model.Model
	Registry *runtime.Registry
	// Messages gets the texts of users and of the model, for the tool session_search.
	Messages *store.Store
	// System is the instruction of the model.
	System string
	// Policy says which tools, files and hosts the calls may use.
	Policy runtime.Policy
	// Hidden are the names of tools that the model is not offered, because they cannot work. A call of such a tool is
	// treated like any other.
	Hidden []string
	// Window is how many tokens fit into one request to the model.
	Window int
	// MaxSteps is how often the model is asked for one prompt.
	MaxSteps int
	// Prices and MaxCostUSD limit the costs of a run. Without prices there are no costs.
	Prices     Prices
	MaxCostUSD float64
	// Help says how the user can allow what a policy refuses, by the reason of the refused call.
	Help map[string]string
	// Report gets the events, one at a time.
	Report func(Event)

	mu    sync.Mutex // guards usage and calls of Report
	usage models.Usage
}

// The errors of a run, for errors.Is. The session can be continued after each of them.
var (
	ErrSteps = errors.New("the model was asked as often as allowed")
	ErrCost  = errors.New("the costs reached their limit")
)

// Prompt adds a text of the user to the session and works until the model answers it.
func (a *Agent) Prompt(ctx context.Context, s *session.Session, text string) error {
	if err := a.finish(ctx, s); err != nil {
		return err
	}
	if err := s.AddPrompt(text); err != nil {
		return err
	}
	a.index(ctx, s, "user", text)
	return a.Continue(ctx, s)
}

// finish gives the calls of an interrupted answer their results.
func (a *Agent) finish(ctx context.Context, s *session.Session) error {
	if len(s.Calls) == 0 {
		return nil
	}
	return a.call(ctx, s)
}

// Continue works until the last entry of the session is an answer without calls. It begins where an earlier process
// ended, and does nothing if that one was done.
func (a *Agent) Continue(ctx context.Context, s *session.Session) error {
	for steps := 0; ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case len(s.Calls) > 0:
			if err := a.call(ctx, s); err != nil {
				return err
			}
		case len(s.Entries) == 0 || s.Entries[len(s.Entries)-1].Answer != nil:
			return nil
		case steps == a.MaxSteps:
			return fmt.Errorf("%w: %d times; say \"go on\" to continue, or use a larger --max-steps", ErrSteps, a.MaxSteps)
		default:
			steps++
			if err := a.ask(ctx, s); err != nil {
				return err
			}
		}
	}
}

// ask asks the model and records its answer with the prepared calls.
func (a *Agent) ask(ctx context.Context, s *session.Session) error {
	if err := a.checkCost(); err != nil {
		return err
	}
	turn, err := a.turn(s)
	if err != nil {
		return err
	}
	if err := a.fit(ctx, s, turn); err != nil {
		return err
	}
	answer, err := a.Model.Ask(ctx, a.request(s.Entries, turn))
	if err != nil {
		return err
	}
	a.count(answer.Usage)
	if err := s.AddAnswer(answer, a.Registry.Prepare(ctx, answer.Calls, turn)); err != nil {
		return err
	}
	a.index(ctx, s, "assistant", answer.Text)
	a.reportAnswer(answer)
	return nil
}

// reportAnswer reports an answer that is saved.
func (a *Agent) reportAnswer(answer *model.Answer) {
	e := a.CostEvent(EventAnswer)
	e.Text = answer.Text
	if len(answer.Calls) > 0 {
		e.Kind = EventStep
	}
	a.report(e)
	if answer.Truncated {
		a.report(Event{Kind: EventNotice, Text: "the answer reached the model's limit and is cut off"})
	}
	if answer.Refused {
		a.report(Event{Kind: EventNotice, Text: "the model declined to answer"})
	}
	if answer.Text == "" && len(answer.Calls) == 0 {
		a.report(Event{Kind: EventNotice, Text: "the answer of the model has no text"})
	}
}

// index adds a text of a saved entry to the messages that session_search finds in later sessions of the same directory.
func (a *Agent) index(ctx context.Context, s *session.Session, role, text string) {
	if text == "" {
		return
	}
	text = text[:min(len(text), store.MaxMessageBytes)]
	err := a.Messages.AppendMessages(ctx, store.Message{Personality: session.Project(s.Dir), Session: s.ID, Role: role, Text: text})
	if err != nil && ctx.Err() == nil {
		a.report(Event{Kind: EventNotice, Text: "session_search will not find a message: " + err.Error()})
	}
}

// request returns a request with the tools of the turn.
func (a *Agent) request(conversation []model.Entry, turn *runtime.Turn) *model.Request {
	return &model.Request{
		System: a.System, Conversation: conversation, Tools: a.definitions(turn),
		Show:  func(text string) { a.report(Event{Kind: EventText, Text: text}) },
		Retry: retryReporter(a.report),
	}
}

// retryReporter returns a function that reports that the model is asked again.
func retryReporter(report func(Event)) func(error, time.Duration) {
	return func(err error, wait time.Duration) {
		report(Event{Kind: EventRetry, Text: err.Error(), Duration: wait})
	}
}

// definitions returns the function that writes the definitions of the turn's tools that the model is offered.
func (a *Agent) definitions(turn *runtime.Turn) func(runtime.Dialect) ([]byte, error) {
	return func(d runtime.Dialect) ([]byte, error) {
		offered := *turn
		offered.Policy = a.Offered(turn.Policy)
		return a.Registry.AppendTurnDefinitionsFor(nil, d, &offered)
	}
}

// Offered returns a policy without the hidden tools.
func (a *Agent) Offered(p runtime.Policy) runtime.Policy {
	p.Exclude = slices.Concat(p.Exclude, a.Hidden)
	return p
}

// turn returns the turn of the session's next calls. The project owns the notes, the messages and the board, so that
// they do not appear in other projects.
func (a *Agent) turn(s *session.Session) (*runtime.Turn, error) {
	state, err := s.Runtime()
	if err != nil {
		return nil, err
	}
	turn := &runtime.Turn{
		Session: state, Platform: "agent", WorkingDir: s.Dir, PersonalityID: session.Project(s.Dir), Policy: a.Policy,
		MessageCount: len(s.Entries),
		Emit: func(e runtime.ProgressEvent) {
			if e.Audience != runtime.AudienceInternal {
				a.report(Event{Kind: EventProgress, CallID: e.CallID, Tool: e.Tool, Text: e.Message, Percent: e.Percent})
			}
		},
	}
	available, err := a.availableTokens(turn)
	turn.ResultBudgetChars = resultBudget(available)
	return turn, err
}

// report reports one event at a time.
func (a *Agent) report(e Event) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.Report(e)
}

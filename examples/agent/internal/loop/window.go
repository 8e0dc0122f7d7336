package loop

import (
	"context"
	"fmt"

	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/examples/agent/internal/session"
	"github.com/toolgen/toolgen/runtime"
)

// The part of the window that a conversation may fill. The rest is for the answer, and for the error of the estimate.
const (
	fullAt = 0.75 // a conversation that fills more is shortened
	fullTo = 0.4  // what a shortened conversation fills: little, because each shortening makes the provider's cache useless
)

// minAvailable is how many tokens of the window a conversation needs.
const minAvailable = 4000

const (
	// recentEntries is how many entries with results are shortened last, because the model is about to use them.
	recentEntries = 2
	// keptChars is how many code points of an old result remain.
	keptChars = 200
)

// CheckWindow returns an error if the window is too small for a conversation with the tools.
func (a *Agent) CheckWindow(s *session.Session) error {
	fixed, err := a.fixedTokens(&runtime.Turn{Policy: a.Policy, WorkingDir: s.Dir})
	if err == nil && a.Window < fixed+minAvailable {
		err = fmt.Errorf("--window is %d tokens, expected at least %d: the instructions and the definitions of the tools have about %d", a.Window, fixed+minAvailable, fixed)
	}
	return err
}

// fixedTokens estimates the tokens that all requests of a turn have.
func (a *Agent) fixedTokens(turn *runtime.Turn) (int, error) {
	tools, err := a.definitions(turn)(runtime.DialectOpenAI)
	return (len(tools) + len(a.System)) / bytesPerToken, err
}

// availableTokens estimates how many tokens of the window a conversation may have.
func (a *Agent) availableTokens(turn *runtime.Turn) (int, error) {
	fixed, err := a.fixedTokens(turn)
	return max(a.Window-fixed, minAvailable), err
}

// resultBudget returns how many code points the results of one answer may have: a quarter of the available tokens.
func resultBudget(available int) int {
	return min(runtime.DefaultResultBudget, available*bytesPerToken/4)
}

// fit shortens the session until it fits the model's window: first the texts of old results, then the model itself
// summarizes the older half, then the texts of the last results are shortened. At last the model summarizes all, because
// the arguments of its calls are long.
func (a *Agent) fit(ctx context.Context, s *session.Session, turn *runtime.Turn) error {
	available, err := a.availableTokens(turn)
	if err != nil {
		return err
	}
	limit := int(float64(available) * fullAt)
	if tokens(s.Entries) <= limit {
		return nil
	}
	changed := a.shorten(ctx, turn.Session, s.Entries[:recentStart(s.Entries)], keptChars, tokens(s.Entries)-int(float64(available)*fullTo))
	if err := a.saveResults(s, changed); err != nil {
		return err
	}
	for tokens(s.Entries) > limit {
		n := oldEntries(s.Entries, limit)
		if n == 0 {
			break
		}
		if err := a.summarize(ctx, s, n); err != nil {
			return err
		}
	}
	changed, err = a.shortenAll(ctx, turn.Session, s.Entries, available)
	if err := a.saveResults(s, changed); err != nil {
		return err
	}
	if err != nil && s.Entries[len(s.Entries)-1].Results != nil && tokens(s.Entries) <= available {
		return a.summarize(ctx, s, len(s.Entries))
	}
	return err
}

// shortenAll shortens all results, also the last ones, as far as necessary. It returns the indices of the changed entries.
func (a *Agent) shortenAll(ctx context.Context, owner *runtime.Session, conversation []model.Entry, available int) (changed []int, err error) {
	limit := int(float64(available) * fullAt)
	for _, keep := range []int{resultBudget(available) / 4, keptChars} {
		changed = append(changed, a.shorten(ctx, owner, conversation, keep, tokens(conversation)-limit)...)
	}
	if tokens(conversation) > limit {
		err = fmt.Errorf("the last messages do not fit into the model's window of %d tokens: begin a new session, or use a larger --window", a.Window)
	}
	return changed, err
}

// saveResults saves entries whose results were shortened.
func (a *Agent) saveResults(s *session.Session, changed []int) error {
	for _, i := range changed {
		if err := s.SetResults(i, s.Entries[i].Results); err != nil {
			return err
		}
	}
	if len(changed) > 0 {
		a.report(Event{Kind: EventShorter, Text: "long results are shortened, because the conversation is long"})
	}
	return nil
}

// recentStart returns the index of the first entry of the recent results.
func recentStart(conversation []model.Entry) int {
	last := len(conversation)
	for recent := 0; last > 0 && recent < recentEntries; last-- {
		if conversation[last-1].Results != nil {
			recent++
		}
	}
	return last
}

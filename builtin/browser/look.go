package browser

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// SnapshotArgs says what to show of the page.
type SnapshotArgs struct {
	// The line to begin with, for pages that are longer than one answer.
	StartLine int `json:"start_line,omitzero" jsonschema:"minimum=1,default=1"`
	// How long to wait first, for pages that are still at work.
	WaitSeconds int `json:"wait_seconds,omitzero" jsonschema:"minimum=0,maximum=30,default=0"`
}

// Snapshot shows the open page as it is now, without doing anything to it.
//
//tool:register browser_snapshot
//tool:open-world
//tool:read-only
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:untrusted-output
//tool:max-result-chars 20000
//tool:example {"start_line": 401}
func (b *Browser) Snapshot(ctx context.Context, call *runtime.Call, client *http.Client, args SnapshotArgs) (*Page, error) {
	var view *Page
	err := b.with(ctx, call, client, func(s *session) error {
		if err := s.wait(ctx, time.Duration(args.WaitSeconds)*time.Second); err != nil {
			return err
		}
		var err error
		view, err = s.rest(ctx, args.StartLine)
		return err
	})
	return view, err
}

// wait waits for a time, or until there is nothing to wait for any more.
func (s *session) wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-s.chromium.done:
		return errEnded
	}
}

// ConsoleArgs says which messages to show.
type ConsoleArgs struct {
	// Only messages that matter as much: "error", or "warning" for errors too; "info" is all of them.
	Level Level `json:"level,omitzero" jsonschema:"default=info"`
	// Forgets the messages afterwards.
	Clear bool `json:"clear,omitzero" jsonschema:"default=false"`
}

// Messages are what the pages of a session wrote to the console.
type Messages struct {
	// Messages are the newest, in their order.
	Messages []Message `json:"messages"`
	// Dropped is how many older ones are no longer kept.
	Dropped int `json:"dropped,omitempty"`
}

// String is one line for each message.
func (m *Messages) String() string {
	if len(m.Messages) == 0 {
		return "no messages"
	}
	var b strings.Builder
	if m.Dropped > 0 {
		fmt.Fprintf(&b, "(%d older messages are not kept)\n", m.Dropped)
	}
	for _, message := range m.Messages {
		fmt.Fprintf(&b, "%s: %s\n", message.Level, message.Text)
	}
	return b.String()
}

// Console lists what the session's pages wrote to the console: errors, uncaught exceptions, failed requests, logs.
//
//tool:register browser_console
//tool:open-world
//tool:read-only
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:untrusted-output
//tool:max-result-chars 20000
//tool:example {"level": "error"}
func (b *Browser) Console(ctx context.Context, call *runtime.Call, client *http.Client, args ConsoleArgs) (*Messages, error) {
	found := &Messages{Messages: []Message{}}
	err := b.with(ctx, call, client, func(s *session) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, message := range s.messages.messages {
			if matters[message.Level] >= matters[args.Level] {
				found.Messages = append(found.Messages, message)
			}
		}
		found.Dropped = s.messages.dropped
		if args.Clear {
			s.messages = console{}
		}
		return nil
	})
	return found, err
}

// matters orders levels.
var matters = map[Level]int{LevelInfo: 0, LevelWarning: 1, LevelError: 2}

// Close closes the session's pages and forgets their cookies and storage.
//
//tool:register browser_close
//tool:destructive
//tool:idempotent
//tool:exclusive
//tool:available func=Ready
//tool:dry-run PlanClose
//tool:example {}
func (b *Browser) Close(ctx context.Context, call *runtime.Call) (string, error) {
	id, err := sessionID(call)
	if err != nil {
		return "", err
	}
	if err := b.lock(ctx); err != nil {
		return "", err
	}
	defer b.unlock()
	b.forget(id)
	b.endIfUnused()
	return "closed", nil
}

// PlanClose says what Close would do.
func (b *Browser) PlanClose(_ context.Context, call *runtime.Call) (string, error) {
	if _, err := sessionID(call); err != nil {
		return "", err
	}
	return "would close the session's pages and forget their cookies and storage", nil
}

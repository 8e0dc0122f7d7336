package store_test

import (
	"errors"
	"testing"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
)

// In a direct call of a method, zero arguments have the same meaning as
// missing arguments in a call of a model.
func TestZeroArgumentsMeanDefaults(t *testing.T) {
	s, ctx := newStore(t), t.Context()
	direct := runtime.NewCall(turn(), runtime.ToolCall{})
	change, err := s.WriteMemory(ctx, direct, store.MemoryWriteArgs{Key: "k", Content: "text"})
	if err != nil || change.Scope != store.ScopeDefault || change.Action != store.ActionSet {
		t.Errorf("WriteMemory: %+v, %v", change, err)
	}
	notes, err := s.ReadMemory(ctx, direct, store.MemoryReadArgs{})
	if err != nil || notes.Scope != store.ScopeDefault || len(notes.Notes) != 1 {
		t.Errorf("ReadMemory: %+v, %v", notes, err)
	}
	if _, err := s.AddKanban(ctx, direct, store.KanbanAddArgs{Title: "a"}); err != nil {
		t.Error(err)
	}
	if tickets, err := s.ListKanban(ctx, direct, store.KanbanListArgs{}); err != nil || len(tickets.Result) != 1 ||
		tickets.Result[0].Status != store.TicketBacklog || tickets.Result[0].Priority != store.PriorityMedium {
		t.Errorf("ListKanban: %+v, %v", tickets, err)
	}
	for range 11 {
		if err := s.AppendMessages(ctx, store.Message{Personality: "ada", Session: "past", Role: "user", Text: "hello"}); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := s.SearchSessions(ctx, direct, store.SessionSearchArgs{Query: "hello"}); err != nil || len(r.Messages) != 10 || !r.More {
		t.Errorf("SearchSessions: %+v, %v", r, err)
	}
	_, err = s.ReadMemory(ctx, direct, store.MemoryReadArgs{Scope: "everybody"})
	var refused *runtime.Error
	if !errors.As(err, &refused) || refused.Code != runtime.InputInvalid || refused.Field != "scope" {
		t.Errorf("an unknown scope: %v", err)
	}
}

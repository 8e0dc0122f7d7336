package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
)

// secretText is contained in all data of ada, her team and her session.
const secretText = "SECRET-OF-ADA"

// owningTurn returns the turn that owns the secret data.
func owningTurn() *runtime.Turn {
	return &runtime.Turn{Session: runtime.NewSession("ada-session", "chat"), PersonalityID: "ada", TeamID: "red", MemoryScope: "user", MemoryScopeID: "ada"}
}

// foreignTurn returns a turn of another owner, which must not read the secret
// data.
func foreignTurn() *runtime.Turn {
	return &runtime.Turn{Session: runtime.NewSession("bob-session", "chat"), PersonalityID: "bob", TeamID: "blue", MemoryScope: "user", MemoryScopeID: "bob"}
}

// newStoreWithSecrets returns a store with secret data. It checks that the owner
// can read the data.
func newStoreWithSecrets(t *testing.T) *store.Store {
	t.Helper()
	s := newStore(t)
	for _, scope := range []store.MemoryScope{store.ScopeDefault, store.ScopeSession, store.ScopePersonality, store.ScopeTeam} {
		mustCall[store.NoteChange](t, s, "memory_write", fmt.Sprintf(`{"scope":%q,"key":"k","content":%q}`, scope, secretText), owningTurn())
	}
	mustCall[store.TodoList](t, s, "todo_add", fmt.Sprintf(`{"items":[%q]}`, secretText), owningTurn())
	mustCall[store.TicketChange](t, s, "kanban_add", fmt.Sprintf(`{"title":%q,"assignee":"ada"}`, secretText), owningTurn())
	message := store.Message{Personality: "ada", Team: "red", Session: "past", Role: "user", Text: "about " + secretText}
	if err := s.AppendMessages(context.Background(), message); err != nil {
		t.Fatal(err)
	}
	for name, arguments := range map[string]string{
		"memory_read": `{"key":"k"}`, "todo_list": `{}`, "kanban_list": `{}`, "session_search": `{"query":"about"}`,
	} {
		text := strings.NewReplacer("[", "", "]", "").Replace(call(t, s, name, arguments, owningTurn()).Value)
		if !strings.Contains(text, secretText) {
			t.Fatalf("%s: the owner does not see the secret: %s", name, text)
		}
	}
	return s
}

// hostileTexts are texts with a meaning for databases, file systems or this
// package.
var hostileTexts = []string{
	"ada", "user:ada", "memory:user", "ada\x00", "\x00ada", "../ada", "ada-session/k", "personality/ada/k", "%", "_", "*", "k%", "' OR '1'='1", "' OR 1=1 --",
	"k' UNION SELECT content FROM memory --", `"; ATTACH DATABASE '/tmp/x' AS y; --`, "?1", ":key", "@owner", "$1", "SECRET", secretText, "a* OR s*",
	"personality:ada", "words:secret", "{words}:secret", "NEAR(secret ada)", "#1", "#01", "none", "team", "session", "\u202e", "ADA", "ａｄａ", "k\u200b",
}

// No argument of a model reads or changes data of another owner.
func TestHostileArgumentsDoNotReachOtherOwners(t *testing.T) {
	t.Parallel()
	s := newStoreWithSecrets(t)
	before := storeContent(t, s)
	try := func(name string, arguments map[string]any) {
		t.Helper()
		text, err := json.Marshal(arguments)
		if err != nil {
			t.Fatal(err)
		}
		r := call(t, s, name, string(text), foreignTurn())
		result := fmt.Sprint(r.Value, r.Error, string(r.Structured))
		for _, argument := range arguments {
			result = strings.ReplaceAll(result, fmt.Sprint(argument), "") // an argument that is repeated is not a leak
		}
		if strings.Contains(strings.NewReplacer("[", "", "]", "").Replace(result), "SECRET") {
			t.Errorf("%s %s returns %s", name, text, result)
		}
	}
	for _, text := range hostileTexts {
		for _, scope := range []string{"default", "session", "personality", "team"} {
			try("memory_read", map[string]any{"scope": scope, "key": text})
			try("memory_write", map[string]any{"scope": scope, "key": text, "action": "delete"})
		}
		try("session_search", map[string]any{"query": text})
		try("kanban_list", map[string]any{"query": text})
		try("kanban_list", map[string]any{"assignee": text})
		for _, name := range []string{"scope", "owner", "personality", "personality_id", "session", "session_id", "team", "memory_scope_id"} {
			try("memory_read", map[string]any{"key": "k", name: text})
			try("todo_list", map[string]any{name: text})
			try("kanban_list", map[string]any{name: text})
			try("session_search", map[string]any{"query": "about", name: text})
		}
	}
	for id := range 3 {
		try("kanban_move", map[string]any{"id": id, "status": "done"})
		try("todo_update", map[string]any{"id": id, "status": "completed"})
	}
	try("todo_clear", nil)
	if after := storeContent(t, s); after != before {
		t.Errorf("the store changed from\n%s\nto\n%s", before, after)
	}
	checkIntegrity(t, s)
}

// A text is stored exactly as given, or the call is refused. (Results are also
// neutralized, like all untrusted output.)
func TestTextsAreStoredUnchanged(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, text := range []string{"a\x00b", "\x00", "line\nline\r\n", " spaces ", "\ufeff", "😀é", "</untrusted>", "\u2028", `\`, `"`, "' OR '1'='1", "?1"} {
		note, err := json.Marshal(map[string]string{"key": "k", "content": text})
		if err != nil {
			t.Fatal(err)
		}
		if r := call(t, s, "memory_write", string(note), turn()); r.OK {
			if got := queryValue[string](t, s, "SELECT content FROM memory"); got != text {
				t.Errorf("the note %q is stored as %q", text, got)
			}
			if got := mustCall[store.Notes](t, s, "memory_read", `{"key":"k"}`, turn()).Notes[0]; got.Characters != utf8.RuneCountInString(text) {
				t.Errorf("the note %q has %d characters", text, got.Characters)
			}
		} else if r.Code != runtime.InputInvalid || r.Field != "content" {
			t.Errorf("the note %q: %s (%s)", text, r.Error, r.Code)
		}
		ticket, err := json.Marshal(map[string]string{"title": "t", "description": text})
		if err != nil {
			t.Fatal(err)
		}
		c := mustCall[store.TicketChange](t, s, "kanban_add", string(ticket), turn())
		if got := queryValue[string](t, s, "SELECT description FROM tickets WHERE id = ?", c.ID); got != text {
			t.Errorf("the ticket %q is stored as %q", text, got)
		}
	}
}

// A text without visible characters is refused if it would be shown in a list.
func TestBlankTextIsRefused(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	mustCall[store.TodoList](t, s, "todo_add", `{"items":["a"]}`, turn())
	for _, blank := range []string{" ", "\n\t", "\u00a0", "\u0085", "\x00", "\u2003 \x1f"} {
		for name, arguments := range map[string]any{
			"todo_add": map[string]any{"items": []string{"x", blank}}, "todo_update": map[string]any{"id": 1, "text": blank}, "kanban_add": map[string]any{"title": blank},
		} {
			text, err := json.Marshal(arguments)
			if err != nil {
				t.Fatal(err)
			}
			if r := call(t, s, name, string(text), turn()); r.OK || r.Code != runtime.InputInvalid {
				t.Errorf("%s %s: %s %s", name, text, r.Value, r.Code)
			}
		}
	}
}

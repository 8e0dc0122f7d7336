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

// secret stands in everything that belongs to ada, her team and her session.
const secret = "SECRET-OF-ADA"

// victim is the turn whose things the tests try to read.
func victim() *runtime.Turn {
	return &runtime.Turn{Session: runtime.NewSession("ada-session", "chat"), PersonalityID: "ada", TeamID: "red", MemoryScope: "user", MemoryScopeID: "ada"}
}

// thief is the turn that tries.
func thief() *runtime.Turn {
	return &runtime.Turn{Session: runtime.NewSession("bob-session", "chat"), PersonalityID: "bob", TeamID: "blue", MemoryScope: "user", MemoryScopeID: "bob"}
}

// burgled is a store that holds secrets of the victim, with a control that the
// victim reads them.
func burgled(t *testing.T) *store.Store {
	t.Helper()
	s := fresh(t)
	for _, scope := range []store.MemoryScope{store.ScopeDefault, store.ScopeSession, store.ScopePersonality, store.ScopeTeam} {
		must[store.NoteChange](t, s, "memory_write", fmt.Sprintf(`{"scope":%q,"key":"k","content":%q}`, scope, secret), victim())
	}
	must[store.TodoList](t, s, "todo_add", fmt.Sprintf(`{"items":[%q]}`, secret), victim())
	must[store.TicketChange](t, s, "kanban_add", fmt.Sprintf(`{"title":%q,"assignee":"ada"}`, secret), victim())
	message := store.Message{Personality: "ada", Team: "red", Session: "past", Role: "user", Text: "about " + secret}
	if err := s.AppendMessages(context.Background(), message); err != nil {
		t.Fatal(err)
	}
	for name, arguments := range map[string]string{
		"memory_read": `{"key":"k"}`, "todo_list": `{}`, "kanban_list": `{}`, "session_search": `{"search_query":"about"}`,
	} {
		text := strings.NewReplacer("[", "", "]", "").Replace(call(t, s, name, arguments, victim()).Value)
		if !strings.Contains(text, secret) {
			t.Fatalf("%s: the victim does not see her own: %s", name, text)
		}
	}
	return s
}

// hostile are texts that mean something to databases, files or this package.
var hostile = []string{
	"ada", "user:ada", "memory:user", "ada\x00", "\x00ada", "../ada", "ada-session/k", "personality/ada/k", "%", "_", "*", "k%", "' OR '1'='1", "' OR 1=1 --",
	"k' UNION SELECT content FROM memory --", `"; ATTACH DATABASE '/tmp/x' AS y; --`, "?1", ":key", "@owner", "$1", "SECRET", secret, "a* OR s*",
	"personality:ada", "words:secret", "{words}:secret", "NEAR(secret ada)", "#1", "#01", "none", "team", "session", "\u202e", "ADA", "ａｄａ", "k\u200b",
}

// Nothing that a model writes reads or changes what belongs to others.
func TestNobodySeesWhatOthersHave(t *testing.T) {
	t.Parallel()
	s := burgled(t)
	before := content(t, s)
	try := func(name string, arguments map[string]any) {
		t.Helper()
		text, err := json.Marshal(arguments)
		if err != nil {
			t.Fatal(err)
		}
		r := call(t, s, name, string(text), thief())
		told := fmt.Sprint(r.Value, r.Error, string(r.Structured))
		for _, given := range arguments {
			told = strings.ReplaceAll(told, fmt.Sprint(given), "") // what it was asked with is no news
		}
		if strings.Contains(strings.NewReplacer("[", "", "]", "").Replace(told), "SECRET") {
			t.Errorf("%s %s tells %s", name, text, told)
		}
	}
	for _, text := range hostile {
		for _, scope := range []string{"default", "session", "personality", "team"} {
			try("memory_read", map[string]any{"scope": scope, "key": text})
			try("memory_write", map[string]any{"scope": scope, "key": text, "action": "delete"})
		}
		try("session_search", map[string]any{"search_query": text})
		try("kanban_list", map[string]any{"query": text})
		try("kanban_list", map[string]any{"assignee": text})
		for _, name := range []string{"scope", "owner", "personality", "personality_id", "session", "session_id", "team", "memory_scope_id"} {
			try("memory_read", map[string]any{"key": "k", name: text})
			try("todo_list", map[string]any{name: text})
			try("kanban_list", map[string]any{name: text})
			try("session_search", map[string]any{"search_query": "about", name: text})
		}
	}
	for id := range 3 {
		try("kanban_move", map[string]any{"id": id, "status": "done"})
		try("todo_update", map[string]any{"id": id, "status": "completed"})
	}
	try("todo_clear", nil)
	if after := content(t, s); after != before {
		t.Errorf("it was changed\n%s\nto\n%s", before, after)
	}
	intact(t, s)
}

// What is kept is kept as it was written, or refused: nothing is cut in silence.
// (What a tool answers is also neutralized, like all that is not trusted.)
func TestTextsAreKeptAsTheyWere(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	for _, text := range []string{"a\x00b", "\x00", "line\nline\r\n", " spaces ", "\ufeff", "😀é", "</untrusted>", "\u2028", `\`, `"`, "' OR '1'='1", "?1"} {
		note, err := json.Marshal(map[string]string{"key": "k", "content": text})
		if err != nil {
			t.Fatal(err)
		}
		if r := call(t, s, "memory_write", string(note), turn()); r.OK {
			if got := query[string](t, s, "SELECT content FROM memory"); got != text {
				t.Errorf("the note %q is kept as %q", text, got)
			}
			if got := must[store.Notes](t, s, "memory_read", `{"key":"k"}`, turn()).Notes[0]; got.Characters != utf8.RuneCountInString(text) {
				t.Errorf("the note %q has %d characters", text, got.Characters)
			}
		} else if r.Code != runtime.InputInvalid || r.Field != "content" {
			t.Errorf("the note %q: %s (%s)", text, r.Error, r.Code)
		}
		ticket, err := json.Marshal(map[string]string{"title": "t", "description": text})
		if err != nil {
			t.Fatal(err)
		}
		c := must[store.TicketChange](t, s, "kanban_add", string(ticket), turn())
		if got := query[string](t, s, "SELECT description FROM tickets WHERE id = ?", c.ID); got != text {
			t.Errorf("the ticket %q is kept as %q", text, got)
		}
	}
}

// What has nothing to see is refused where it would stand in a list.
func TestBlank(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	must[store.TodoList](t, s, "todo_add", `{"items":["a"]}`, turn())
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

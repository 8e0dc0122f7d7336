package store_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/store"
	"github.com/toolgen/toolgen/runtime"
)

// searchSnippets returns the snippets that a search finds, in their order.
func searchSnippets(t testing.TB, s *store.Store, words string, in *runtime.Turn) (snippets []string) {
	t.Helper()
	arguments, err := json.Marshal(map[string]any{"query": words})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range mustCall[store.SearchResult](t, s, "session_search", string(arguments), in).Messages {
		snippets = append(snippets, f.Snippet)
	}
	return snippets
}

func TestSearchWordsAndPhrases(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	appendMessages(t, s,
		"The parser lost comments in version two",
		"We deployed the parser on Friday",
		"Crème brûlée for everyone",
		"東京タワーの高さは三百三十三メートルです",
		"서울에서 만나요",
		"ฉันรักภาษาไทยมาก",
		"हिन्दी भाषा अच्छी है",
		"see internal/gen/emit.go line 12",
		"a\x00b nul inside",
		"Straße und Ärger",
	)
	for _, test := range []struct {
		reason, query string
		want          []string
	}{
		{"several words, in another order and case", "VERSION parser", []string{"The [parser] lost comments in [version] two"}},
		{"the beginning of a word without a star", "deploy", nil},
		{"the beginning of a word with a star", "deploy*", []string{"We [deployed] the parser on Friday"}},
		{"a phrase", `"lost comments"`, []string{"The parser [lost comments] in version two"}},
		{"a phrase in another order", `"comments lost"`, nil},
		{"a quote that is not closed", `"lost comments`, []string{"The parser [lost comments] in version two"}},
		{"a text with accents", "creme brulee", []string{"[Crème] [brûlée] for everyone"}},
		{"a query with accents", "fríday", []string{"We deployed the parser on [Friday]"}},
		{"a part of a Japanese text", "タワー", []string{"東京[タワー]の高さは三百三十三メートルです"}},
		{"a single Japanese character", "高", []string{"東京タワーの[高]さは三百三十三メートルです"}},
		{"Japanese characters that are not adjacent", "東高", nil},
		{"two Japanese words", "東京 高さ", []string{"[東京]タワーの[高さ]は三百三十三メートルです"}},
		{"a Korean word without its ending", "서울", []string{"[서울]에서 만나요"}},
		{"a part of a Thai text", "ภาษา", []string{"ฉันรัก[ภาษา]ไทยมาก"}},
		{"Thai letters in another order", "ษภา", nil},
		{"Hindi, with vowels that are marks", "भाषा", []string{"हिन्दी [भाषा] अच्छी है"}},
		{"a part of a path", "gen/emit.go", []string{"see internal/[gen/emit.go] line 12"}},
		{"NUL in the text and in the query", "nul\x00inside", []string{"a\uFFFDb [nul] [inside]"}},
		{"an FTS5 operator", "parser OR comments", nil},
		{"an FTS5 column filter", "words:parser", nil},
		{"ß is not the same as ss", "strasse", nil},
		{"a German word without its accent", "arger", []string{"Straße und [Ärger]"}},
	} {
		if got := searchSnippets(t, s, test.query, turn()); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q found %q, want %q", test.reason, test.query, got, test.want)
		}
	}
	checkIntegrity(t, s)
}

// Operators of FTS5 and SQL in a query cause no error and have no effect.
func TestSearchHostileQueries(t *testing.T) {
	s := newStore(t)
	appendMessages(t, s, "one near two")
	for _, query := range []string{`"`, `""`, `*`, `NEAR(`, `NEAR(one two)`, `words:`, `-one`, `^one`, `one AND`, `NOT one`, `(one`, `{a b}:c`,
		"😀", "\x00", `one*two`, `**`, `"one"*`, `one"two`, `'one'`, `; DROP TABLE messages`, `\`, strings.Repeat("(", 500),
		strings.Repeat("a ", 250), strings.Repeat(`"a`, 250), `"` + strings.Repeat("a ", 249), strings.Repeat("高", 500), "one\u200b", "\u0301"} {
		arguments, err := json.Marshal(map[string]any{"query": query})
		if err != nil {
			t.Fatal(err)
		}
		if r := call(t, s, "session_search", string(arguments), turn()); !r.OK && (r.Code != runtime.InputInvalid || r.Field != "query") {
			t.Errorf("%q: %s (%s)", query, r.Error, r.Code)
		}
	}
	if got := searchSnippets(t, s, `^one -"two`, turn()); len(got) != 1 {
		t.Errorf("a query of words and signs found %q", got)
	}
}

// A search finds only past sessions of the same personality and team.
func TestSearchIsLimitedToPersonalityAndTeam(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, m := range []store.Message{
		{Personality: "ada", Session: "past"},
		{Personality: "ada", Session: "s1"},
		{Personality: "ada", Session: "other", Team: "red"},
		{Personality: "bob", Session: "past"},
	} {
		m.Role, m.Text = "user", fmt.Sprintf("needle of %s in %s, %s", m.Personality, m.Session, m.Team)
		if err := s.AppendMessages(context.Background(), m); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		reason string
		turn   runtime.Turn
		want   []string
	}{
		{"the current session is excluded", *turn(), []string{"[needle] of ada in past,"}},
		{"only sessions of the team", runtime.Turn{PersonalityID: "ada", TeamID: "red"}, []string{"[needle] of ada in other, red"}},
		{"another personality", runtime.Turn{PersonalityID: "bob"}, []string{"[needle] of bob in past,"}},
		{"a personality without messages", runtime.Turn{PersonalityID: "eve"}, nil},
		{"ids are case-sensitive", runtime.Turn{PersonalityID: "ADA"}, nil},
	} {
		if got := searchSnippets(t, s, "needle", &test.turn); !slices.Equal(got, test.want) {
			t.Errorf("%s: found %q, want %q", test.reason, got, test.want)
		}
	}
	if err := s.DeleteSession(context.Background(), "ada", "", "past"); err != nil {
		t.Fatal(err)
	}
	if got := searchSnippets(t, s, "needle", turn()); len(got) != 0 {
		t.Errorf("a deleted session is found: %q", got)
	}
	if n := queryValue[int](t, s, "SELECT count(*) FROM messages"); n != 3 {
		t.Errorf("%d messages are left, want 3", n)
	}
	checkIntegrity(t, s)
}

// DeleteSession deletes the messages, notes and list of one session, and
// nothing else.
func TestDeleteSession(t *testing.T) {
	s := newStore(t)
	other := turn()
	other.Session = runtime.NewSession("other", "")
	for _, turn := range []*runtime.Turn{turn(), other} {
		mustCall[store.NoteChange](t, s, "memory_write", `{"scope":"session","key":"k","content":"private"}`, turn)
		mustCall[store.TodoList](t, s, "todo_add", `{"items":["private"]}`, turn)
	}
	mustCall[store.NoteChange](t, s, "memory_write", `{"scope":"personality","key":"k","content":"kept"}`, turn())
	if err := s.DeleteSession(context.Background(), "ada", "", turn().Session.ID()); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reason  string
		turn    *runtime.Turn
		present bool
	}{{"the session", turn(), false}, {"another one", other, true}} {
		note := call(t, s, "memory_read", `{"scope":"session","key":"k"}`, test.turn)
		list := call(t, s, "todo_list", `{}`, test.turn)
		if note.OK != test.present || strings.Contains(list.Value, "private") != test.present {
			t.Errorf("%s: the note is %q (%s), the list %q", test.reason, note.Value, note.Error, list.Value)
		}
	}
	if note := call(t, s, "memory_read", `{"scope":"personality","key":"k"}`, turn()); !note.OK {
		t.Errorf("the note of the personality was deleted: %s", note.Error)
	}
	checkIntegrity(t, s)
}

func TestSearchByTimeAndLimit(t *testing.T) {
	s := newStore(t)
	for day := range 5 {
		at := newYear.AddDate(0, 0, day).Add(12 * time.Hour)
		if err := s.AppendMessages(context.Background(), store.Message{Personality: "ada", Session: "past", Role: "user", Time: at, Text: fmt.Sprintf("needle %d", day+1)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ reason, arguments, want string }{
		{"all", `{"query":"needle"}`, "12345"},
		{"both days are included", `{"query":"needle","since":"2026-01-02","until":"2026-01-04"}`, "234"},
		{"a time is exact", `{"query":"needle","since":"2026-01-02T12:00:00Z","until":"2026-01-03T12:00:00Z"}`, "23"},
		{"a second too late and a second too early", `{"query":"needle","since":"2026-01-02T12:00:01Z","until":"2026-01-03T11:59:59Z"}`, ""},
		{"a time with an offset", `{"query":"needle","until":"2026-01-01T13:00:00+01:00"}`, "1"},
		{"a single day", `{"query":"needle","since":"2026-01-04","until":"2026-01-04"}`, "4"},
		{"a limit", `{"query":"needle","limit":2}`, "12+"},
		{"a limit equal to the number of messages", `{"query":"needle","limit":5}`, "12345"},
	} {
		r := mustCall[store.SearchResult](t, s, "session_search", test.arguments, turn())
		got := ""
		for _, f := range r.Messages {
			got += strings.TrimPrefix(f.Snippet, "[needle] ")
		}
		if r.More {
			got += "+"
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.reason, got, test.want)
		}
	}
}

// The best match comes first. The result is numbered and fenced.
func TestSearchRanking(t *testing.T) {
	s := newStore(t)
	appendMessages(t, s, "a long text about many things, gardens, weather, trains, food and, once, the compiler", "compiler, compiler and compiler", "nothing of the sort")
	r := call(t, s, "session_search", `{"query":"compiler"}`, turn())
	want := "1. 2026-01-01T00:00:00Z, user in session past:\n   [compiler], [compiler] and [compiler]\n2. 2026-01-01T00:00:00Z, user in session past:\n   a long text"
	if got := withoutFence(r.Value); !strings.HasPrefix(got, want) || !strings.HasPrefix(r.Value, `<untrusted source="compiler"`) {
		t.Errorf("the result is\n%s", r.Value)
	}
	if r := call(t, s, "session_search", `{"query":"absent"}`, turn()); !r.OK || !strings.Contains(r.Value, "No message") {
		t.Errorf("nothing found: %v", r)
	}
}

// Neither long words nor many matches make a snippet too long.
func TestSnippetsOfHugeMessages(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	appendMessages(t, s, strings.Repeat("x", 100_000), "needle "+strings.Repeat("y", 100_000), strings.Repeat("字", 80_000),
		strings.Repeat("abcdefghij ", store.MaxMessageBytes/11), strings.Repeat("far away ", 1000)+"two wanted here"+strings.Repeat(" and far again", 1000))
	prefixes := ""
	for i := range 10 {
		prefixes += "abcdefghij"[:i+1] + "* "
	}
	for _, query := range []string{"x*", "needle", "字", prefixes, "two wanted"} {
		got := searchSnippets(t, s, query, turn())
		if len(got) != 1 || utf8.RuneCountInString(got[0]) > 2*store.SnippetBytes {
			t.Errorf("%s: found %d, the first of %d bytes", query, len(got), len(strings.Join(got, "")))
		}
	}
	if got := searchSnippets(t, s, "two wanted", turn())[0]; !strings.Contains(got, "away [two] [wanted] here and far") || !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "…") {
		t.Errorf("the snippet is %q", got)
	}
}

func TestSnippet(t *testing.T) {
	accents := strings.Repeat("é", 300)
	for _, test := range []struct{ reason, query, text, want string }{
		{"a short text", "two", "one two three", "one [two] three"},
		{"line breaks", "two", "one\n\ntwo\tthree", "one [two] three"},
		{"a text without the term", "x", "one", "one"},
		{"the part with the most terms", "a b c", "a " + strings.Repeat("x", 600) + " b c y", "…" + strings.Repeat("x", 79) + " [b] [c] y"},
		{"no character is cut", "a", accents + " a " + accents, "…" + strings.Repeat("é", 39) + " [a] " + strings.Repeat("é", 159) + "…"},
		{"a word longer than a snippet", "x*", strings.Repeat("x", 500), "[" + strings.Repeat("x", 400) + "]…"},
		{"terms that overlap", `"one two" "two three" one`, "one two three", "[one two][ three]"},
		{"decomposed accents", "resume", "my re\u0301sume\u0301", "my [re\u0301sume\u0301]"},
		{"a phrase longer than the text", `"two three four"`, "two three", "two three"},
	} {
		got, err := store.Snippet(test.query, test.text)
		if err != nil {
			t.Fatal(err)
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.reason, got, test.want)
		}
	}
}

func TestInvalidMessagesAreRefused(t *testing.T) {
	s := newStore(t)
	good := store.Message{Personality: "ada", Session: "past", Role: "user", Text: "needle"}
	for _, test := range []struct {
		reason string
		edit   func(*store.Message)
	}{
		{"no personality", func(m *store.Message) { m.Personality = "" }},
		{"no session", func(m *store.Message) { m.Session = "" }},
		{"a year above 9999", func(m *store.Message) { m.Time = newYear.AddDate(8000, 0, 0) }},
		{"no role", func(m *store.Message) { m.Role = "" }},
		{"too long", func(m *store.Message) { m.Text = strings.Repeat("x", store.MaxMessageBytes+1) }},
	} {
		bad := good
		test.edit(&bad)
		if err := s.AppendMessages(context.Background(), good, bad); err == nil {
			t.Errorf("%s: the message was recorded", test.reason)
		}
	}
	if n := queryValue[int](t, s, "SELECT count(*) FROM messages"); n != 0 {
		t.Errorf("%d messages of refused calls were recorded", n)
	}
	good.Text = "invalid \xff needle"
	if err := s.AppendMessages(context.Background(), good); err != nil {
		t.Error(err)
	}
	if got := searchSnippets(t, s, "needle", turn()); !slices.Equal(got, []string{"invalid \uFFFD [needle]"}) {
		t.Errorf("found %q", got)
	}
}

// Every query that parseQuery accepts is valid in FTS5.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{`a "b c" d*`, `"`, `NEAR(a b, 2)`, "東京*", "a\x00b", `""*`, "\u0301a", "😀 x", "İ", "ǆ ß", "Ⅷ²"} {
		f.Add(seed, "a b c d 東京")
		f.Add(seed, seed)
	}
	s := newStore(f)
	f.Fuzz(func(t *testing.T, query, text string) {
		expression, err := store.MatchExpression(query)
		if err != nil {
			return
		}
		if _, err := store.Snippet(query, text); err != nil {
			t.Error(err)
		}
		if _, err := s.DB().Exec("SELECT rowid FROM message_search WHERE message_search MATCH ?", expression); err != nil {
			t.Errorf("%q became %q: %v", query, expression, err)
		}
	})
}

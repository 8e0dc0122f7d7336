package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// SessionSearchArgs are the arguments of session_search.
type SessionSearchArgs struct {
	// Words that must all occur, a "quoted phrase" or the beginning of words: deploy*.
	Query string `json:"query" jsonschema:"minLength=1,maxLength=500" tool:"alias=search,alias=q,alias=text,alias=keywords"`
	// A date or a time, such as 2026-01-31.
	Since TimeOrDate `json:"since,omitzero"`
	// A date includes its whole day.
	Until TimeOrDate `json:"until,omitzero"`
	Limit int        `json:"limit,omitzero" jsonschema:"minimum=1,maximum=50,default=10" tool:"alias=max_results"`
}

// defaultLimit is the default of SessionSearchArgs.Limit.
const defaultLimit = 10

// Validate returns an error if Since is after Until.
func (a *SessionSearchArgs) Validate() error {
	if since, until := a.period(); since > until {
		return texts.Invalid("since", "must not be after until")
	}
	return nil
}

// FoundMessage is a message that session_search found.
type FoundMessage struct {
	Session string    `json:"session"`
	Time    time.Time `json:"time"`
	Role    string    `json:"role"`
	// Snippet is the part of the text with the most search terms, which are
	// marked by [ ].
	Snippet string `json:"snippet"`
}

// SearchResult is the result of session_search, with the best match first.
type SearchResult struct {
	Messages []FoundMessage `json:"messages"`
	// More reports whether there are more messages than the limit.
	More bool `json:"more"`
}

// OwnText reports that nothing was found: the text then has no third-party text.
func (r SearchResult) OwnText() bool { return len(r.Messages) == 0 }

// String returns a numbered list of the messages.
func (r SearchResult) String() string {
	if len(r.Messages) == 0 {
		return "No message in past sessions matches; use fewer words, or the beginning of a word, such as deploy*."
	}
	var out strings.Builder
	for i, f := range r.Messages {
		fmt.Fprintf(&out, "%d. %s, %s in session %s:\n   %s\n", i+1, f.Time.Format(time.RFC3339), f.Role, f.Session, f.Snippet)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// ResultNote says that there are more messages.
func (r SearchResult) ResultNote() string {
	if r.More {
		return "There are more messages: use more words, or increase limit."
	}
	return ""
}

// SearchSessions searches the messages of past sessions and returns the best matches first.
//
//tool:register session_search
//tool:toolset sessions
//tool:read-only
//tool:concurrent
//tool:untrusted-output source=query
//tool:max-result-chars 20000
//tool:timeout 30s
//tool:example {"query": "release \"version 2\"", "since": "2026-01-31", "limit": 5}
//tool:example {"query": "deploy*", "until": "2026-01-31T08:00:00Z"}
func (s *Store) SearchSessions(ctx context.Context, call *runtime.Call, args SessionSearchArgs) (*SearchResult, error) {
	personality, err := s.personalityOwner(call)
	if err != nil {
		return nil, err
	}
	terms, err := parseQuery("query", args.Query)
	if err != nil {
		return nil, err
	}
	args.Limit = cmp.Or(args.Limit, defaultLimit)
	since, until := args.period()
	r := &SearchResult{}
	redact := func(text string) string { return call.Excerpt(text, 0, len(text)) }
	scan := func(rows *sql.Rows, f *FoundMessage) error { return scanMessage(rows, f, terms, redact) }
	err = s.read(ctx, func(tx *sql.Tx) (err error) {
		r.Messages, err = queryAll(ctx, tx, scan, searchSQL, matchExpression(terms), personality.id, call.TeamID(), call.Session().ID(), since, until, args.Limit+1)
		return err
	})
	if err != nil {
		return nil, err
	}
	if r.More = len(r.Messages) > args.Limit; r.More {
		r.Messages = r.Messages[:args.Limit]
	}
	return r, nil
}

// period returns the first and the last moment to search, in milliseconds since
// 1970.
func (a SessionSearchArgs) period() (since, until int64) {
	since, until = math.MinInt64, math.MaxInt64
	if !a.Since.IsZero() {
		since = a.Since.from.UnixMilli()
	}
	if !a.Until.IsZero() {
		until = a.Until.last().UnixMilli()
	}
	return since, until
}

// searchSQL uses CROSS JOIN so that SQLite reads the search index first.
const searchSQL = `SELECT s.id, m.written_at, m.role, m.text
	FROM message_search CROSS JOIN messages m ON m.id = message_search.rowid CROSS JOIN sessions s ON s.number = m.session
	WHERE message_search MATCH ? AND s.personality = ? AND s.team = ? AND s.id <> ?
		AND m.written_at BETWEEN ? AND ?
	ORDER BY rank LIMIT ?`

// scanMessage reads a row of searchSQL.
func scanMessage(rows *sql.Rows, f *FoundMessage, terms []term, redact func(string) string) error {
	var written int64
	var text string
	if err := rows.Scan(&f.Session, &written, &f.Role, &text); err != nil {
		return err
	}
	f.Time, f.Snippet = timeFromMillis(written), snippet(text, terms, redact)
	return nil
}

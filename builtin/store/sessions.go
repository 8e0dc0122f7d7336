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

// SessionSearchArgs selects messages.
type SessionSearchArgs struct {
	// Up to 20 words that must all occur, in any order. A "quoted phrase" must occur as it stands, and deploy* finds every word that begins like it.
	SearchQuery string `json:"search_query" jsonschema:"minLength=1,maxLength=500"`
	// Only messages from then on: a date such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z.
	Since When `json:"since,omitzero" jsonschema:"example=2026-01-31"`
	// Only messages up to then; of a date, the whole day.
	Until When `json:"until,omitzero" jsonschema:"example=2026-02-28"`
	// How many messages to return at most, the best first.
	Limit int `json:"limit,omitzero" jsonschema:"minimum=1,maximum=50,default=10"`
}

// defaultLimit is limit where it is left out.
const defaultLimit = 10

// Validate holds the two times together.
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
	// Snippet is the part of its text where the words are, which stand in [ ].
	Snippet string `json:"snippet"`
}

// SearchResult is what session_search answers, the best first.
type SearchResult struct {
	Messages []FoundMessage `json:"messages"`
	// More says that there are more than the limit allowed.
	More bool `json:"more"`
}

// String numbers the messages.
func (r SearchResult) String() string {
	if len(r.Messages) == 0 {
		return "No message of past sessions has all of that; try fewer words, or the beginning of one, such as deploy*."
	}
	var out strings.Builder
	for i, f := range r.Messages {
		fmt.Fprintf(&out, "%d. %s, %s in session %s:\n   %s\n", i+1, f.Time.Format(time.RFC3339), f.Role, f.Session, f.Snippet)
	}
	if r.More {
		out.WriteString("There are more: narrow the search, or raise limit.")
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// SearchSessions finds what was said in past sessions, by words, phrases and
// time, the best match first. The present session is left out.
//
//tool:register session_search
//tool:toolset sessions
//tool:read-only
//tool:concurrent
//tool:untrusted-output source=search_query
//tool:max-result-chars 20000
//tool:timeout 30s
//tool:example {"search_query": "release \"version 2\"", "since": "2026-01-31", "limit": 5}
//tool:example {"search_query": "deploy*", "until": "2026-01-31T08:00:00Z"}
func (s *Store) SearchSessions(ctx context.Context, call *runtime.Call, args SessionSearchArgs) (*SearchResult, error) {
	personality, err := s.personalityOf(call)
	if err != nil {
		return nil, err
	}
	terms, err := parseQuery(args.SearchQuery)
	if err != nil {
		return nil, err
	}
	args.Limit = cmp.Or(args.Limit, defaultLimit)
	since, until := args.period()
	r := &SearchResult{}
	scan := func(rows *sql.Rows, f *FoundMessage) error { return scanMessage(rows, f, terms) }
	err = s.read(ctx, func(tx *sql.Tx) (err error) {
		r.Messages, err = collect(ctx, tx, scan, searchSQL, match(terms), personality.id, call.TeamID(), call.Session().ID(), since, until, args.Limit+1)
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

// period is the time to search, in milliseconds, both ends included.
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

// searchSQL joins in the order written: the index first, then what it found.
const searchSQL = `SELECT s.id, m.written_at, m.role, m.text
	FROM message_search CROSS JOIN messages m ON m.id = message_search.rowid CROSS JOIN sessions s ON s.number = m.session
	WHERE message_search MATCH ? AND s.personality = ? AND s.team = ? AND s.id <> ?
		AND m.written_at BETWEEN ? AND ?
	ORDER BY rank LIMIT ?`

func scanMessage(rows *sql.Rows, f *FoundMessage, terms []term) error {
	var written int64
	var text string
	if err := rows.Scan(&f.Session, &written, &f.Role, &text); err != nil {
		return err
	}
	f.Time, f.Snippet = moment(written), snippet(text, terms)
	return nil
}

package protocol

import "context"

// Mode says what a search returns.
type Mode string

// The modes of a search.
const (
	ModeLines Mode = "lines" // matching lines
	ModeFiles Mode = "files" // names of matching files
)

// SearchArgs are the arguments of the tools.
type SearchArgs struct {
	// Regular expression to search for.
	Pattern string `json:"pattern" jsonschema:"minLength=1,maxLength=500"`
	// What to return.
	Mode Mode `json:"mode,omitempty"`
	// Directory to search, relative to the root.
	Directory string `json:"directory,omitempty" jsonschema:"maxLength=1000"`
	// Globs of the files to include.
	Include []string `json:"include,omitempty" jsonschema:"maxItems=20"`
	// Maximum number of matches.
	Limit int `json:"limit,omitempty" jsonschema:"minimum=1,maximum=1000"`
	// Match case exactly.
	Exact bool `json:"exact,omitempty"`
}

// Match is a line that matches.
type Match struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Matches is the result of a search.
type Matches struct {
	Matches  []Match `json:"matches"`
	Total    int     `json:"total"`
	Complete bool    `json:"complete"`
}

// arguments are the arguments of all calls.
var arguments = SearchArgs{
	Pattern: `func \(\w+ \*?(Store|Registry|Session)\) \w+Handler\(`, Mode: ModeLines, Directory: "internal/server/http",
	Include: []string{"*.go", "*.tmpl", "testdata/**/*.golden", "docs/**/*.md"}, Limit: 250, Exact: true,
}

// found is the result of all searches.
var found = func() *Matches {
	m := &Matches{Total: 10, Complete: true}
	for i := range m.Total {
		m.Matches = append(m.Matches, Match{"internal/server/http/handlers/list.go", 17 * (i + 1), "func (s *Store) listHandler(w http.ResponseWriter, r *http.Request) {"})
	}
	return m
}()

// Search returns ten matches, as structured content.
//
//tool:register search
//tool:read-only
func Search(context.Context, SearchArgs) (*Matches, error) { return found, nil }

// Title returns its pattern, as a text.
//
//tool:register title
//tool:read-only
func Title(_ context.Context, args SearchArgs) (string, error) { return args.Pattern, nil }

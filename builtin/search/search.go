package search

import (
	"cmp"
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Args says what to look for, and where.
type Args struct {
	// The text that a line must hold, such as "func main(", or a regular expression if regexp is true.
	SearchQuery string `json:"search_query" jsonschema:"minLength=1,maxLength=1000"`
	// The directory to search, with all below it, such as "src". The working directory by default.
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// Only files whose name matches, such as "*.go" or "*.{ts,tsx}"; with a slash, whose path below dir does, such as "cmd/**/*_test.go".
	Glob string `json:"glob,omitzero" jsonschema:"maxLength=500"`
	// Takes search_query for a regular expression (RE2 syntax), such as "type \w+ struct".
	Regexp bool `json:"regexp,omitzero"`
	// Takes capital and small letters for the same.
	IgnoreCase bool `json:"ignore_case,omitzero"`
	// How many lines to show before and after each match.
	ContextLines int `json:"context_lines,omitzero" jsonschema:"minimum=0,maximum=10,default=0"`
	// How many matching lines to return at most.
	MaxResults int `json:"max_results,omitzero" jsonschema:"minimum=1,maximum=1000,default=100"`
}

// Limits of one search. Each stops it with what was found by then.
const (
	// maxEntries is how many files and directories are listed.
	maxEntries = 1_000_000
	// maxBytes is how much is read of files.
	maxBytes = 8 << 30
	// maxTime is how long it takes.
	maxTime = 30 * time.Second
)

// defaultResults is max_results where it is left out.
const defaultResults = 100

// Search finds lines by text or regular expression, as path:line: text. It
// leaves out binary files and those in .gitignore.
//
//tool:register search_files
//tool:toolset search
//tool:title Search files
//tool:read-only
//tool:idempotent
//tool:untrusted-output source=dir
//tool:max-result-chars 40000
//tool:timeout 1m
//tool:example {"search_query": "func main(", "glob": "*.go"}
//tool:example {"search_query": "TODO|FIXME", "dir": "src", "regexp": true, "context_lines": 2}
func Search(ctx context.Context, call *runtime.Call, files capability.FS, args Args) (*Result, error) {
	return search(ctx, files, call.WorkingDir(), &args, limits{
		entries: maxEntries, bytes: maxBytes, time: maxTime, size: room(call.Budget(), args.Dir),
	})
}

// search is Search with limits of a test's choice.
func search(ctx context.Context, files capability.FS, workingDir string, args *Args, l limits) (*Result, error) {
	args.MaxResults = cmp.Or(args.MaxResults, defaultResults)
	m, err := newMatcher(args)
	if err != nil {
		return nil, err
	}
	w, err := newWalk(files, start{args.Dir, workingDir, args.Glob}, l.entries)
	if err != nil {
		return nil, err
	}
	found, err := newHunt(w, m, args, l).run(ctx)
	if err == nil && len(found.Matches) == 0 {
		found.Hint = hint(args)
	}
	return found, err
}

// limits are where a search or a list stops.
type limits struct {
	entries int
	bytes   int64
	time    time.Duration
	size    int // of what was found, in code points
}

// deadline is when it stops, early enough for the call's own deadline to leave
// time for the answer.
func (l *limits) deadline(ctx context.Context) time.Time {
	now := time.Now()
	at := now.Add(l.time)
	if end, ok := ctx.Deadline(); ok {
		if early := now.Add(end.Sub(now) * 9 / 10); early.Before(at) {
			return early
		}
	}
	return at
}

package search

import (
	"cmp"
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Args are the arguments of search_files.
type Args struct {
	// The text to find in a line, such as "func main(", or a regular expression if regexp is true.
	SearchQuery string `json:"search_query" jsonschema:"minLength=1,maxLength=1000"`
	// The directory to search recursively, such as "src". The default is the working directory.
	Dir string `json:"dir,omitzero" jsonschema:"default=."`
	// Only files whose name matches, such as "*.go" or "*.{ts,tsx}". A glob with a slash matches the path below dir, such as "cmd/**/*_test.go".
	Glob string `json:"glob,omitzero" jsonschema:"maxLength=500"`
	// Whether search_query is a regular expression (RE2 syntax), such as "type \w+ struct".
	Regexp bool `json:"regexp,omitzero"`
	// Whether to ignore the case of letters.
	IgnoreCase bool `json:"ignore_case,omitzero"`
	// The number of lines to show before and after each match.
	ContextLines int `json:"context_lines,omitzero" jsonschema:"minimum=0,maximum=10,default=0"`
	// The maximum number of matching lines to return.
	MaxResults int `json:"max_results,omitzero" jsonschema:"minimum=1,maximum=1000,default=100"`
}

// The limits of one search. A search that reaches a limit returns its matches so far.
const (
	// maxSearchedEntries is the maximum number of files and directories that
	// are read from directories.
	maxSearchedEntries = 1_000_000
	// maxReadBytes is the maximum number of bytes that are read from files.
	maxReadBytes = 8 << 30
	// maxTime is the maximum duration.
	maxTime = 30 * time.Second
)

// defaultResults is the default of Args.MaxResults.
const defaultResults = 100

// Search finds lines by text or regular expression, as path:line: text. It
// leaves out binary files and the files that .gitignore excludes.
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
		entries: maxSearchedEntries, bytes: maxReadBytes, time: maxTime, size: resultLimit(call.Budget(), args.Dir),
	})
}

// search is Search with limits, which tests choose.
func search(ctx context.Context, files capability.FS, workingDir string, args *Args, l limits) (*Result, error) {
	args.MaxResults = cmp.Or(args.MaxResults, defaultResults)
	m, err := newMatcher(args)
	if err != nil {
		return nil, err
	}
	w, err := newWalk(files, walkStart{args.Dir, workingDir, args.Glob}, l.entries)
	if err != nil {
		return nil, err
	}
	found, err := newSearchRun(w, m, args, l).run(ctx)
	if err == nil && len(found.Matches) == 0 {
		found.Hint = emptyResultHint(args)
	}
	return found, err
}

// limits are the limits of a search or a list.
type limits struct {
	entries int
	bytes   int64
	time    time.Duration
	size    int // of the text of the result, in code points
}

// deadline returns the time when the search stops. It is before the call's own
// deadline, so that there is time to return the result.
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

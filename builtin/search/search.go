package search

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Mode is what a search returns.
type Mode string

// The modes of a search.
const (
	Lines  Mode = "lines"
	Counts Mode = "counts"
)

// Args are the arguments of search_files.
type Args struct {
	Query string `json:"query" tool:"alias=search_query,alias=pattern,alias=text,alias=q,alias=search,alias=search_term,alias=search_pattern,alias=keyword"`
	// A directory or a file.
	Path string `json:"path,omitzero" jsonschema:"default=." tool:"alias=dir,alias=directory,alias=folder,alias=file_path,alias=file,alias=target_directory"`
	// Such as "*.{ts,tsx}" or "cmd/**/*_test.go".
	Glob string `json:"glob,omitzero" tool:"alias=include,alias=include_pattern,alias=file_pattern,alias=includes"`
	// Globs, separated by commas.
	Exclude string `json:"exclude,omitzero" tool:"alias=exclude_pattern,alias=excludes,alias=ignore"`
	// query is an RE2 expression.
	Regexp       bool `json:"regexp,omitzero" tool:"alias=is_regex,alias=is_regexp,alias=use_regex,alias=regex"`
	IgnoreCase   bool `json:"ignore_case,omitzero" tool:"alias=case_insensitive,alias=case_insensitive_search"`
	ContextLines int  `json:"context_lines,omitzero" jsonschema:"maximum=10" tool:"alias=context,alias=context_size"`
	// Matching lines, or files for counts.
	MaxResults int `json:"max_results,omitzero" jsonschema:"maximum=1000,default=100" tool:"alias=head_limit,alias=limit,alias=max_matches,alias=max_count"`
	// Matching lines, or their number per file.
	Mode Mode `json:"mode,omitzero" tool:"alias=output_mode"`
	// Where an earlier search ended, such as "src/main.go:12".
	After string `json:"after,omitzero"`
}

// maxQuery is the maximum length of a query, in bytes.
const maxQuery = 1000

// Validate returns an error for a query that is empty or too long, and for negative
// numbers.
func (a *Args) Validate() (err error) {
	switch {
	case a.Query == "":
		err = texts.Invalid("query", "must not be empty")
	case len(a.Query) > maxQuery:
		err = texts.Invalid("query", "must have at most %d bytes, got %d", maxQuery, len(a.Query))
	}
	return errors.Join(err, notBelow("context_lines", a.ContextLines, 0), notBelow("max_results", a.MaxResults, 1))
}

// notBelow returns an error if an argument is less than its minimum.
func notBelow(argument string, got, minimum int) error {
	if got >= minimum {
		return nil
	}
	return texts.Invalid(argument, "must be at least %d, got %d", minimum, got)
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

// defaultResults and maxMaxResults are the default and the maximum of
// Args.MaxResults.
const defaultResults, maxMaxResults = 100, 1000

// Search finds lines with a text. It leaves out binary files and files that
// .gitignore excludes.
//
//tool:register search_files
//tool:toolset search
//tool:title Search files
//tool:read-only
//tool:idempotent
//tool:untrusted-output source=path
//tool:max-result-chars 40000
//tool:timeout 1m
//tool:example {"query": "func main(", "glob": "*.go"}
//tool:example {"query": "TODO|FIXME", "path": "src", "exclude": "*_test.go,vendor", "regexp": true, "context_lines": 2}
func Search(ctx context.Context, call *runtime.Call, files capability.FS, args Args) (*Result, error) {
	return search(ctx, files, call.Excerpt, call.WorkingDir(), &args, limits{
		entries: maxSearchedEntries, bytes: maxReadBytes, time: maxTime, size: resultLimit(call.Budget(), args.Path),
		isShared: call.Budget() < call.BudgetAlone(),
	})
}

// search is Search with a shortener and limits, which tests choose. A query that no line has as
// literal text, and that looks like a regular expression, is searched as one.
func search(ctx context.Context, files capability.FS, shorten shortener, workingDir string, args *Args, l limits) (*Result, error) {
	found, err := searchOnce(ctx, files, shorten, workingDir, args, l)
	if err != nil || found.FilesMatched > 0 || found.FilesSearched == 0 || found.Stopped != "" || args.Regexp || !likelyRegexp.MatchString(args.Query) {
		return found, err
	}
	asRegexp := *args
	asRegexp.Regexp = true
	again, err := searchOnce(ctx, files, shorten, workingDir, &asRegexp, l)
	if err != nil || again.Stopped != "" && again.FilesMatched == 0 {
		return found, nil
	}
	if again.FilesMatched == 0 {
		found.Hint = "no matches; query was searched as literal text and as an RE2 expression"
		return found, nil
	}
	again.Hint = "no line has query as literal text, so it was searched as an RE2 expression"
	return again, nil
}

// searchOnce is search without a second attempt.
func searchOnce(ctx context.Context, files capability.FS, shorten shortener, workingDir string, args *Args, l limits) (*Result, error) {
	args.MaxResults = cmp.Or(args.MaxResults, defaultResults)
	m, err := newMatcher(args)
	if err != nil {
		return nil, err
	}
	w, err := newWalk(files, walkStart{args.Path, workingDir, args.Glob, args.Exclude}, l.entries)
	if err != nil {
		return nil, err
	}
	if w.after, err = parseLocation(args.After); err != nil {
		return nil, err
	}
	run := newSearchRun(w, m, shorten, args, l)
	found, err := run.run(ctx)
	if err != nil {
		return nil, err
	}
	if found.FilesMatched == 0 {
		found.Hint = args.emptyResultHint(w)
	}
	if found.Stopped != "" {
		ended := found.nextLocation(run.lastFile)
		found.Next = ended.String()
		found.stopText = found.Stopped.describe(ended, args.stopAdvice(found.Stopped, l.isShared, found.Next))
	}
	return found, nil
}

// limits are the limits of a search or a list.
type limits struct {
	entries int
	bytes   int64
	time    time.Duration
	size    int // of the text of the result, in code points
	// isShared reports that the size is smaller because of the other calls of
	// the batch.
	isShared bool
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

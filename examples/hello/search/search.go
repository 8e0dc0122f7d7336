// Package search finds text in files.
package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/examples/hello/internal/tree"
	"github.com/toolgen/toolgen/runtime"
)

// FilesArgs are the arguments of search_files.
type FilesArgs struct {
	// The text to find.
	Query Query `json:"query"`
	// The files to search.
	In tree.Selection `json:"in,omitzero"`
	// The maximum number of lines to return.
	MaxResults int `json:"max_results,omitzero" jsonschema:"minimum=1,maximum=10000,default=50"`
}

// Query is a text or a regular expression.
type Query struct {
	// The text itself, or a regular expression (RE2) if regexp is set.
	Text string `json:"text" jsonschema:"minLength=1,maxLength=1000"`
	// Whether the text is a regular expression.
	Regexp bool `json:"regexp,omitzero"`
	// Whether to ignore the case of letters.
	IgnoreCase bool `json:"ignore_case,omitzero"`
}

// Validate returns an error for a regular expression that does not compile.
func (a *FilesArgs) Validate() error {
	_, err := a.Query.compile()
	return err
}

// compile returns the regular expression for the query.
func (q Query) compile() (*regexp.Regexp, error) {
	expression := q.Text
	if !q.Regexp {
		expression = regexp.QuoteMeta(expression)
	}
	if q.IgnoreCase {
		expression = "(?i)" + expression
	}
	compiled, err := regexp.Compile(expression)
	if err != nil {
		return nil, fmt.Errorf("query.text: not a regular expression: %w", err)
	}
	return compiled, nil
}

// errLimitReached ends the walk after the maximum number of lines.
var errLimitReached = errors.New("the maximum number of lines was found")

// Files finds the lines of text files that contain a text or match a regular
// expression, as path:line: text.
//
//tool:register search_files
//tool:toolset text
//tool:read-only
//tool:timeout 30s
//tool:max-result-chars 20000
//tool:example {"query": {"text": "func main"}, "in": {"suffixes": [".go"]}}
func Files(ctx context.Context, call *runtime.Call, args FilesArgs) (string, error) {
	pattern, err := args.Query.compile()
	if err != nil {
		return "", err
	}
	matches := matchList{limit: args.MaxResults}
	err = tree.Walk(ctx, args.In, func(name string, text []byte) error {
		call.Progress(runtime.ProgressEvent{Message: "searching " + name})
		return matches.add(name, text, pattern)
	})
	if err != nil && !errors.Is(err, errLimitReached) {
		return "", err
	}
	return matches.String(), nil
}

// matchList collects the matching lines as text, up to a limit.
type matchList struct {
	text         strings.Builder
	count, limit int
}

// add adds the matching lines of a file. It returns errLimitReached if there are
// more lines than the limit.
func (l *matchList) add(name string, text []byte, pattern *regexp.Regexp) error {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if !pattern.Match(line) {
			continue
		}
		if l.count == l.limit {
			fmt.Fprintf(&l.text, "stopped after %d lines; there are more\n", l.limit)
			return errLimitReached
		}
		l.count++
		fmt.Fprintf(&l.text, "%s:%d: %s\n", name, number, bytes.TrimSpace(line))
	}
	return nil
}

// String returns the lines.
func (l *matchList) String() string {
	if l.count == 0 {
		return "no line matches"
	}
	return strings.TrimSuffix(l.text.String(), "\n")
}

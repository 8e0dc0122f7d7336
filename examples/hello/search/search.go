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

// FilesArgs is what to look for, and where.
type FilesArgs struct {
	// What to look for.
	Query Query `json:"query"`
	// Where to look.
	In tree.Selection `json:"in,omitzero"`
	// How many lines to return at most.
	MaxResults int `json:"max_results,omitzero" jsonschema:"minimum=1,maximum=10000,default=50"`
}

// Query is a text or a pattern.
type Query struct {
	// The text itself, or a regular expression (RE2) if regexp is set.
	Text string `json:"text" jsonschema:"minLength=1,maxLength=1000"`
	// Take the text as a regular expression.
	Regexp bool `json:"regexp,omitzero"`
	// Treat capital and small letters as equal.
	IgnoreCase bool `json:"ignore_case,omitzero"`
}

// Validate refuses expressions that do not compile.
func (a *FilesArgs) Validate() error {
	_, err := a.Query.compile()
	return err
}

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

var errEnough = errors.New("enough lines found")

// Files finds the lines of text files that contain a text or match a pattern, as path:line: text.
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
	found := lines{limit: args.MaxResults}
	err = tree.Walk(ctx, args.In, func(name string, text []byte) error {
		call.Progress(runtime.ProgressEvent{Message: "searching " + name})
		return found.add(name, text, pattern)
	})
	if err != nil && !errors.Is(err, errEnough) {
		return "", err
	}
	return found.String(), nil
}

// lines gathers what was found.
type lines struct {
	text         strings.Builder
	count, limit int
}

func (l *lines) add(name string, text []byte, pattern *regexp.Regexp) error {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if !pattern.Match(line) {
			continue
		}
		if l.count == l.limit {
			fmt.Fprintf(&l.text, "stopped after %d lines; there are more\n", l.limit)
			return errEnough
		}
		l.count++
		fmt.Fprintf(&l.text, "%s:%d: %s\n", name, number, bytes.TrimSpace(line))
	}
	return nil
}

func (l *lines) String() string {
	if l.count == 0 {
		return "no line matches"
	}
	return strings.TrimSuffix(l.text.String(), "\n")
}

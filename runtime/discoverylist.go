package runtime

import (
	"context"
	"errors"
	"time"
)

// listResult is the answer of a provider.
type listResult struct {
	tools []*Tool
	err   error
	took  time.Duration
}

// errNoListing is the error of a provider that called runtime.Goexit.
var errNoListing = errors.New("the provider called runtime.Goexit")

// startListing asks a provider on a new goroutine, and once more if the rule
// says so. The channel receives one result, at the latest when the time limit
// has passed.
func (d *Discovery) startListing(ctx context.Context, provider Provider, dispatch DispatchContext) <-chan listResult {
	answers := make(chan listResult, 1)
	go func() {
		start := time.Now()
		tools, err := listTools(ctx, d.options.Timeout, provider, dispatch)
		if err != nil && d.options.Rule == DiscoveryRetry && ctx.Err() == nil {
			tools, err = listTools(ctx, d.options.Timeout, provider, dispatch)
		}
		answers <- listResult{tools, err, time.Since(start)}
	}()
	return answers
}

// listTools asks the provider once. It does not wait for a provider that
// ignores the end of its context.
func listTools(ctx context.Context, timeout time.Duration, provider Provider, dispatch DispatchContext) ([]*Tool, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	done := make(chan listResult, 1)
	go func() {
		a := listResult{err: errNoListing}
		defer func() { done <- a }()
		defer recoverError(&a.err, "the provider")
		tools, err := provider.List(ctx, dispatch)
		a = listResult{tools: withoutNil(tools), err: err}
	}()
	select {
	case a := <-done:
		return a.tools, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// missingNames returns the names of the tools that others does not have, in the
// order of the tools.
func missingNames(tools, others []*Tool) []string {
	has := make(map[string]bool, len(others))
	for _, tool := range others {
		has[tool.Name] = true
	}
	var names []string
	for _, tool := range tools {
		if !has[tool.Name] {
			names = append(names, tool.Name)
		}
	}
	return names
}

// hasChangedTool reports whether a tool with the same name in both lists has
// another description, schema or id.
func hasChangedTool(before, after []*Tool) bool {
	known := make(map[string]*Tool, len(before))
	for _, tool := range before {
		known[tool.Name] = tool
	}
	for _, tool := range after {
		if old := known[tool.Name]; old != nil && (old.Description != tool.Description || old.Input != tool.Input || old.ID != tool.ID) {
			return true
		}
	}
	return false
}

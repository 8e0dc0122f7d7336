package runtime

import (
	"context"
	"errors"
	"time"
)

// answer is what a provider said.
type listResult struct {
	tools []*Tool
	err   error
	took  time.Duration
}

// errNoListing is the error of a provider that called runtime.Goexit.
var errNoListing = errors.New("ended without a list")

// ask asks a provider on a goroutine of its own, as often as the rule says. The
// channel always gets one answer, in time.
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

// list asks once. A provider that does not return in time is left behind, with
// its context cancelled.
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

// missing are the names of tools that others lack, in their order.
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

// differs says that a tool of the same name is described otherwise.
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

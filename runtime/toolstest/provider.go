package toolstest

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// CheckProvider checks that a provider fulfils its contract in each of the contexts, or in a context with
// Iteration 1 if there are none: it lists the same tools in the same order, with different names and
// without nil, in a slice that the caller can change, also to concurrent callers; and it does not panic
// for a cancelled context.
func CheckProvider(provider runtime.Provider, contexts ...runtime.DispatchContext) error {
	c := &checker{subject: fmt.Sprintf("provider %T", provider)}
	if named, ok := provider.(interface{ ID() string }); ok {
		c.subject = "provider " + named.ID()
	}
	if len(contexts) == 0 {
		contexts = []runtime.DispatchContext{{Iteration: 1}}
	}
	for _, d := range contexts {
		c.guard("List", func() { c.provider(provider, d) })
	}
	return c.err()
}

// provider checks the lists of a provider in one context.
func (c *checker) provider(provider runtime.Provider, d runtime.DispatchContext) {
	first, err := provider.List(context.Background(), d)
	if err != nil {
		c.fault("list", "fails: %v", err)
		return
	}
	names := c.names(first)
	clear(first)
	second, err := provider.List(context.Background(), d)
	switch {
	case err != nil:
		c.fault("list", "fails the second time: %v", err)
	case slices.Contains(second, nil):
		c.fault("slice", "a change of the returned slice shows in the next one: return a new slice each time")
	case !slices.Equal(names, c.names(second)):
		c.fault("stable", "lists %v first and %v then: expected the same tools", names, c.names(second))
	}
	c.concurrently(provider, d, names)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, _ = provider.List(cancelled, d)
}

// names returns the names of the tools. Nil tools and repeated names are faults.
func (c *checker) names(tools []*runtime.Tool) []string {
	var names []string
	for _, tool := range tools {
		switch {
		case tool == nil:
			c.fault("names", "lists a nil tool")
		case slices.Contains(names, tool.Name):
			c.fault("names", "lists %s twice", tool.Name)
		default:
			names = append(names, tool.Name)
		}
	}
	return names
}

// concurrently checks that concurrent callers get the same names.
func (c *checker) concurrently(provider runtime.Provider, d runtime.DispatchContext, names []string) {
	var (
		wait   sync.WaitGroup
		listed [concurrentCalls][]*runtime.Tool
	)
	for i := range concurrentCalls {
		wait.Go(func() {
			defer func() { _ = recover() }()
			listed[i], _ = provider.List(context.Background(), d)
		})
	}
	wait.Wait()
	for _, tools := range listed {
		if got := c.names(tools); !slices.Equal(got, names) {
			c.fault("stable", "lists %v to one of several concurrent callers, and %v to a single one", got, names)
			return
		}
	}
}

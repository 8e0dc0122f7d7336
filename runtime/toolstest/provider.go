package toolstest

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// CheckProvider checks that a provider keeps its contract in each of the
// contexts, or in the zero one: it lists the same tools in the same order, each name once and
// none of them nil, in a slice that the caller may change, also to concurrent callers; and
// a cancelled context does not make it panic.
func CheckProvider(provider runtime.Provider, contexts ...runtime.DispatchContext) error {
	c := &checker{subject: fmt.Sprintf("provider %T", provider)}
	if named, ok := provider.(interface{ ID() string }); ok {
		c.subject = "provider " + named.ID()
	}
	if len(contexts) == 0 {
		contexts = []runtime.DispatchContext{{Iteration: 1}}
	}
	for _, d := range contexts {
		c.guarded("List", func() { c.provider(provider, d) })
	}
	return c.err()
}

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
		c.fault("slice", "what a caller does to its slice shows in the next: it must be fresh")
	case !slices.Equal(names, c.names(second)):
		c.fault("stable", "lists %v, and then %v", names, c.names(second))
	}
	c.concurrently(provider, d, names)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, _ = provider.List(cancelled, d)
}

// names are the tools' names; nil ones and names that recur are faults.
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

func (c *checker) concurrently(provider runtime.Provider, d runtime.DispatchContext, names []string) {
	var (
		wait   sync.WaitGroup
		listed [together][]*runtime.Tool
	)
	for i := range together {
		wait.Go(func() {
			defer func() { _ = recover() }()
			listed[i], _ = provider.List(context.Background(), d)
		})
	}
	wait.Wait()
	for _, tools := range listed {
		if got := c.names(tools); !slices.Equal(got, names) {
			c.fault("stable", "lists %v to one of several callers at once, %v to one alone", got, names)
			return
		}
	}
}

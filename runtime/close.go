package runtime

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/toolgen/toolgen/internal/redact"
)

// DefaultShutdownTimeout is the time limit of all shutdowns of one Unregister,
// or of one Close whose context has no deadline.
const DefaultShutdownTimeout = 10 * time.Second

// Close removes all tools and plugins, and shuts the tools down, one after the
// other, in the reverse order of registration. Tools with the same ShutdownKey
// are shut down once. Close returns the joined errors of the shutdowns, at the
// latest when the context ends: a shutdown that is still running then is an
// error, and Close starts the remaining ones without waiting for them. Close
// waits for a registration in progress, and for its [Middleware], regardless of
// the context. Running batches continue. A second Close does nothing.
func (r *Registry) Close(ctx context.Context) error {
	if ctx == nil {
		ctx = context.Background()
	}
	r.change.Lock()
	u := r.newUpdate()
	u.close, u.removedReducers = true, make(reducerTable)
	for _, p := range u.plugins {
		maps.Copy(u.removedReducers, p.reducers)
	}
	u.plugins = nil
	u.remove(func(*entry) bool { return true })
	unused, _ := r.commit(u) // commit fails only for added tools
	r.change.Unlock()
	return shutDownAll(ctx, unused)
}

// shutDownUnused shuts the removed tools down and logs the errors.
func (r *Registry) shutDownUnused(removed []*entry) {
	if len(removed) == 0 {
		return
	}
	if err := shutDownAll(context.Background(), removed); err != nil {
		defer func() { _ = recover() }() // the logger may panic
		r.options.logger().Error("shutdown failed", "error", redact.Keys(err.Error()))
	}
}

// shutdownOrder returns the entries with a Shutdown function in reverse order,
// one for each ShutdownKey.
func shutdownOrder(entries []*entry) []*entry {
	var unique []*entry
	seen := make(map[any]bool)
	for _, e := range slices.Backward(entries) {
		if e.tool.Shutdown == nil {
			continue
		}
		if key := e.tool.ShutdownKey; key != nil {
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		unique = append(unique, e)
	}
	return unique
}

// shutDownAll shuts the tools down, one after the other, and joins the errors.
// A panic and runtime.Goexit are errors.
func shutDownAll(ctx context.Context, entries []*entry) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, DefaultShutdownTimeout)
		defer cancel()
	}
	var errs []error
	for _, e := range entries {
		if err := shutDownTool(ctx, e.tool); err != nil {
			errs = append(errs, fmt.Errorf("runtime: shutting down %s: %w", e.tool.Name, err))
		}
	}
	return errors.Join(errs...)
}

// shutDownTool starts the shutdown of one tool and waits until it returns or
// the context ends.
func shutDownTool(ctx context.Context, tool *Tool) error {
	var failed error
	done := startIsolated(func() { failed = tool.Shutdown(ctx) })
	select {
	case err := <-done:
		return errors.Join(err, failed)
	case <-ctx.Done():
		return fmt.Errorf("it did not finish: %w", ctx.Err())
	}
}

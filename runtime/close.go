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

// DefaultShutdownTimeout is how long the shutdowns of one Unregister, or of a
// Close whose context has no deadline, may take together.
const DefaultShutdownTimeout = 10 * time.Second

// Close unregisters every tool and plugin and shuts receivers down, the last
// registered first, each once, one after the other. It returns the errors of
// all shutdowns, joined, and at the latest when the context ends: a shutdown
// that did not finish by then is an error, and those after it are begun and not
// waited for. A registration that is under way, and its [Middleware], are waited
// for whatever the context. Batches that run go on; closing twice does nothing.
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
	unused, _ := r.commit(u) // nothing that is added can fail
	r.change.Unlock()
	return shutDownAll(ctx, unused)
}

// release shuts receivers down for a caller who takes no error.
func (r *Registry) shutDownUnused(gone []*entry) {
	if len(gone) == 0 {
		return
	}
	if err := shutDownAll(context.Background(), gone); err != nil {
		defer func() { _ = recover() }() // a logger that panics
		r.options.logger().Error("shutdown failed", "error", redact.Formats(err.Error()))
	}
}

// lastFirst returns the entries that have something to shut down in reverse
// order, one per receiver.
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

// shutdown runs the shutdowns one after the other. A panic is an error, and so
// is runtime.Goexit.
func shutDownAll(ctx context.Context, entries []*entry) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, DefaultShutdownTimeout)
		defer cancel()
	}
	var errs []error
	for _, e := range entries {
		if err := shutDownTool(ctx, &e.tool); err != nil {
			errs = append(errs, fmt.Errorf("runtime: shutting down %s: %w", e.tool.Name, err))
		}
	}
	return errors.Join(errs...)
}

// shutDown begins one shutdown and waits for it until the context ends.
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

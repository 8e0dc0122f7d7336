package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Close unregisters every tool and shuts receivers down, the last registered
// first, each once. It returns the errors of all shutdowns, joined. Batches
// that run go on; closing twice does nothing.
func (r *Registry) Close(ctx context.Context) error {
	r.mu.Lock()
	entries := r.order
	r.order, r.closed = nil, true
	clear(r.byName)
	r.mu.Unlock()
	return shutdown(ctx, lastFirst(entries))
}

// lastFirst returns the entries that have something to shut down in reverse
// order, one per receiver.
func lastFirst(entries []*entry) []*entry {
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

// lastOf reports whether no registered tool shares the entry's receiver. The
// caller holds the lock.
func (r *Registry) lastOf(e *entry) bool {
	key := e.tool.ShutdownKey
	return key == nil || !slices.ContainsFunc(r.order, func(other *entry) bool { return other.tool.ShutdownKey == key })
}

// shutdown runs the shutdowns one after the other. A panic is an error, and so
// is runtime.Goexit.
func shutdown(ctx context.Context, entries []*entry) error {
	var errs []error
	for _, e := range entries {
		if err := safeShutdown(ctx, &e.tool); err != nil {
			errs = append(errs, fmt.Errorf("runtime: shutting down %s: %w", e.tool.Name, err))
		}
	}
	return errors.Join(errs...)
}

func safeShutdown(ctx context.Context, tool *Tool) error {
	done := make(chan error, 1)
	go func() {
		err := errors.New("it called runtime.Goexit")
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p)
			}
			done <- err
		}()
		err = tool.Shutdown(ctx)
	}()
	return <-done
}

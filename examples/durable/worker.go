package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/worker"

	"github.com/toolgen/toolgen/adapters/temporal"
	"github.com/toolgen/toolgen/adapters/temporal/sqlite"
	"github.com/toolgen/toolgen/examples/durable/parcels"
	"github.com/toolgen/toolgen/runtime"
)

// taskQueue is the queue of the workers.
const taskQueue = "parcels"

// newDepot returns the depot whose files are in the directory.
func newDepot(dir string) *parcels.Depot {
	return &parcels.Depot{Ledger: filepath.Join(dir, "ledger"), Starts: filepath.Join(dir, "starts"), Takes: 2 * time.Second}
}

// runWorker runs a worker until ctx ends.
func runWorker(ctx context.Context, address, dir string, ready io.Writer) error {
	store, err := sqlite.Open(filepath.Join(dir, "store.db"))
	if err != nil {
		return err
	}
	defer store.Close()
	registry := runtime.NewRegistry(&runtime.Options{Spill: temporal.NewSpill(store)})
	if err := registry.Register(parcels.DepotTools(newDepot(dir))...); err != nil {
		return err
	}
	plugin, err := temporal.NewPlugin(registry, &temporal.Options{Turn: turn, Store: store, HeartbeatTimeout: 2 * time.Second})
	if err != nil {
		return err
	}
	c, err := connect(address)
	if err != nil {
		return err
	}
	defer c.Close()
	// A short timeout for the queue of a lost worker lets the example end sooner.
	w := worker.New(c, taskQueue, worker.Options{Plugins: []worker.Plugin{plugin}, StickyScheduleToStartTimeout: time.Second})
	w.RegisterWorkflow(agent)
	w.RegisterActivity(askModel)
	if err := w.Start(); err != nil {
		return err
	}
	defer w.Stop()
	if _, err := fmt.Fprintln(ready, "ready"); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// turn returns the turn of a name. A real worker would look up the policy of a user.
func turn(_ context.Context, ref temporal.Turn) (*runtime.Turn, error) {
	if ref.Name != "dispatcher" {
		return nil, fmt.Errorf("there is no turn %q", ref.Name)
	}
	return &runtime.Turn{Policy: runtime.Policy{Toolsets: runtime.AllowOnly("parcels")}}, nil
}

// connect returns a client of the server.
func connect(address string) (client.Client, error) {
	c, err := client.Dial(client.Options{HostPort: address, Logger: log.NewStructuredLogger(slog.New(slog.NewTextHandler(io.Discard, nil)))})
	if err != nil {
		return nil, fmt.Errorf("no server of Temporal answers at %s: %w", address, err)
	}
	return c, nil
}

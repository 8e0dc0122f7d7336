package temporal

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"

	"github.com/toolgen/toolgen/runtime"
)

// PluginName is the name of the plugin.
const PluginName = "github.com/toolgen/toolgen/adapters/temporal"

// stopTimeout is how long a worker that stops waits for its calls, unless the
// application has set worker.Options.WorkerStopTimeout.
const stopTimeout = 30 * time.Second

// Plugin makes the tools of a registry available to the workflows of a worker. It
// implements the plugin interfaces of workers and of clients: set it in
// worker.Options.Plugins, or once in client.Options.Plugins for all workers of a
// client. It is safe for concurrent use.
type Plugin struct {
	*sdk.SimplePlugin
	host *host
}

var _ worker.Plugin = (*Plugin)(nil)

// host has what the activities of a worker need.
type host struct {
	registry *runtime.Registry
	options  Options
	records  recordCache
	record   recorder
}

// NewPlugin returns a plugin for the workers that execute the calls of a registry,
// and for the workers whose workflows call [ExecuteParallel]; the same worker can do
// both. The error says which option is missing.
//
// The plugin does not close the registry. It sets WorkerStopTimeout of its workers to
// 30 seconds, if it is zero, so that running calls can end.
func NewPlugin(registry *runtime.Registry, o *Options) (*Plugin, error) {
	if registry == nil {
		return nil, errors.New("temporal: the registry is nil")
	}
	options, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	h := &host{registry: registry, options: options, record: recordHeartbeat}
	plugin, err := sdk.NewSimplePlugin(sdk.SimplePluginOptions{
		Name:               PluginName,
		WorkerInterceptors: []interceptor.WorkerInterceptor{&workflowInterceptor{}},
		ConfigureWorker:    h.configure,
		RunContextBefore: func(_ context.Context, o sdk.SimplePluginRunContextBeforeOptions) error {
			h.register(o.Registry)
			return nil
		},
	})
	if err != nil {
		return nil, err
	}
	return &Plugin{plugin, h}, nil
}

// configure sets the options of a worker on which the rules of calls depend.
func (w *host) configure(_ context.Context, o worker.PluginConfigureWorkerOptions) error {
	if o.WorkerOptions.WorkerStopTimeout == 0 {
		o.WorkerOptions.WorkerStopTimeout = stopTimeout
	}
	return nil
}

// activityRegistry is where activities are registered.
type activityRegistry interface {
	RegisterActivityWithOptions(a any, options activity.RegisterOptions)
}

// register registers the activities.
func (w *host) register(r activityRegistry) {
	for name, function := range map[string]any{prepareActivity: w.prepare, executeActivity: w.execute, fitActivity: w.fit} {
		r.RegisterActivityWithOptions(function, activity.RegisterOptions{Name: name})
	}
}

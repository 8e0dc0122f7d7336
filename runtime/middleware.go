package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Middleware wraps the invocation of tools: around it, once however often the
// tool retries. A wrapper may act before and after, attach values to the call
// (see [Key]), change the result, and answer itself. It runs within the call's
// deadline, and a panic in it fails the call. Calls that are refused, dry runs
// and results from the cache never reach it.
type Middleware struct {
	// Name is for logs and errors.
	Name string
	// Tools and Toolsets select, either of them; both empty: every tool.
	Tools, Toolsets []string
	// Wrap is called when the tool is registered, and again when a plugin
	// with middleware comes, goes or is replaced. It must not change the
	// registry, and it must return: registering, unregistering and Close wait
	// for it. After ten seconds it is left behind, and the tool counts as one
	// that cannot be wrapped.
	//
	// A tool that a turn brings is wrapped anew in each batch, by its first call
	// and within the deadline of that call; such calls of Wrap may be concurrent.
	// State that must outlive a batch therefore belongs outside Wrap.
	Wrap func(tool *Tool, next Handler) Handler
}

// selects reports whether the middleware wraps the tool.
func (m *Middleware) selects(tool *Tool) bool {
	if len(m.Tools) == 0 && len(m.Toolsets) == 0 {
		return true
	}
	return slices.Contains(m.Tools, tool.Name) || tool.Toolset != "" && slices.Contains(m.Toolsets, tool.Toolset)
}

// check says what makes the middleware unfit.
func (m *Middleware) validate() error {
	if m.Wrap == nil {
		return fmt.Errorf("runtime: the middleware %q has no Wrap", m.Name)
	}
	return nil
}

// wrapped is the handler that runs the tool: retries innermost, then the
// middleware, that of the options and the first ones outermost.
func (r *Registry) wrapTool(tool *Tool, plugins []*registeredPlugin) (Handler, error) {
	if tool.Retry == nil && len(plugins) == 0 && len(r.options.Middleware) == 0 {
		return tool.Invoke, nil
	}
	handler, err := tool.Invoke, error(nil)
	if tool.Retry != nil && tool.Retry.Count > 0 {
		handler = r.retryHandler(tool)
	}
	for _, p := range slices.Backward(plugins) {
		if handler, err = wrapLayers(p.middleware, tool, handler); err != nil {
			return nil, err
		}
	}
	return wrapLayers(r.options.Middleware, tool, handler)
}

// wrapIn puts the layers around the handler, the first one outermost.
func wrapLayers(layers []Middleware, tool *Tool, handler Handler) (Handler, error) {
	for i := range slices.Backward(layers) {
		if err := layers[i].validate(); err != nil {
			return nil, err
		}
		if !layers[i].selects(tool) {
			continue
		}
		outer, err := layers[i].wrapHandler(tool, handler)
		if err != nil {
			return nil, err
		}
		handler = outer
	}
	return handler, nil
}

// wrapTimeout is how long one Wrap may take: it only builds a function.
const wrapTimeout = 10 * time.Second

// around calls Wrap, which may panic or hang.
func (m *Middleware) wrapHandler(tool *Tool, next Handler) (Handler, error) {
	var outer Handler
	if err := runIsolated(wrapTimeout, func() { outer = m.Wrap(tool, next) }); err != nil {
		return nil, fmt.Errorf("runtime: the middleware %q cannot wrap the tool %s: %w", m.Name, tool.Name, err)
	}
	if outer == nil {
		return nil, fmt.Errorf("runtime: the middleware %q wraps the tool %s in nothing; return next to leave it as it is", m.Name, tool.Name)
	}
	return outer, nil
}

// rewrap wraps the tools of other plugins, and of none, anew that one of the
// layers selects, with the plugins of the update. All of them are wrapped; the
// errors are joined. The caller holds change.
func (r *Registry) rewrapTools(u *update, plugin string, layers []Middleware) error {
	if len(layers) == 0 {
		return nil
	}
	var errs []error
	u.handlers = make(map[*entry]Handler)
	for _, e := range r.order {
		if e.plugin != plugin && slices.ContainsFunc(layers, func(m Middleware) bool { return m.selects(&e.tool) }) {
			run, err := r.wrapOrRefuse(&e.tool, u.plugins)
			u.handlers[e], errs = run, append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// wrappedOrShut is wrapped; when that fails, the handler refuses every call:
// what middleware guards must not run without it.
func (r *Registry) wrapOrRefuse(tool *Tool, plugins []*registeredPlugin) (Handler, error) {
	handler, err := r.wrapTool(tool, plugins)
	if err == nil {
		return handler, nil
	}
	return func(context.Context, *Call) Result {
		result := Fail(NotAvailable, "Tool %s cannot be called: its middleware failed", tool.Name)
		result.Cause = err
		return result
	}, err
}

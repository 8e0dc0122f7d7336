package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Middleware wraps the invocation of tools. It runs once for each call, even if
// the tool retries. A wrapper may act before and after the tool, attach values
// to the call (see [Key]), change the result, or return its own result without
// calling the tool. It runs within the deadline of the call, and a panic in it
// fails the call. It does not run for calls that are refused, for dry runs and
// for cached results.
type Middleware struct {
	// Name is for logs and errors.
	Name string
	// Tools and Toolsets select the tools to wrap: a tool is wrapped if one of
	// them has its name or its toolset. If both are empty, every tool is
	// wrapped.
	Tools, Toolsets []string
	// Wrap returns the handler that wraps next. It is called when the tool is
	// registered, and again when a plugin with middleware is added, removed or
	// replaced. It must not change the registry, and it must return, because
	// registering, unregistering and Close wait for it. If it does not return
	// within ten seconds, it fails.
	//
	// Each batch wraps the tools of its turn again: the first call of such a
	// tool calls Wrap within its deadline, and calls of Wrap may be concurrent.
	// State that must outlive a batch must therefore be outside Wrap.
	Wrap func(tool *Tool, next Handler) Handler
}

// selects reports whether the middleware wraps the tool.
func (m *Middleware) selects(tool *Tool) bool {
	if len(m.Tools) == 0 && len(m.Toolsets) == 0 {
		return true
	}
	return slices.Contains(m.Tools, tool.Name) || tool.Toolset != "" && slices.Contains(m.Toolsets, tool.Toolset)
}

// validate returns an error if the middleware cannot be used.
func (m *Middleware) validate() error {
	if m.Wrap == nil {
		return fmt.Errorf("runtime: the middleware %q has no Wrap", m.Name)
	}
	return nil
}

// wrapTool returns the handler that runs the tool with its retries inside the
// middleware. The middleware of the options is outside the middleware of the
// plugins, and the first one of each list is outermost.
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

// wrapLayers wraps the handler in the layers that select the tool, the first
// one outermost.
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

// wrapTimeout is the time limit of one call of Wrap.
const wrapTimeout = 10 * time.Second

// wrapHandler calls Wrap, which may panic or hang.
func (m *Middleware) wrapHandler(tool *Tool, next Handler) (Handler, error) {
	var outer Handler
	if err := runIsolated(wrapTimeout, func() { outer = m.Wrap(tool, next) }); err != nil {
		return nil, fmt.Errorf("runtime: the middleware %q cannot wrap the tool %s: %w", m.Name, tool.Name, err)
	}
	if outer == nil {
		return nil, fmt.Errorf("runtime: the Wrap of the middleware %q returned nil for the tool %s; return next to leave the tool unwrapped", m.Name, tool.Name)
	}
	return outer, nil
}

// rewrapTools wraps the tools again that one of the layers selects, except the
// tools of the plugin, with the middleware of the update's plugins. It wraps
// all of them even if there are errors, and joins the errors. The caller holds
// Registry.change.
func (r *Registry) rewrapTools(u *update, plugin string, layers []Middleware) error {
	if len(layers) == 0 {
		return nil
	}
	var errs []error
	u.handlers = make(map[*entry]Handler)
	for _, e := range r.order {
		if e.plugin != plugin && slices.ContainsFunc(layers, func(m Middleware) bool { return m.selects(e.tool) }) {
			run, err := r.wrapOrRefuse(e.tool, u.plugins)
			u.handlers[e], errs = run, append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// wrapOrRefuse is like wrapTool. If that fails, it returns the error and a
// handler that refuses every call, because a tool must not run without its
// middleware.
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

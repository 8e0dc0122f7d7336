package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/internal/redact"
)

// turnTools makes entries of the tools that a turn brings, each when its name is
// asked for. The caller asks only for names that no registered tool has.
type turnTools struct {
	registry   *Registry
	plugins    []*registeredPlugin // whose middleware wraps them
	byName     map[string]*Tool
	duplicates map[string]bool   // names of two different tools
	entries    map[string]*entry // those made so far
}

// newTurnTools is an index of the tools.
func newTurnTools(r *Registry, plugins []*registeredPlugin, tools []*Tool) *turnTools {
	t := &turnTools{registry: r, plugins: plugins, byName: make(map[string]*Tool, len(tools)), entries: make(map[string]*entry)}
	for _, tool := range tools {
		if tool == nil {
			continue
		}
		switch first := t.byName[tool.Name]; first {
		case nil:
			t.byName[tool.Name] = tool
		case tool: // the same one again
		default:
			if t.duplicates == nil {
				t.duplicates = make(map[string]bool)
			}
			t.duplicates[tool.Name] = true
		}
	}
	return t
}

// resolveTurn gives the calls without a registered tool those that the turn
// brings. The index is made when it is needed.
func (r *Registry) resolveTurn(calls []ToolCall, turn *Turn, batch []Call, plugins []*registeredPlugin) {
	var tools *turnTools
	for i := range calls {
		if batch[i].entry != nil {
			continue
		}
		if tools == nil {
			tools = newTurnTools(r, plugins, turn.Tools)
		}
		if e := tools.entry(calls[i].Name); e != nil {
			batch[i].entry, batch[i].handler = e, e.handler
		}
	}
}

// entry is the entry of the turn's tool of that name; nil for none. All calls of
// a batch share it. The shutdown of such a tool is its owner's affair.
func (t *turnTools) entry(name string) *entry {
	tool := t.byName[name]
	if tool == nil {
		return nil
	}
	e := t.entries[name]
	if e == nil {
		e = &entry{tool: *tool, source: tool, isFromTurn: true, fault: t.fault(tool)}
		e.deriveEffects()
		if tool.Available != nil && tool.Available.Check != nil {
			e.checkRunner = turnCheckRunner(tool)
		}
		e.handler = t.lazyHandler(&e.tool)
		t.entries[name] = e
	}
	return e
}

// fault says why calls of the turn's tool must be refused; nil as a rule.
func (t *turnTools) fault(tool *Tool) error {
	if t.duplicates[tool.Name] {
		return errors.New("the turn brings two tools of this name; rename one or leave it out")
	}
	if err := checkTool(tool); err != nil {
		return err
	}
	if !isObjectOrEmpty(tool.Input) || !isObjectOrEmpty(tool.Output) {
		return fmt.Errorf("the Input or Output of the tool %s is not a JSON object", tool.Name)
	}
	for _, projection := range tool.Projections {
		if !isObjectOrEmpty(projection.Parameters) {
			return fmt.Errorf("the projection %q of the tool %s is not a JSON object", projection.Dialect, tool.Name)
		}
	}
	return nil
}

// isSchema reports whether a schema is a JSON object, so that it cannot change
// the meaning of the definitions that contain it. Empty means none.
func isObjectOrEmpty(schema string) bool {
	return schema == "" || strings.HasPrefix(strings.TrimLeft(schema, " \t\r\n"), "{") && json.Valid([]byte(schema))
}

// wrapped is the tool inside its middleware. The first call wraps it, on a worker
// and within the deadline of that call, and others wait for it: a Wrap that hangs
// holds up the calls of this tool, and nothing else of the batch.
func (t *turnTools) lazyHandler(tool *Tool) Handler {
	if tool.Retry == nil && len(t.plugins) == 0 && len(t.registry.options.Middleware) == 0 {
		return tool.Invoke
	}
	var (
		begun   atomic.Bool
		handler Handler
		done    = make(chan struct{}) // closed when the handler is there
	)
	return func(ctx context.Context, call *Call) Result {
		if begun.CompareAndSwap(false, true) {
			handler, _ = t.registry.wrapOrRefuse(tool, t.plugins) // the error is in the answer of the handler
			close(done)
		}
		select {
		case <-done:
		case <-ctx.Done():
			return FromError(ctx.Err())
		}
		if v := call.ctx.interruption(); v != nil { // wrapping took all the time
			return v.notStartedResult(call)
		}
		return handler(ctx, call)
	}
}

// maxFaultChars is how much of a fault is told, in code points.
const maxFaultChars = 300

// refuseFault answers a call of a tool that the turn should not have brought.
func (e *entry) refuseFault() Result {
	reason := measure.Clip(strings.TrimPrefix(e.fault.Error(), "runtime: "), maxFaultChars)
	return *unavailableResult(reason, "Tool %s is not set up correctly and cannot be called", measure.Clip(redact.Formats(e.tool.Name), maxNameLength))
}

// identity is the tool by which results are cached: the registered copy, or for
// a tool of a turn the pointer that the turn brings. A cached result is found
// again only as long as it is the same.
func (e *entry) cacheIdentity() *Tool {
	if e.isFromTurn {
		return e.source
	}
	return &e.tool
}

// turnNames are the names of the turn's tools that it may call, for suggestions.
func (g *admission) turnToolNames() []string {
	if len(g.turn.Tools) == 0 {
		return nil
	}
	taken := make(map[string]bool, len(g.entries))
	for _, e := range g.entries {
		taken[e.tool.Name] = true
	}
	var names []string
	var e entry
	for _, tool := range g.turn.Tools {
		if tool == nil || taken[tool.Name] || checkTool(tool) != nil {
			continue
		}
		if e.tool = *tool; !g.turn.Policy.excludes(tool.Name) && g.permits(&e) {
			names = append(names, tool.Name)
		}
	}
	return names
}

// turnProbes holds the probe of each tool with a check that a turn has brought,
// by its weak.Pointer: a check that hangs is not called again by the next batch.
var turnCheckRunners sync.Map

// probeOf is the probe of a turn's tool. It is dropped with the tool.
func turnCheckRunner(tool *Tool) *checkRunner {
	key := weak.Make(tool)
	if found, ok := turnCheckRunners.Load(key); ok {
		return found.(*checkRunner)
	}
	found, loaded := turnCheckRunners.LoadOrStore(key, new(checkRunner))
	if !loaded {
		goruntime.AddCleanup(tool, func(key weak.Pointer[Tool]) { turnCheckRunners.Delete(key) }, key)
	}
	return found.(*checkRunner)
}

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

// turnTools creates the entries of a turn's tools when they are needed. It must
// be used only for names that no registered tool has.
type turnTools struct {
	registry   *Registry
	plugins    []*registeredPlugin // their middleware wraps the tools
	byName     map[string]*Tool
	duplicates map[string]bool   // the names of two different tools
	entries    map[string]*entry // the entries that were created
}

// newTurnTools returns the turnTools of the tools.
func newTurnTools(r *Registry, plugins []*registeredPlugin, tools []*Tool) *turnTools {
	t := &turnTools{registry: r, plugins: plugins, byName: make(map[string]*Tool, len(tools)), entries: make(map[string]*entry)}
	for _, tool := range tools {
		if tool == nil {
			continue
		}
		switch first := t.byName[tool.Name]; first {
		case nil:
			t.byName[tool.Name] = tool
		case tool: // the same pointer again
		default:
			if t.duplicates == nil {
				t.duplicates = make(map[string]bool)
			}
			t.duplicates[tool.Name] = true
		}
	}
	return t
}

// resolveTurn sets the entry and the handler of each call that has none to
// those of the turn's tool with its name.
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

// entry returns the entry of the turn's tool with the name; nil if there is
// none. All calls of a batch share it. The runtime does not shut such a tool
// down.
func (t *turnTools) entry(name string) *entry {
	tool := t.byName[name]
	if tool == nil {
		return nil
	}
	e := t.entries[name]
	if e == nil {
		e = &entry{tool: t.registry.options.withApprovalRule(tool), entryParts: &entryParts{original: tool, fault: t.fault(tool), isFromTurn: true}}
		e.deriveEffects()
		if tool.Available != nil && tool.Available.Check != nil {
			e.checkRunner = turnCheckRunner(tool)
		}
		e.handler = t.lazyHandler(e.tool)
		t.entries[name] = e
	}
	return e
}

// fault returns why calls of the turn's tool must be refused; nil if the tool
// is valid.
func (t *turnTools) fault(tool *Tool) error {
	if t.duplicates[tool.Name] {
		return errors.New("two tools of the turn have this name; rename or remove one of them")
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

// isObjectOrEmpty reports whether a schema is a JSON object or empty. Any other
// text could change the meaning of the definitions that include it.
func isObjectOrEmpty(schema string) bool {
	return schema == "" || strings.HasPrefix(strings.TrimLeft(schema, " \t\r\n"), "{") && json.Valid([]byte(schema))
}

// lazyHandler returns a handler that wraps the tool in its middleware in the
// first call, on the worker and within the deadline of that call. Concurrent
// calls of the tool wait for it, so that a Wrap that hangs does not delay the
// calls of other tools.
func (t *turnTools) lazyHandler(tool *Tool) Handler {
	if tool.Retry == nil && len(t.plugins) == 0 && len(t.registry.options.Middleware) == 0 {
		return tool.Invoke
	}
	var (
		started atomic.Bool
		handler Handler
		done    = make(chan struct{}) // closed when handler is set
	)
	return func(ctx context.Context, call *Call) Result {
		if started.CompareAndSwap(false, true) {
			handler, _ = t.registry.wrapOrRefuse(tool, t.plugins) // the handler returns the error
			close(done)
		}
		select {
		case <-done:
		case <-ctx.Done():
			return FromError(ctx.Err())
		}
		if v := call.ctx.interruption(); v != nil { // the deadline passed in Wrap
			return v.notStartedResult(call)
		}
		return handler(ctx, call)
	}
}

// maxFaultChars is the maximum length of a fault's text in a result, in code
// points.
const maxFaultChars = 300

// refuseFault returns the result of a call of a turn's tool that is not valid.
func (e *entry) refuseFault() Result {
	reason := measure.Clip(strings.TrimPrefix(e.fault.Error(), "runtime: "), maxFaultChars)
	return *unavailableResult(reason, "Tool %s is not set up correctly and cannot be called", measure.Clip(redact.Keys(e.tool.Name), maxNameLength))
}

// cacheIdentity returns the pointer that identifies the tool in the cache: the
// copy in the registry, or the pointer in Turn.Tools.
func (e *entry) cacheIdentity() *Tool {
	if e.isFromTurn {
		return e.source()
	}
	return e.tool
}

// turnToolNames returns the names of the turn's own tools that it may call, for
// suggestions.
func (a *admission) turnToolNames() []string {
	if len(a.turn.Tools) == 0 {
		return nil
	}
	taken := make(map[string]bool, len(a.entries))
	for _, e := range a.entries {
		taken[e.tool.Name] = true
	}
	var names []string
	e := entry{entryParts: new(entryParts)}
	for _, tool := range a.turn.Tools {
		if tool == nil || taken[tool.Name] || checkTool(tool) != nil {
			continue
		}
		if e.tool = tool; !a.turn.Policy.excludes(tool.Name) && a.permits(&e) {
			names = append(names, tool.Name)
		}
	}
	return names
}

// turnCheckRunners has the checkRunner of each tool of a turn with a check, by
// its weak.Pointer, so that the next batch does not call a check that still
// hangs.
var turnCheckRunners sync.Map

// turnCheckRunner returns the checkRunner of a turn's tool. It is removed when
// the tool is garbage collected.
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

package toolstest

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// MaxDescription is the maximum length of a description that every model provider accepts, in code points.
const MaxDescription = 1024

// ToolOptions configure the check of a tool. With the zero value, and with nil, the tool is checked with
// its own examples.
type ToolOptions struct {
	// Registry configures the registry in which the tool runs, for example its backends.
	Registry *runtime.Options
	// Turn is the turn of the calls; nil means the zero value.
	Turn *runtime.Turn
	// Calls are the arguments of valid calls in addition to the examples of the tool. The check
	// runs them.
	Calls []string
	// Invalid are arguments that must be refused without running the tool.
	Invalid []string
	// NotRun means that the check does not invoke the tool: it checks only the definition and the
	// arguments.
	NotRun bool
	// Grace is how long the tool can take to return after its context is cancelled; zero means ten
	// seconds, which is long because the machine can be busy.
	Grace time.Duration
}

const defaultGrace = 10 * time.Second

// CheckTool checks that a tool fulfils its contract. Its name and description are valid for every
// provider. Its schemas are closed objects. Its examples are valid without repairs. Values that are not
// objects, and unknown arguments, are refused before the tool runs. A result is a success with a text and
// structured content as an object, or a failure with a text and a code. If the tool is read-only or
// idempotent, concurrent equal calls have equal results. The tool returns when its context is cancelled. A
// dry run does not invoke it.
//
// The check runs the tool with every valid call, several times. For a tool with effects, use an environment
// that can be thrown away.
func CheckTool(tool *runtime.Tool, o *ToolOptions) error {
	if o == nil {
		o = &ToolOptions{}
	}
	c := &toolChecker{checker: checker{subject: "tool " + nameOf(tool)}, options: o}
	if tool == nil {
		c.fault("name", "the tool is nil")
		return c.err()
	}
	c.tool, c.calls = tool, append(append([]string{}, tool.Examples...), o.Calls...)
	if len(c.calls) == 0 && tool.Decode == nil {
		c.calls = []string{"{}"}
	}
	c.definition()
	if len(c.calls) == 0 && !o.NotRun {
		c.fault("example", "there is no valid call: add an example to the tool, or set ToolOptions.Calls")
	}
	if len(c.faults) == 0 || c.registers() {
		c.arguments()
		c.dryRun()
		if !o.NotRun {
			c.results()
			c.concurrency()
			c.cancellation()
		}
	}
	return c.err()
}

func nameOf(tool *runtime.Tool) string {
	if tool == nil {
		return "(nil)"
	}
	return tool.Name
}

type toolChecker struct {
	checker
	tool    *runtime.Tool
	options *ToolOptions
	calls   []string
	broken  atomic.Pointer[string] // a text that is not UTF-8
}

// definition checks what the model gets.
func (c *toolChecker) definition() {
	c.registers()
	switch n := utf8.RuneCountInString(c.tool.Description); {
	case n == 0:
		c.fault("description", "the description is empty: models choose a tool by its description")
	case n > MaxDescription:
		c.fault("description", "the description has %d characters: expected at most %d, the limit of some providers", n, MaxDescription)
	}
	if c.tool.Input != "" {
		c.object("input", c.tool.Input, true)
	}
	if c.tool.Output != "" {
		c.object("output", c.tool.Output, false)
	}
}

// registers reports whether a registry accepts the tool.
func (c *toolChecker) registers() bool {
	if err := runtime.NewRegistry(c.options.Registry).Register(c.tool); err != nil {
		c.fault("name", "%v", err)
		return false
	}
	return true
}

// object checks that a schema is an object, and for arguments that it is closed.
func (c *toolChecker) object(check, text string, closed bool) {
	var schema struct {
		Type                 any
		Properties           map[string]json.RawMessage
		AdditionalProperties json.RawMessage
		AnyOf, OneOf, AllOf  []json.RawMessage
	}
	switch err := json.Unmarshal([]byte(text), &schema); {
	case err != nil:
		c.fault(check, "the schema is not a JSON Schema: %v", err)
	case schema.Type != "object" || schema.Properties == nil:
		c.fault(check, "the schema must have the type object and properties, which can be empty")
	case closed && string(schema.AdditionalProperties) != "false":
		c.fault(check, "the schema must set additionalProperties to false, or unknown arguments are ignored")
	case schema.AnyOf != nil || schema.OneOf != nil || schema.AllOf != nil:
		c.fault(check, "the schema must not be a union at its root: several providers refuse that")
	}
}

// instrument returns a new registry with a copy of the tool, and a counter of its invocations. If run is
// false, the copy does nothing. If the options have no approver, every call is approved.
func (c *toolChecker) instrument(run bool) (registry *runtime.Registry, runs *atomic.Int64) {
	runs = new(atomic.Int64)
	tool, invoke := *c.tool, c.tool.Invoke
	tool.Shutdown = nil // only for the registry of the author
	tool.Cache = nil    // so that equal calls all run
	tool.Invoke = func(ctx context.Context, call *runtime.Call) runtime.Result {
		runs.Add(1)
		if !run {
			return runtime.Text("")
		}
		result := invoke(ctx, call)
		if text := textOf(result); !utf8.ValidString(text) {
			c.broken.Store(&text)
		}
		return result
	}
	options := runtime.Options{}
	if c.options.Registry != nil {
		options = *c.options.Registry
	}
	if options.Approver == nil {
		options.Approver = func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
			return runtime.Decision{Approved: true}, nil
		}
	}
	registry = runtime.NewRegistry(&options)
	if err := registry.Register(&tool); err != nil {
		c.fault("name", "%v", err)
	}
	return registry, runs
}

// turn returns a copy of the turn with the grants that the tool requires.
func (c *toolChecker) turn() *runtime.Turn {
	turn := runtime.Turn{}
	if c.options.Turn != nil {
		turn = *c.options.Turn
	}
	turn.Policy.Grants = append(append([]string{}, turn.Policy.Grants...), c.tool.Requires...)
	return &turn
}

package toolstest

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// MaxDescription is the most code points of a description that every model
// provider takes.
const MaxDescription = 1024

// ToolOptions say how a tool is checked. The zero value, and nil, check it with
// its own examples.
type ToolOptions struct {
	// Registry are the options of the registry that the tool runs in: its
	// backends, for example.
	Registry *runtime.Options
	// Turn is the turn of its calls; nil is an anonymous one.
	Turn *runtime.Turn
	// Calls are arguments of valid calls, beside the tool's examples. They
	// are run.
	Calls []string
	// Invalid are arguments that must be refused without running the tool.
	Invalid []string
	// NotRun only looks at the tool and its arguments, and never invokes it.
	NotRun bool
	// Grace is how long the tool may take to return once its context is
	// cancelled; zero means ten seconds, which is long because a machine may be busy.
	Grace time.Duration
}

const defaultGrace = 10 * time.Second

// CheckTool checks that a tool keeps its contract: its name and description fit
// every provider; its schemas are closed objects; its examples are valid as they are, without
// repairs; anything else than an object, and an argument that it does not
// have, is refused before it runs; its results are successes with a text and an object, or
// failures with a text and a code; equal calls at the same time do not disturb
// each other, where it is read-only or idempotent; it returns when its context is
// cancelled; a dry run does not run it.
//
// The tool is run with every valid call, several times, so that one with
// effects needs surroundings that may be thrown away.
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
		c.fault("example", "there is no valid call to make: give the tool an example, or ToolOptions.Calls")
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

// definition checks what the model sees.
func (c *toolChecker) definition() {
	c.registers()
	switch n := utf8.RuneCountInString(c.tool.Description); {
	case n == 0:
		c.fault("description", "is empty: the model chooses a tool by it")
	case n > MaxDescription:
		c.fault("description", "has %d characters, at most %d fit every provider", n, MaxDescription)
	}
	if c.tool.Input != "" {
		c.object("input", c.tool.Input, true)
	}
	if c.tool.Output != "" {
		c.object("output", c.tool.Output, false)
	}
}

// registers reports whether a registry takes the tool.
func (c *toolChecker) registers() bool {
	if err := runtime.NewRegistry(c.options.Registry).Register(c.tool); err != nil {
		c.fault("name", "%v", err)
		return false
	}
	return true
}

// object checks that a schema describes an object, a closed one for arguments.
func (c *toolChecker) object(check, text string, closed bool) {
	var schema struct {
		Type                 any
		Properties           map[string]json.RawMessage
		AdditionalProperties json.RawMessage
		AnyOf, OneOf, AllOf  []json.RawMessage
	}
	switch err := json.Unmarshal([]byte(text), &schema); {
	case err != nil:
		c.fault(check, "is no JSON Schema: %v", err)
	case schema.Type != "object" || schema.Properties == nil:
		c.fault(check, "must be an object with properties, which may be none")
	case closed && string(schema.AdditionalProperties) != "false":
		c.fault(check, "must have additionalProperties false, or unknown arguments go unseen")
	case schema.AnyOf != nil || schema.OneOf != nil || schema.AllOf != nil:
		c.fault(check, "must not be a union at its root: several providers refuse that")
	}
}

// instrumented is the tool in a registry of its own, which approves of every
// call unless it has an approver; runs counts how often the tool was invoked, and
// nothing is, unless run says so.
func (c *toolChecker) instrumented(run bool) (registry *runtime.Registry, runs *atomic.Int64) {
	runs = new(atomic.Int64)
	tool, invoke := *c.tool, c.tool.Invoke
	tool.Shutdown = nil // the author's, for the author's registry
	tool.Cache = nil    // equal calls must all run
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

// turn is a copy of the turn, whose policy holds the grants that the tool
// requires.
func (c *toolChecker) turn() *runtime.Turn {
	turn := runtime.Turn{}
	if c.options.Turn != nil {
		turn = *c.options.Turn
	}
	turn.Policy.Grants = append(append([]string{}, turn.Policy.Grants...), c.tool.Requires...)
	return &turn
}

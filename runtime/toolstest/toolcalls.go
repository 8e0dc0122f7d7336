package toolstest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// neverValid are arguments that every tool must refuse.
var neverValid = []string{`[]`, `"text"`, `7`, `{`, `{"a":1}x`, `{"an_argument_that_no_tool_has":1}`}

// arguments checks which arguments the tool gets, without running it.
func (c *toolChecker) arguments() {
	registry, runs := c.instrument(false)
	for _, arguments := range c.calls {
		answer := execute(context.Background(), registry, c.tool.Name, json.RawMessage(arguments), c.turn())
		switch {
		case answer.Result.Code == runtime.InputInvalid:
			c.fault("example", "%s is refused: %s", excerpt(arguments), answer.Result.Error)
		case len(answer.Repairs) > 0:
			c.fault("example", "%s needs repairs: %+v", excerpt(arguments), answer.Repairs)
		}
	}
	for _, arguments := range append(append([]string{}, neverValid...), c.options.Invalid...) {
		before := runs.Load()
		answer := execute(context.Background(), registry, c.tool.Name, json.RawMessage(arguments), c.turn())
		switch {
		case runs.Load() > before:
			c.fault("arguments", "%s reached the tool, it must be refused", excerpt(arguments))
		case answer.Result.Code != runtime.InputInvalid && answer.Result.Code != runtime.NotAvailable:
			c.fault("arguments", "%s is answered %q, it must be %q", excerpt(arguments), answer.Result.Code, runtime.InputInvalid)
		}
	}
}

// dryRun checks that a dry run does not invoke the tool.
func (c *toolChecker) dryRun() {
	registry, runs := c.instrument(false)
	for _, arguments := range c.calls {
		turn := c.turn()
		turn.DryRun = true
		answer := execute(context.Background(), registry, c.tool.Name, json.RawMessage(arguments), turn)
		if runs.Load() > 0 {
			c.fault("dry-run", "with %s the tool ran", excerpt(arguments))
			return
		}
		c.result("dry-run", arguments, answer)
	}
}

// results checks the results of the tool.
func (c *toolChecker) results() {
	registry, runs := c.instrument(true)
	for _, arguments := range c.calls {
		before := runs.Load()
		answer := execute(context.Background(), registry, c.tool.Name, json.RawMessage(arguments), c.turn())
		if runs.Load() == before && answer.Result.Code != runtime.InputInvalid {
			c.fault("result", "with %s the tool did not run: %s (%s): set what it needs in ToolOptions", excerpt(arguments), answer.Result.Error, answer.Result.Reason)
			continue
		}
		c.result("result", arguments, answer)
	}
	if text := c.broken.Load(); text != nil {
		c.fault("result", "the text of a result is not UTF-8: %q", excerpt(*text))
	}
}

// toolFailures are the reasons of results that the runtime returns if the tool returned no result or too
// much.
var toolFailures = map[string]bool{
	runtime.ReasonPanic: true, runtime.ReasonExited: true, runtime.ReasonNoResult: true,
	runtime.ReasonStructuredTooLarge: true, runtime.ReasonPartsTooLarge: true,
}

// result checks one result.
func (c *toolChecker) result(check, arguments string, answer runtime.CallResult) {
	result := answer.Result
	switch {
	case toolFailures[result.Reason]:
		c.fault(check, "with %s: %s", excerpt(arguments), result.Error)
	case check == "result" && result.Code == runtime.InputInvalid:
		c.fault(check, "the valid call %s is refused: %s", excerpt(arguments), result.Error)
	case check == "result" && result.OK && c.tool.JSON && c.tool.Untrusted == nil && !json.Valid([]byte(result.Value)):
		c.fault(check, "with %s the text is not JSON, but Tool.JSON is set: %s", excerpt(arguments), excerpt(result.Value))
	case result.Structured != nil && !isObject(result.Structured):
		c.fault(check, "with %s the structured content is not an object: %s", excerpt(arguments), excerpt(string(result.Structured)))
	case check == "result" && result.OK && c.tool.Output != "" && result.Structured == nil:
		c.fault(check, "with %s there is no structured content, but the tool has an output schema", excerpt(arguments))
	}
}

func isObject(text json.RawMessage) bool {
	return json.Valid(text) && bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{"))
}

// concurrentCalls is how many equal calls run at the same time.
const concurrentCalls = 8

// concurrency checks that concurrent equal calls have equal results. The race detector finds shared data.
func (c *toolChecker) concurrency() {
	if !c.tool.Hints.ReadOnly && !c.tool.Hints.Idempotent {
		return
	}
	registry, _ := c.instrument(true)
	for _, arguments := range c.calls {
		calls := make([]runtime.ToolCall, concurrentCalls)
		for i := range calls {
			calls[i] = runtime.ToolCall{Name: c.tool.Name, Args: json.RawMessage(arguments)}
		}
		answers := registry.ExecuteParallel(context.Background(), calls, c.turn())
		for _, answer := range answers[1:] {
			if answer.Result.OK != answers[0].Result.OK {
				c.fault("repeat", "some of %d concurrent equal calls with %s fail: %s", concurrentCalls, excerpt(arguments), answer.Result.Error+answers[0].Result.Error)
				break
			}
		}
	}
}

// moment is how long a tool runs before its context is cancelled.
const moment = 10 * time.Millisecond

// cancellation checks that the tool returns when its context is cancelled.
func (c *toolChecker) cancellation() {
	grace := cmp.Or(c.options.Grace, defaultGrace)
	for _, arguments := range c.calls {
		registry, runs := c.instrument(true)
		ctx, cancel := context.WithCancel(context.Background())
		answered := make(chan struct{})
		go func() {
			defer cancel()
			for runs.Load() == 0 && !isClosedWithin(answered, moment/10) {
			}
			isClosedWithin(answered, moment)
		}()
		execute(ctx, registry, c.tool.Name, json.RawMessage(arguments), c.turn())
		close(answered)
		for start := time.Now(); registry.Stats().Abandoned > 0; time.Sleep(moment / 10) {
			if time.Since(start) > grace {
				c.fault("cancel", "with %s the tool is still running %s after its context was cancelled", excerpt(arguments), grace)
				break
			}
		}
		cancel()
	}
}

// isClosedWithin waits for at most a duration, and reports whether the channel was closed.
func isClosedWithin(closed <-chan struct{}, duration time.Duration) bool {
	select {
	case <-closed:
		return true
	case <-time.After(duration):
		return false
	}
}

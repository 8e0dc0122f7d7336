package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// call runs one tool. The content of a successful result goes to stdout, everything else to stderr.
func call(v *invocation) (failed bool, err error) {
	text, source := []byte(nil), "arguments"
	if len(v.operands) > 1 {
		if text = []byte(v.operands[1]); v.operands[1] == "-" {
			text, source, err = v.read("-")
		}
	}
	if err == nil {
		err = checkJSON(text, source)
	}
	if err != nil {
		return false, err
	}
	results, err := v.run([]runtime.ToolCall{{ID: "1", Name: v.operands[0], Args: text}})
	if err != nil {
		return false, err
	}
	if v.json {
		return v.printJSON(results)
	}
	return v.printOne(&results[0])
}

// batch runs the calls of a file.
func batch(v *invocation) (failed bool, err error) {
	text, source, err := v.read(v.operands[0])
	if err != nil {
		return false, err
	}
	calls, err := parseCalls(text, source)
	if err != nil {
		return false, err
	}
	results, err := v.run(calls)
	if err != nil {
		return false, err
	}
	if v.json {
		return v.printJSON(results)
	}
	return v.printTable(results)
}

// run executes the calls as one batch.
func (v *invocation) run(calls []runtime.ToolCall) ([]runtime.CallResult, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	ctx := v.ctx
	if v.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, v.timeout)
		defer cancel()
	}
	turn := v.turn()
	turn.Session, turn.CurrentTurn = runtime.NewSession(v.session, "cli"), 1
	turn.Emit, turn.Log = v.progress, v.log
	return v.registry.ExecuteParallel(ctx, calls, &turn), nil
}

// turn returns the turn that the flags describe.
func (v *invocation) turn() runtime.Turn {
	return runtime.Turn{Platform: "cli", WorkingDir: v.dir, ResultBudgetChars: v.budget, DryRun: v.dryRun, Policy: v.policy}
}

// check checks the flags and sets the working directory.
func (v *invocation) check() error {
	switch {
	case v.budget < 0:
		return fmt.Errorf("--budget: %d is negative", v.budget)
	case v.timeout < 0:
		return fmt.Errorf("--timeout: %v is negative", v.timeout)
	case v.session == "":
		return errors.New("--session: the value is empty")
	}
	if err := v.setDir(); err != nil {
		return err
	}
	return v.checkPolicy()
}

// progress prints events that are for people.
func (v *invocation) progress(event runtime.ProgressEvent) {
	if event.Audience == runtime.AudienceInternal {
		return
	}
	percent := ""
	if event.Percent != nil {
		percent = fmt.Sprintf(" %.0f%%", *event.Percent)
	}
	fmt.Fprintf(v.stderr, "%s %s:%s %s\n", event.CallID, event.Tool, percent, event.Message)
}

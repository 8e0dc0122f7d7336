package task_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/runtime"
)

// turnTool returns a tool of a turn.
func turnTool(name string) *runtime.Tool {
	return &runtime.Tool{Name: name, Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
		return runtime.Text(name + " of the turn, one of " + fmt.Sprint(len(c.Tools())))
	}}
}

// TestTurnTools checks that a sub-agent at every depth can call the tools of the caller's turn that the caller
// can call and passes on.
func TestTurnTools(t *testing.T) {
	all := []string{"mcp__mine__a", "mcp__mine__b", "mcp__other__a", "spend", "twice", "hidden"}
	const all4, alone = "%s: %[1]s of the turn, one of 4", "%s: %[1]s of the turn, one of 1"
	tests := []struct {
		reason, args string
		edit         func(*runtime.Turn)
		want         map[string]string // of those that run
	}{
		{"all tools of the caller", anyTask, nil,
			map[string]string{"mcp__mine__a": all4, "mcp__mine__b": all4, "mcp__other__a": all4, "hidden": all4, "spend": "%s: spent"}},
		{"the tools that the caller named", `{"prompt":"do it","tools":["mcp__mine__a"]}`, nil, map[string]string{"mcp__mine__a": alone}},
		{"a registered one of the same name", `{"prompt":"do it","tools":["spend"]}`, nil, map[string]string{"spend": "%s: spent"}},
		{"the policy of the caller", anyTask, func(turn *runtime.Turn) {
			turn.Policy.MCPServers, turn.Policy.Exclude = runtime.AllowOnly("mine"), []string{"mcp__mine__b", "hidden"}
		}, map[string]string{"mcp__mine__a": alone, "spend": "%s: spent"}},
		{"the tools that are visible to the caller", anyTask, func(turn *runtime.Turn) {
			turn.Visible = []*runtime.Tool{{Name: "task"}, {Name: "mcp__mine__a"}, {Name: "twice"}}
		}, map[string]string{"mcp__mine__a": alone}},
	}
	for _, test := range tests {
		for _, depth := range []int{1, 2} {
			t.Run(fmt.Sprint(test.reason, depth), func(t *testing.T) {
				agent := script(func(ctx context.Context, r *task.Request) (string, error) {
					if r.Depth < depth {
						return nestedAnswer(r.Execute(ctx, one("task", test.args))[0]), nil
					}
					return loopOf(step(all...))(ctx, r)
				})
				turn := &runtime.Turn{Tools: []*runtime.Tool{
					turnTool("mcp__mine__a"), turnTool("mcp__mine__b"), turnTool("mcp__other__a"), turnTool("spend"), turnTool("twice"), turnTool("twice"), nil, turnTool("hidden"),
				}}
				if test.edit != nil {
					test.edit(turn)
				}
				args := test.args
				if depth == 2 { // the sub-agent needs the tool itself to pass the other tools on
					args = anyTask
				}
				answer := report(t, newFixture(t, agent, nil).run(t.Context(), turn, args)).Answer
				for _, name := range all {
					want := name + ": not_available"
					if text, runs := test.want[name]; runs {
						want = fmt.Sprintf(text, name)
					}
					if !strings.Contains(answer, want) {
						t.Errorf("the answer does not contain %q:\n%s", want, answer)
					}
				}
			})
		}
	}
}

// TestRequestedTurnTools checks that the request lists the tools of the turn after the registered ones, and
// that options can exclude them.
func TestRequestedTurnTools(t *testing.T) {
	var listed []string
	agent := script(func(_ context.Context, r *task.Request) (string, error) {
		for _, tool := range r.Tools {
			listed = append(listed, tool.Name)
		}
		return "ok", nil
	})
	w := newFixture(t, agent, &task.Options{Exclude: []string{"kept"}})
	turn := only("task", "spend", "mine", "kept")
	turn.Tools = []*runtime.Tool{turnTool("mine"), turnTool("kept"), turnTool("closed")}
	report(t, w.run(t.Context(), turn, anyTask))
	if !slices.Contains(listed, "spend") || slices.Index(listed, "mine") != len(listed)-1 || slices.Contains(listed, "kept") || slices.Contains(listed, "closed") {
		t.Errorf("the tools are %v", listed)
	}
	if got := w.run(t.Context(), turn, `{"prompt":"do it","tools":["closed"]}`); got.Code != runtime.InputInvalid || strings.Contains(got.Error, "kept") || !strings.Contains(got.Error, "mine") {
		t.Errorf("a tool that the caller may not call itself: %+v", got)
	}
}

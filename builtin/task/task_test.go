package task_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/builtin/clock"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestTask(t *testing.T) {
	agent := script(func(ctx context.Context, r *task.Request) (string, error) {
		if r.Prompt != "do it" || r.Depth != 1 {
			return "", fmt.Errorf("the request is %+v", r)
		}
		if err := r.Charge(0.5); err != nil {
			return "", err
		}
		first := r.Execute(ctx, one("current_time", `{"timezone":"UTC"}`))
		second := r.Execute(ctx, step("spend", "whoami"))
		return resultLine(first[0])[:14] + "|" + resultLine(second[1]), nil
	})
	session := runtime.NewSession("s", "chat")
	got := newFixture(t, agent, nil).run(t.Context(), &runtime.Turn{Session: session, AgentID: "a", WorkingDir: "/w", CurrentTurn: 9}, anyTask)
	r := report(t, got)
	who := strings.Split(r.Answer, "|")
	if len(who) != 6 || who[0] != "current_time: " || !strings.HasPrefix(who[1], "whoami: s/task-") || strings.Join(who[2:], "|") != "chat|a|/w|2" {
		t.Errorf("the answer is %q", r.Answer)
	}
	r.Answer = ""
	if diff := cmp.Diff(task.Report{Steps: 2, Calls: 3, CostUSD: 0.75}, r); diff != "" || got.CostUSD != 0.75 || session.Totals().CostUSD != 0.75 {
		t.Errorf("%s cost %v, of the session %v", diff, got.CostUSD, session.Totals().CostUSD)
	}
	if !strings.HasPrefix(got.Value, `<untrusted source="sub-agent: do it" tool="task">`) || !strings.Contains(got.Value, "[sub-agent: 2 steps, 3 calls, $0.7500]") {
		t.Errorf("the text is %q", got.Value)
	}
}

// TestTools checks that a sub-agent gets the tools that its caller can run and asked for.
func TestTools(t *testing.T) {
	excluding := only("task", "spend", "tell")
	excluding.Policy.Exclude = []string{"tell"}
	showing := &runtime.Turn{}
	granting := &runtime.Turn{Policy: runtime.Policy{Grants: []string{"secret:grant"}, Toolsets: runtime.AllowOnly("test", "agents")}}
	for _, test := range []struct {
		reason string
		turn   *runtime.Turn
		tools  []string
		want   string // the tools given, or the beginning of the error
	}{
		{"all that need no grant", &runtime.Turn{}, nil, "task current_time get_skill spend wait whoami tell long anything"},
		{"the tools that the policy allows, and those that are always included", only("task", "spend"), nil, "task get_skill spend"},
		{"the tools that the caller named", only("task", "spend", "tell"), []string{"tell"}, "get_skill tell"},
		{"a tool that the caller named twice", &runtime.Turn{}, []string{"tell", "tell"}, "get_skill tell"},
		{"excluded tools are not given", excluding, nil, "task get_skill spend"},
		{"grants are passed on", granting, []string{"guarded"}, "guarded"},
		{"tools that are not visible are not given", showing, nil, "task spend"},
		{"a forbidden tool", only("task", "spend"), []string{"spend", "current_time"}, "a sub-agent cannot be given current_time; it can be given: task, get_skill, spend"},
		{"several wrong names at once", only("task"), []string{"nobody", "wait", "task"}, "a sub-agent cannot be given nobody, wait; it can be given: task, get_skill"},
		{"a tool that needs a grant", &runtime.Turn{}, []string{"guarded"}, "a sub-agent cannot be given guarded;"},
		{"an excluded tool", excluding, []string{"tell"}, "a sub-agent cannot be given tell;"},
		{"a tool that is not visible", showing, []string{"tell"}, "a sub-agent cannot be given tell;"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			every := []string{"task", "current_time", "get_skill", "spend", "wait", "whoami", "tell", "long", "anything", "guarded"}
			var registry *runtime.Registry
			agent := script(func(ctx context.Context, r *task.Request) (string, error) {
				var ran, shown []string
				for _, tool := range r.Tools {
					shown = append(shown, tool.Name)
				}
				for _, name := range slices.DeleteFunc(slices.Clone(every), func(name string) bool { return name == "wait" || name == "task" }) {
					if result := r.Execute(ctx, step(name))[0].Result; !strings.Contains(result.Error, "not permitted") && !strings.Contains(result.Error, "not available on this surface") {
						ran = append(ran, name)
					}
				}
				var seen []string
				for _, definition := range registry.Definitions(r.Policy) {
					seen = append(seen, definition.Name)
				}
				if diff := cmp.Diff(shown, seen); diff != "" {
					t.Errorf("the policy is another than the tools: %s", diff)
				}
				if diff := cmp.Diff(slices.DeleteFunc(slices.Clone(shown), func(name string) bool { return name == "wait" || name == "task" }), ran); diff != "" {
					t.Errorf("given, and not run or run: %s", diff)
				}
				return strings.Join(shown, " "), nil
			})
			w := newFixture(t, agent, nil)
			registry = w.registry
			turn := *test.turn
			if test.turn == showing {
				for _, name := range []string{"task", "spend"} {
					tool, _ := registry.Tool(name)
					turn.Visible = append(turn.Visible, tool)
				}
			}
			args := anyTask
			if test.tools != nil {
				args = fmt.Sprintf(`{"prompt":"do it","tools":["%s"]}`, strings.Join(test.tools, `","`))
			}
			got := w.run(t.Context(), &turn, args)
			if got.OK {
				if answer := report(t, got).Answer; answer != test.want {
					t.Errorf("got %s, want %s", answer, test.want)
				}
			} else if got.Code != runtime.InputInvalid || got.Field != "tools" || !strings.Contains(got.Error, test.want) {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestFiles checks that a sub-agent can use only the files of its caller, also with a tool that is always
// included.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "skills"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "skills", "cook.md"), []byte("Boil water."), 0o644); err != nil {
		t.Fatal(err)
	}
	agent := script(func(ctx context.Context, r *task.Request) (string, error) {
		r.Policy.Files.Read = append(r.Policy.Files.Read, "/") // has no effect: r has a copy
		if len(r.Policy.Files.Read) > 1 {
			r.Policy.Files.Read[0] = "/"
		}
		return resultLine(r.Execute(ctx, one("get_skill", `{"skill_name":"cook"}`))[0]), nil
	})
	w := newFixture(t, agent, nil)
	turn := only("task")
	turn.WorkingDir, turn.Policy.Files.Read = dir, []string{"skills"}
	if got := report(t, w.run(t.Context(), turn, anyTask)).Answer; !strings.Contains(got, "Boil water.") {
		t.Errorf("with the caller's files: %s", got)
	}
	if turn.Policy.Files.Read[0] != "skills" {
		t.Error("the caller's policy was changed")
	}
	turn.Policy.Files.Read = nil
	if got := report(t, w.run(t.Context(), turn, anyTask)).Answer; !strings.Contains(got, "not_available fs:read") {
		t.Errorf("without any: %s", got)
	}
}

// TestPolicyOfTools checks that the tools of a sub-agent run under the policy of the caller, also if the loop
// changes its copy.
func TestPolicyOfTools(t *testing.T) {
	agent := script(func(ctx context.Context, r *task.Request) (string, error) {
		if r.Depth == 1 {
			wide := runtime.Policy{
				Grants: []string{"secret:grant"}, Files: runtime.FilePolicy{Read: []string{"/"}, Write: []string{"/"}}, Network: runtime.NetworkPolicy{Allow: []string{"*"}},
			}
			r.Policy, r.Tools, r.Depth = wide, nil, 0
			return r.Execute(ctx, one("task", anyTask))[0].Result.Value, nil
		}
		r.Policy.Files.Read[0], r.Policy.Network.Allow[0], r.Policy.Exclude = "/", "*", nil
		return resultLine(r.Execute(ctx, step("policy"))[0]) + "\n" + resultLine(r.Execute(ctx, step("guarded"))[0]), nil
	})
	w := newFixture(t, agent, nil)
	err := w.registry.Register(&runtime.Tool{Name: "policy", Description: "Tells its policy.", Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
		p := c.Policy()
		return runtime.Text(fmt.Sprint(p.Files, p.Network, p.Grants, p.Tools.Allows("spend"), p.Tools.Allows("policy")))
	}})
	if err != nil {
		t.Fatal(err)
	}
	turn := only("task", "policy", "guarded")
	turn.Policy.Files = runtime.FilePolicy{Read: []string{"docs"}, Deny: []string{"docs/private"}}
	turn.Policy.Network = runtime.NetworkPolicy{Allow: []string{"example.com"}}
	turn.Policy.Grants = []string{"other:grant"}
	got := report(t, w.run(t.Context(), turn, anyTask)).Answer
	want := fmt.Sprint(turn.Policy.Files, turn.Policy.Network, turn.Policy.Grants, false, true)
	if !strings.Contains(got, "policy: "+want) || !strings.Contains(got, "guarded: not_available") {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFailures checks that an error of the agent is a failure of the call, with its cost.
func TestFailures(t *testing.T) {
	for _, test := range []struct {
		reason string
		agent  task.Agent
		want   runtime.Result
		text   string
	}{
		{"an error", script(func(_ context.Context, r *task.Request) (string, error) {
			r.Charge(0.1)
			return "half", errors.New("the model is overloaded")
		}), runtime.Result{Code: runtime.ExecutionFailed, CostUSD: 0.1}, "the sub-agent failed after 0 steps and 0 calls:\n<untrusted source=\"sub-agent: do it\" tool=\"task\">\nthe model is overloaded"},
		{"an error with a code", script(func(context.Context, *task.Request) (string, error) {
			return "", &runtime.Error{Code: runtime.NotAvailable, Message: "no key", Reason: "NO_KEY"}
		}), runtime.Result{Code: runtime.NotAvailable, Reason: "NO_KEY"}, "the sub-agent failed after 0 steps and 0 calls:\n<untrusted source=\"sub-agent: do it\" tool=\"task\">\nno key"},
		{"no answer", script(func(ctx context.Context, r *task.Request) (string, error) {
			r.Execute(ctx, step("spend"))
			return " \n", nil
		}), runtime.Result{Code: runtime.ExecutionFailed, Reason: task.ReasonNoAnswer, CostUSD: 0.25}, "after 1 step and 1 call:\nit ended without an answer"},
		{"a panic", script(func(_ context.Context, r *task.Request) (string, error) {
			r.Charge(0.2)
			panic("boom\nsecret stack")
		}), runtime.Result{Code: runtime.ExecutionFailed, Reason: runtime.ReasonPanic, CostUSD: 0.2}, "it panicked: boom\n"},
		{"a loop that ends its goroutine", script(func(_ context.Context, r *task.Request) (string, error) {
			r.Charge(0.3)
			goruntime.Goexit()
			return "", nil
		}), runtime.Result{Code: runtime.ExecutionFailed, Reason: runtime.ReasonExited, CostUSD: 0.3}, "it ended without a result"},
		{"a panic with nil", script(func(context.Context, *task.Request) (string, error) {
			panic(nil)
		}), runtime.Result{Code: runtime.ExecutionFailed, Reason: runtime.ReasonPanic}, "it panicked"},
		{"no agent", nil, runtime.Result{Code: runtime.NotAvailable, Reason: "check Wired failed"}, "not currently available"},
	} {
		t.Run(test.reason, func(t *testing.T) {
			got := newFixture(t, test.agent, nil).run(t.Context(), nil, anyTask)
			if got.OK || got.Code != test.want.Code || got.Reason != test.want.Reason || got.CostUSD != test.want.CostUSD || !strings.Contains(got.Error, test.text) || strings.Contains(got.Error, "secret stack") {
				t.Errorf("%+v", got)
			}
		})
	}
	unwired := task.New(loopOf(), nil)
	if got := toolstest.Call(t, task.RunnerTools(unwired)[0], anyTask, nil).Result; got.Code != runtime.NotAvailable {
		t.Errorf("without a registry: %+v", got)
	}
	if got := unwired.Task(t.Context(), runtime.NewCall(nil, runtime.ToolCall{}), task.Args{Prompt: "x"}); got.Reason != task.ReasonNotWired {
		t.Errorf("called directly: %+v", got)
	}
}

// TestBrokenAnswer checks that an answer that is not UTF-8 becomes a valid text.
func TestBrokenAnswer(t *testing.T) {
	agent := script(func(context.Context, *task.Request) (string, error) { return "a\xffb", nil })
	got := newFixture(t, agent, nil).run(t.Context(), nil, anyTask)
	if want := "a\uFFFDb"; !got.OK || report(t, got).Answer != want || !strings.Contains(got.Value, "\n"+want+"\n") {
		t.Errorf("%+v", got)
	}
}

func TestLongAnswer(t *testing.T) {
	agent := script(func(context.Context, *task.Request) (string, error) { return strings.Repeat("é", 50_000), nil })
	got := newFixture(t, agent, nil).run(t.Context(), nil, anyTask)
	if answer := report(t, got).Answer; !strings.HasSuffix(answer, "é\n[30,000 chars omitted]") || len([]rune(answer)) > 20_100 {
		t.Errorf("%d characters: …%s", len([]rune(answer)), answer[len(answer)-60:])
	}
	if !strings.Contains(got.Value, " chars omitted; not stored") || !strings.HasSuffix(got.Value, "[sub-agent: 0 steps, 0 calls, $0.0000]") {
		t.Errorf("the text ends in …%s", got.Value[len(got.Value)-100:])
	}
}

// TestDryRun checks that a dry run starts nothing and describes the run.
func TestDryRun(t *testing.T) {
	agent := script(func(context.Context, *task.Request) (string, error) { t.Error("the agent ran"); return "", nil })
	w := newFixture(t, agent, &task.Options{Budget: task.Budget{Steps: 1}})
	turn := only("task", "tell", "spend")
	turn.DryRun = true
	got := w.run(t.Context(), turn, `{"prompt":"count <files>","tools":["tell"]}`)
	if want := "would start a sub-agent (depth 1 of 2) with at most 1 step, 100 calls, $1.00 and 10m0s, and with these tools: get_skill, tell\nIts task:\ncount <files>"; !strings.Contains(got.Value, want) {
		t.Errorf("%q, want %q", got.Value, want)
	}
	if got := w.run(t.Context(), turn, `{"prompt":"x","tools":["wait"]}`); got.Code != runtime.InputInvalid {
		t.Errorf("%+v", got)
	}
}

func TestProgress(t *testing.T) {
	var progress toolstest.Recorder
	w := newFixture(t, loopOf(step("tell", "no_such\x1b[31mtool", "tell")), nil)
	w.run(t.Context(), &runtime.Turn{Emit: progress.Emit}, anyTask)
	for audience, want := range map[runtime.Audience][]string{
		runtime.AudienceUser: {"tell: for people", "tell: for people"}, runtime.AudienceInternal: {"tell: for the log", "tell: for the log"}, runtime.AudienceDashboard: {"step 1: tell"},
	} {
		if diff := cmp.Diff(want, progress.Messages(audience)); diff != "" {
			t.Errorf("%s: %s", audience, diff)
		}
	}
}

func TestContract(t *testing.T) {
	agent := script(func(ctx context.Context, r *task.Request) (string, error) {
		r.Execute(ctx, step("wait"))
		return "done", ctx.Err()
	})
	w := newFixture(t, agent, &task.Options{Budget: task.Budget{Time: 1}})
	tool, _ := w.registry.Tool("task")
	fixed := *tool
	fixed.Examples = nil // their tools are not in this registry
	err := toolstest.CheckTool(&fixed, &toolstest.ToolOptions{
		Calls:   []string{anyTask, `{"prompt":"x","tools":["wait"]}`},
		Invalid: []string{`{}`, `{"prompt":""}`, `{"prompt":"x","tools":[]}`, `{"prompt":"x","budget":5}`, `{"prompt":"x","depth":0}`},
	})
	if err != nil {
		t.Error(err)
	}
	if len(tool.Examples) == 0 {
		t.Error("the tool has no example")
	}
}

// upper is an agent without a model, which returns its prompt in upper case.
type upper struct{}

func (upper) Run(ctx context.Context, r *task.Request) (string, error) {
	now := r.Execute(ctx, []runtime.ToolCall{{ID: "1", Name: "current_time"}})
	return fmt.Sprintf("%s %t", strings.ToUpper(r.Prompt), now[0].Result.OK), nil
}

func Example() {
	runner := task.New(upper{}, &task.Options{Budget: task.Budget{Steps: 5}})
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(append(task.RunnerTools(runner), clock.Tools()...)...); err != nil {
		fmt.Println(err)
	}
	runner.Use(registry)
	results := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{
		{ID: "1", Name: "task", Args: []byte(`{"prompt": "what time is it?"}`)},
	}, nil)
	fmt.Println(string(results[0].Result.Structured))
	// Output: {"answer":"WHAT TIME IS IT? true","steps":1,"calls":1,"cost_usd":0}
}

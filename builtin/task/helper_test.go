package task_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"testing"

	"github.com/toolgen/toolgen/builtin/clock"
	"github.com/toolgen/toolgen/builtin/skill"
	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
	"github.com/toolgen/toolgen/runtime/decode"
)

// script is an agent without a model: a function of the test.
type script func(ctx context.Context, r *task.Request) (string, error)

func (s script) Run(ctx context.Context, r *task.Request) (string, error) { return s(ctx, r) }

// loopOf returns an agent that executes the steps and returns all results.
func loopOf(steps ...[]runtime.ToolCall) script {
	return func(ctx context.Context, r *task.Request) (string, error) {
		answer := ""
		for _, step := range steps {
			for _, result := range r.Execute(ctx, step) {
				answer += resultLine(result) + "\n"
			}
		}
		return answer, nil
	}
}

// resultLine returns a result as one line.
func resultLine(r runtime.CallResult) string {
	if r.Result.OK {
		return r.Name + ": " + r.Result.Value
	}
	return fmt.Sprintf("%s: %s %s %s", r.Name, r.Result.Code, r.Result.Reason, r.Result.Error)
}

func step(names ...string) []runtime.ToolCall {
	calls := make([]runtime.ToolCall, len(names))
	for i, name := range names {
		calls[i] = runtime.ToolCall{ID: fmt.Sprint(i), Name: name}
	}
	return calls
}

func one(name, args string) []runtime.ToolCall {
	return []runtime.ToolCall{{ID: "1", Name: name, Args: json.RawMessage(args)}}
}

// fixture is a registry with the task tool, two built-in tools, and tools of the test.
type fixture struct {
	t        testing.TB
	registry *runtime.Registry
}

func newFixture(t testing.TB, agent task.Agent, o *task.Options) *fixture {
	t.Helper()
	runner := task.New(agent, o)
	registry := runtime.NewRegistry(&runtime.Options{
		Logger:   slog.New(slog.NewTextHandler(io.Discard, nil)),
		Backends: &capability.Backends{Files: files.New(nil).Open},
	})
	tool := func(name string, invoke runtime.Handler) *runtime.Tool {
		return &runtime.Tool{Name: name, Description: "Serves a test.", Toolset: "test", Invoke: invoke}
	}
	long := tool("long", func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Text(string(make([]byte, 1000)))
	})
	guarded := tool("guarded", func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("guarded ran") })
	guarded.Requires = []string{"secret:grant"}
	loose := tool("anything", func(_ context.Context, c *runtime.Call) runtime.Result { return runtime.Text(string(c.Arguments())) })
	loose.Decode = func(*decode.D) any { return nil }
	err := registry.Register(append(append(append(task.RunnerTools(runner), clock.Tools()...), skill.Tools()...),
		tool("spend", func(context.Context, *runtime.Call) runtime.Result {
			return runtime.Result{OK: true, Value: "spent", CostUSD: 0.25}
		}),
		tool("wait", func(ctx context.Context, _ *runtime.Call) runtime.Result {
			<-ctx.Done()
			return runtime.FromError(ctx.Err())
		}),
		tool("whoami", func(_ context.Context, c *runtime.Call) runtime.Result {
			return runtime.Text(fmt.Sprintf("%s|%s|%s|%s|%d", c.Session().ID(), c.Session().Key(), c.AgentID(), c.WorkingDir(), c.CurrentTurn()))
		}),
		tool("tell", func(_ context.Context, c *runtime.Call) runtime.Result {
			c.Progress(runtime.ProgressEvent{Message: "for people", Audience: runtime.AudienceUser})
			c.Progress(runtime.ProgressEvent{Message: "for the log"})
			return runtime.Text("told")
		}),
		long, guarded, loose,
	)...)
	if err != nil {
		t.Fatal(err)
	}
	runner.Use(registry)
	return &fixture{t, registry}
}

// run makes one call of the task tool, as the main agent.
func (w *fixture) run(ctx context.Context, turn *runtime.Turn, args string) runtime.Result {
	w.t.Helper()
	return w.registry.ExecuteParallel(ctx, one("task", args), turn)[0].Result
}

// only returns a turn with a policy that allows these tools.
func only(names ...string) *runtime.Turn {
	return &runtime.Turn{Policy: runtime.Policy{Tools: runtime.AllowOnly(names...)}}
}

func report(t testing.TB, result runtime.Result) task.Report {
	t.Helper()
	var r task.Report
	if err := json.Unmarshal(result.Structured, &r); err != nil {
		t.Fatalf("%v: %+v", err, result)
	}
	return r
}

const anyTask = `{"prompt":"do it"}`

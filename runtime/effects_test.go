package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// declared returns a tool with the declarations that takes one second.
func declared(d *diary, name string, needs *capability.Needs, hints runtime.Hints) runtime.Tool {
	return runtime.Tool{Name: name, Decode: decodeWord, Needs: needs, Hints: hints, Invoke: d.handler(time.Second)}
}

// emptyBackends returns backends without functionality, because the tools of
// these tests access nothing.
func emptyBackends() *capability.Backends {
	return &capability.Backends{
		Files: func(context.Context, *capability.Request) (capability.WriteFS, error) {
			return struct{ capability.WriteFS }{}, nil
		},
		Process: func(context.Context, *capability.Request) (capability.Exec, error) {
			return struct{ capability.Exec }{}, nil
		},
		Storage: func(context.Context, *capability.Request) (capability.KV, error) {
			return struct{ capability.KV }{}, nil
		},
		Network: func(context.Context, *capability.Request) (any, error) { return 1, nil },
	}
}

// Calls that change data take effect in input order relative to the calls that
// touch the same data. All other calls run concurrently.
func TestOrderOfEffects(t *testing.T) {
	files := func(read, write string) *capability.Needs {
		n := &capability.Needs{Kinds: capability.KindRead}
		if read != "" {
			n.Read = strings.Split(read, ",")
		}
		if write != "-" {
			n.Kinds |= capability.KindWrite
			n.Write = strings.Split(write, ",")
			if write == "" {
				n.Write = nil
			}
		}
		return n
	}
	storage := func(scope capability.Scope) *capability.Needs {
		return &capability.Needs{Kinds: capability.KindStorage, Storage: capability.StorageNeeds{Scope: scope}}
	}
	var (
		process, network = &capability.Needs{Kinds: capability.KindProcess}, &capability.Needs{Kinds: capability.KindNetwork, Hosts: []string{"*"}}
		readOnly, sides  = runtime.Hints{ReadOnly: true}, runtime.Hints{SideEffects: true}
		none             runtime.Hints
	)
	tests := []struct {
		reason, batch string
		seconds       int
	}{
		{"reads run at the same time", "read read docs git_diff fetch look", 1},
		{"a pure tool never waits", "write pure run pure change pure", 3},
		{"writes in order", "write write write", 3},
		{"a read between writes sees the first", "write read write", 3},
		{"reads before and after a write", "read read write read read", 3},
		{"a diff, two patches and a search", "git_diff patch patch read", 4},
		{"different roots do not conflict", "out docs out docs", 2},
		{"a root contains the paths in it", "out deep", 2},
		{"names with a common prefix are different roots", "out output", 1},
		{"every file contains every root", "write out", 2},
		{"programs touch everything", "run read run fetch look", 4},
		{"programs of a tool that only reads are readers", "git_diff git_diff git_diff", 1},
		{"unspecified side effects conflict with every tool that touches data", "change look change fetch", 4},
		{"side effects with a key conflict only with equal keys", "ticket:a ticket:b look read", 1},
		{"side effects with an equal key are in order", "ticket:a ticket:a", 2},
		{"a store of the session is shared by its tools", "session_a session_b", 2},
		{"a store of a tool is its own", "private_a private_b", 1},
		{"calls of the tool itself are in order", "private_a private_a", 2},
		{"files and stores do not conflict", "session_a write", 1},
		{"a destructive tool with a network may change any data", "post look post", 3},
		{"side effects on hosts may change any data, including undeclared files", "upload look upload", 3},
		{"a concurrent tool neither waits nor delays other calls", "agent agent write agent read", 2},
		{"read-only has priority over capabilities", "peek peek peek", 1},
		{"one call is never ordered", "write", 1},
		{"refused calls delay no other call", "unknown write unknown", 1},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var d diary
				ticket := declared(&d, "ticket", nil, sides)
				ticket.Key = func(args any) string { return args.(*word).Text }
				agent := declared(&d, "agent", process, sides)
				agent.Concurrent = true
				registry := newRegistry(t, &runtime.Options{Backends: emptyBackends()}, ticket, agent,
					declared(&d, "pure", nil, none), declared(&d, "look", nil, readOnly), declared(&d, "change", nil, sides),
					declared(&d, "read", files("", "-"), readOnly), declared(&d, "docs", files("docs", "-"), none),
					declared(&d, "write", files("", ""), none), declared(&d, "patch", files("", ""), runtime.Hints{Destructive: true}),
					declared(&d, "out", files("out", "out"), none), declared(&d, "deep", files("x", "out/deep/er"), none), declared(&d, "output", files("output", "output"), none),
					declared(&d, "run", process, none), declared(&d, "git_diff", process, readOnly), declared(&d, "fetch", network, none),
					declared(&d, "post", network, runtime.Hints{Destructive: true}), declared(&d, "peek", files("", ""), readOnly),
					declared(&d, "upload", &capability.Needs{Kinds: capability.KindNetwork | capability.KindWrite, Hosts: []string{"*"}, Write: []string{"cache"}}, sides),
					declared(&d, "session_a", storage(capability.ScopeSession), none), declared(&d, "session_b", storage(capability.ScopeSession), none),
					declared(&d, "private_a", storage(capability.ScopeTool), none), declared(&d, "private_b", storage(capability.ScopeTool), none),
				)
				start := time.Now()
				results := registry.ExecuteParallel(t.Context(), plannedCalls(test.batch), nil)
				if took := time.Since(start); took != time.Duration(test.seconds)*time.Second {
					t.Errorf("it took %s, want %ds; the diary is %s", took, test.seconds, strings.Join(d.read(), " "))
				}
				for i, result := range results {
					if !result.Result.OK && result.Name != "unknown" {
						t.Errorf("call %d: %+v", i, result.Result)
					}
				}
			})
		})
	}
}

// disk has files that tools read, append to and copy.
type disk struct {
	mu    sync.Mutex
	files map[string]string
}

// step accesses the files once, and pauses so that other calls may run.
func (d *disk) step(change func(files map[string]string) string) string {
	time.Sleep(time.Millisecond)
	d.mu.Lock()
	defer d.mu.Unlock()
	return change(d.files)
}

// diskTools returns tools for the directories a and b, and for both of them.
func diskTools(d *disk) []runtime.Tool {
	needs := func(read, write []string) *capability.Needs {
		n := &capability.Needs{Kinds: capability.KindRead, Read: read, Write: write}
		if write != nil {
			n.Kinds |= capability.KindWrite
		}
		return n
	}
	invoke := func(do func(c *runtime.Call) string) runtime.Handler {
		return func(_ context.Context, c *runtime.Call) runtime.Result { return runtime.Text(do(c)) }
	}
	var tools []runtime.Tool
	for _, dir := range []string{"a", "b"} {
		tools = append(tools,
			runtime.Tool{Name: "read_" + dir, Needs: needs([]string{dir}, nil), Invoke: invoke(func(*runtime.Call) string {
				return d.step(func(f map[string]string) string { return f[dir] })
			})},
			runtime.Tool{Name: "append_" + dir, Needs: needs([]string{dir}, []string{dir}), Invoke: invoke(func(c *runtime.Call) string {
				before := d.step(func(f map[string]string) string { return f[dir] })
				return d.step(func(f map[string]string) string { f[dir] = before + c.ID() + " "; return f[dir] })
			})})
	}
	everything := invoke(func(*runtime.Call) string {
		return d.step(func(f map[string]string) string { return f["a"] + "|" + f["b"] })
	})
	return append(tools,
		runtime.Tool{Name: "read_both", Hints: runtime.Hints{ReadOnly: true}, Needs: needs(nil, nil), Invoke: everything},
		runtime.Tool{Name: "status", Hints: runtime.Hints{ReadOnly: true}, Needs: &capability.Needs{Kinds: capability.KindProcess}, Invoke: everything},
		runtime.Tool{Name: "swap", Needs: &capability.Needs{Kinds: capability.KindProcess}, Invoke: invoke(func(*runtime.Call) string {
			a := d.step(func(f map[string]string) string { return f["a"] })
			return d.step(func(f map[string]string) string { f["a"], f["b"] = f["b"], a; return f["a"] + "|" + f["b"] })
		})},
		runtime.Tool{Name: "reset", Hints: runtime.Hints{SideEffects: true}, Invoke: invoke(func(c *runtime.Call) string {
			return d.step(func(f map[string]string) string { f["a"], f["b"] = c.ID()+" ", ""; return "reset" })
		})})
}

// A random batch of reads and writes of shared files has the results of its
// sequential execution.
func TestRandomBatchEqualsSequence(t *testing.T) {
	for seed := range uint64(300) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 11))
			parallel, sequential := &disk{files: map[string]string{}}, &disk{files: map[string]string{}}
			tools := diskTools(parallel)
			batch := make([]runtime.ToolCall, 1+random.IntN(30))
			for i := range batch {
				batch[i] = runtime.ToolCall{ID: fmt.Sprint(i), Name: tools[random.IntN(len(tools))].Name, Args: json.RawMessage(`{}`)}
			}
			o := &runtime.Options{Backends: emptyBackends(), Concurrency: 1 + random.IntN(8)}
			got := newRegistry(t, o, tools...).ExecuteParallel(t.Context(), batch, nil)
			var want []runtime.CallResult
			one := newRegistry(t, o, diskTools(sequential)...)
			for _, call := range batch {
				want = append(want, one.ExecuteParallel(t.Context(), []runtime.ToolCall{call}, nil)...)
			}
			for i := range batch {
				if got[i].Result.Value != want[i].Result.Value || !got[i].Result.OK {
					t.Errorf("seed %d: call %d (%s): %q, want %q", seed, i, batch[i].Name, got[i].Result.Value+got[i].Result.Error, want[i].Result.Value)
				}
			}
			if diff := cmp.Diff(sequential.files, parallel.files); diff != "" {
				t.Errorf("seed %d: files (-want +got):\n%s", seed, diff)
			}
		})
	}
}

// An abandoned call blocks calls that touch data that it may still change, but
// not calls that change data that it only reads.
func TestAbandonedCallsBlockEffects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var d diary
		hangs := func(name string, needs *capability.Needs) runtime.Tool {
			tool := declared(&d, name, needs, runtime.Hints{})
			tool.Timeout, tool.Invoke = time.Second, d.handler(time.Hour)
			return tool
		}
		writes := func(root string) *capability.Needs {
			return &capability.Needs{Kinds: capability.KindRead | capability.KindWrite, Read: []string{root}, Write: []string{root}}
		}
		reads := func(root string) *capability.Needs {
			return &capability.Needs{Kinds: capability.KindRead, Read: []string{root}}
		}
		o := &runtime.Options{Logger: silent, Backends: emptyBackends()}
		registry := newRegistry(t, o, hangs("stuck_write", writes("a")), hangs("stuck_read", reads("b")),
			declared(&d, "read_a", reads("a"), runtime.Hints{}), declared(&d, "write_a", writes("a"), runtime.Hints{}), declared(&d, "write_b", writes("b"), runtime.Hints{}))
		var got []string
		for _, result := range registry.ExecuteParallel(t.Context(), plannedCalls("stuck_write stuck_read read_a write_b write_a write_b"), nil) {
			got = append(got, result.Result.Reason)
		}
		const held, timeout = runtime.ReasonHeld, runtime.ReasonTimeout
		if diff := cmp.Diff([]string{timeout, timeout, held, "", held, ""}, got); diff != "" {
			t.Errorf("reasons (-want +got):\n%s", diff)
		}
		time.Sleep(2 * time.Hour)
	})
}

package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// batchSizes are the numbers of calls in the measured batches.
var batchSizes = []int{1, 10, 100, 1000}

func noop(context.Context, *runtime.Call) runtime.Result { return runtime.Text("ok") }

// BenchmarkExecute runs n calls of a tool that does nothing.
func BenchmarkExecute(b *testing.B) {
	registry := newRegistry(b, nil, runtime.Tool{Name: "noop", Invoke: noop})
	for _, n := range batchSizes {
		calls := make([]runtime.ToolCall, n)
		for i := range calls {
			calls[i] = runtime.ToolCall{ID: "c", Name: "noop", Args: json.RawMessage(`{}`)}
		}
		turn := &runtime.Turn{}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				registry.ExecuteParallel(b.Context(), calls, turn)
			}
		})
	}
}

// BenchmarkTurnTools executes ten calls of tools of the turn, with and without
// middleware.
func BenchmarkTurnTools(b *testing.B) {
	layers := []runtime.Middleware{{Name: "m", Wrap: func(_ *runtime.Tool, next runtime.Handler) runtime.Handler { return next }}}
	for _, o := range []*runtime.Options{{}, {Middleware: layers}} {
		registry := newRegistry(b, o, numberedTools(100)...)
		for _, n := range []int{10, 100, 1000} {
			turn := &runtime.Turn{}
			for _, tool := range pointers(numberedTools(n)) {
				tool.Name = "mcp__user__" + tool.Name
				turn.Tools = append(turn.Tools, tool)
			}
			calls := make([]runtime.ToolCall, 10)
			for i := range calls {
				calls[i] = runtime.ToolCall{ID: "c", Name: turn.Tools[i].Name, Args: json.RawMessage(`{}`)}
			}
			b.Run(fmt.Sprintf("%d/middleware=%d", n, len(o.Middleware)), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					registry.ExecuteParallel(b.Context(), calls, turn)
				}
			})
		}
	}
}

// BenchmarkGoroutines is the baseline of BenchmarkExecute: one goroutine for
// each call and a WaitGroup.
func BenchmarkGoroutines(b *testing.B) {
	for _, n := range batchSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				results := make([]runtime.Result, n)
				var group sync.WaitGroup
				for i := range results {
					group.Go(func() { results[i] = noop(b.Context(), nil) })
				}
				group.Wait()
			}
		})
	}
}

// BenchmarkCut executes one call with a result of 10 MB. This includes the
// search for secrets, which BenchmarkFormats of internal/redact measures
// separately.
func BenchmarkCut(b *testing.B) {
	for _, unit := range []string{"hello world ", "hällo wörld – 漢字 😀 ", "漢字かな"} {
		text := strings.Repeat(unit, 10<<20/len(unit))
		registry := newRegistry(b, nil, runtime.Tool{Name: "long", Invoke: func(context.Context, *runtime.Call) runtime.Result {
			return runtime.Text(text)
		}})
		calls := []runtime.ToolCall{{ID: "c", Name: "long"}}
		b.Run("execute/"+unit, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				registry.ExecuteParallel(b.Context(), calls, nil)
			}
		})
		b.Run("RuneCount/"+unit, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			total := 0
			for b.Loop() {
				total += utf8.RuneCountInString(text)
			}
		})
	}
}

// BenchmarkDefinitions appends the definitions of 50 tools. The baseline copies
// the same number of bytes, tool by tool.
func BenchmarkDefinitions(b *testing.B) {
	registry := newRegistry(b, nil, numberedTools(50)...)
	buffer := registry.AppendDefinitions(nil, runtime.Policy{})
	var encoded []string
	for _, definition := range registry.Definitions(runtime.Policy{}) {
		text, err := json.Marshal(definition)
		if err != nil {
			b.Fatal(err)
		}
		encoded = append(encoded, string(text))
	}
	b.Run("append", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			buffer = registry.AppendDefinitions(buffer[:0], runtime.Policy{})
		}
	})
	b.Run("copy", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			buffer = append(buffer[:0], '[')
			for _, text := range encoded {
				buffer = append(append(buffer, text...), ',')
			}
		}
	})
}

// BenchmarkRegister registers 1000 tools. The baselines fill a map with
// pointers to them, and with copies, because a registry has copies.
func BenchmarkRegister(b *testing.B) {
	tools := pointers(numberedTools(1000))
	b.Run("register", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := runtime.NewRegistry(nil).Register(tools...); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("map", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			byName := make(map[string]*runtime.Tool)
			for _, tool := range tools {
				byName[tool.Name] = tool
			}
		}
	})
	b.Run("map of copies", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			byName := make(map[string]runtime.Tool)
			for _, tool := range tools {
				byName[tool.Name] = *tool
			}
		}
	})
}

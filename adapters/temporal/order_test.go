package temporal

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// diary records when calls start and end.
type diary struct {
	mu      sync.Mutex
	entries []string
	running int
	most    int
}

// add adds an entry and changes the number of running calls.
func (d *diary) add(entry string, running int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.entries = append(d.entries, entry)
	d.running += running
	d.most = max(d.most, d.running)
}

// tool returns a tool that takes some milliseconds and records its calls.
func (d *diary) tool(t runtime.Tool) runtime.Tool {
	return newTool(t, func(_ context.Context, c *runtime.Call, _ args) runtime.Result {
		d.add("+"+c.ID(), 1)
		time.Sleep(3 * time.Millisecond)
		d.add("-"+c.ID(), -1)
		return runtime.Text(c.ID())
	})
}

// of returns the entries about some calls.
func (d *diary) of(ids string) string {
	kept := slices.DeleteFunc(slices.Clone(d.entries), func(e string) bool { return !strings.Contains(ids, e[1:]) })
	return strings.Join(kept, " ")
}

// The order of a batch: keys, exclusive tools, effects and the number of slots.
func TestOrder(t *testing.T) {
	key := func(any) string { return "k" }
	tests := []struct {
		reason, tools string
		concurrency   int
		ids, want     string
		most          int
	}{
		{"free calls run at the same time", "free free free free", 0, "", "", 4},
		{"no more than the slots", "free free free free free free", 2, "", "", 2},
		{"equal keys one after the other", "keyed keyed free keyed", 0, "013", "+0 -0 +1 -1 +3 -3", 2},
		{"an exclusive call is alone", "free only free", 0, "1", "+1 -1", 1},
		{"writers in order", "writes writes writes", 0, "012", "+0 -0 +1 -1 +2 -2", 1},
		{"a reader waits for the writer before it", "writes reads reads", 0, "0", "+0 -0", 2},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var d diary
			registry := newRegistry(t, nil, d.tool(runtime.Tool{Name: "free"}), d.tool(runtime.Tool{Name: "keyed", Key: key}), d.tool(runtime.Tool{Name: "only", Exclusive: true}),
				d.tool(runtime.Tool{Name: "writes", Hints: runtime.Hints{SideEffects: true}}), d.tool(runtime.Tool{Name: "reads", Hints: runtime.Hints{ReadOnly: true}}))
			h := newHost(t, registry, Options{Concurrency: test.concurrency})
			var batch []runtime.ToolCall
			for i, name := range strings.Fields(test.tools) {
				batch = append(batch, call(fmt.Sprint(i), name, args{}))
			}
			for i, result := range runBatch(t, newEnvironment(t, h), Turn{}, batch...) {
				if result.Result.Value != fmt.Sprint(i) {
					t.Errorf("result %d: %+v", i, result)
				}
			}
			if got := d.of(test.ids); got != test.want {
				t.Errorf("got the order %q, want %q", got, test.want)
			}
			if d.most > test.most {
				t.Errorf("%d calls ran at the same time, want at most %d", d.most, test.most)
			}
			if test.reason == "an exclusive call is alone" && !slices.Equal(d.entries, []string{"+0", "-0", "+1", "-1", "+2", "-2"}) {
				t.Errorf("got the order %q", d.entries)
			}
		})
	}
}

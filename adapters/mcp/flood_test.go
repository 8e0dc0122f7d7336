package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// Endless messages end neither the call before its deadline nor the bridge, and
// use little memory.
func TestFloodsOfPrograms(t *testing.T) {
	for _, fault := range []string{"endless notifications", "endless progress"} {
		t.Run(fault, func(t *testing.T) {
			checkGoroutines(t)
			b := newProgramBridge(t, fault, mcp.BridgeOptions{Timeout: time.Second})
			heap := measureHeap(t)
			begin := time.Now()
			events := 0
			turn := &runtime.Turn{Tools: b.Tools(), Emit: func(runtime.ProgressEvent) { events++; time.Sleep(time.Millisecond) }}
			r := runtime.NewRegistry(nil).ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: "mcp__far__echo", Args: json.RawMessage(`{}`)}}, turn)[0].Result
			if r.OK || r.Reason != runtime.ReasonOutcomeUnknown {
				t.Errorf("the call answers %+v", r)
			}
			if took := time.Since(begin); took > 8*time.Second {
				t.Errorf("the call took %s", took)
			}
			if most := heap(); most > 60<<20 {
				t.Errorf("the call used %d MB", most>>20)
			}
			if fault == "endless progress" && events == 0 {
				t.Error("no event was delivered")
			}
		})
	}
}

func TestEndlessRequestsOfPrograms(t *testing.T) {
	checkGoroutines(t)
	b := newProgramBridge(t, "endless requests", mcp.BridgeOptions{})
	heap := measureHeap(t)
	r := run(t, b, "mcp__far__echo", `{}`)
	if r.OK || r.Reason != runtime.ReasonOutcomeUnknown || !strings.Contains(r.Error, "sends requests faster than it reads the answers") {
		t.Errorf("the call answers %+v", r)
	}
	if most := heap(); most > 60<<20 {
		t.Errorf("the call used %d MB", most>>20)
	}
}

// A server that does not read: the call ends at its deadline, and the server is
// started again for the next call.
func TestProgramThatDoesNotRead(t *testing.T) {
	checkGoroutines(t)
	b := newProgramBridge(t, "no reading", mcp.BridgeOptions{Timeout: 500 * time.Millisecond})
	if r := run(t, b, "mcp__far__echo", `{}`); !r.OK {
		t.Fatalf("the first call answers %+v", r)
	}
	begin := time.Now()
	if r := run(t, b, "mcp__far__echo", `{"x":"`+strings.Repeat("x", 1<<20)+`"}`); r.OK {
		t.Errorf("the call answers %+v", r)
	}
	if took := time.Since(begin); took > 6*time.Second {
		t.Errorf("the call took %s", took)
	}
	eventually(t, "the server is not started again", func() bool { return run(t, b, "mcp__far__echo", `{}`).OK })
}

func TestManyTools(t *testing.T) {
	heap := measureHeap(t)
	b := newProgramBridge(t, "many tools", mcp.BridgeOptions{})
	if most := heap(); most > 60<<20 {
		t.Errorf("the list used %d MB", most>>20)
	}
	if n := len(b.Tools()); n != mcp.DefaultMaxTools {
		t.Errorf("the bridge has %d tools", n)
	}
	if problems := b.Problems(); len(problems) != 1 || !strings.Contains(problems[0].Error(), "the server far: it has more than 256 tools") {
		t.Errorf("the problems are %v", problems)
	}
}

// A server that always says that its tools have changed is not asked all the
// time.
func TestEndlessChanges(t *testing.T) {
	checkGoroutines(t)
	lists := &lineCounter{}
	changes := 0
	o := mcp.BridgeOptions{Name: "far", Changed: func() { changes++ }, Transport: countingProgram("endless changes", lists)}
	b, err := mcp.NewBridge(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(2500 * time.Millisecond)
	if r := run(t, b, "mcp__far__echo", `{}`); !r.OK {
		t.Errorf("the call answers %+v", r)
	}
	_ = b.Close()
	if n := lists.count(); n < 2 || n > 5 || changes != 1 {
		t.Errorf("the server was asked for its tools %d times, and %d changes were reported", n, changes)
	}
}

// A server that ends in each call is started again, with pauses that grow.
func TestProgramThatAlwaysEnds(t *testing.T) {
	checkGoroutines(t)
	starts := &lineCounter{}
	b, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{Name: "far", Transport: countingProgram("end in call", starts)})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	unknown, refused := 0, 0
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		switch r := run(t, b, "mcp__far__echo", `{}`); {
		case r.Reason == runtime.ReasonOutcomeUnknown:
			unknown++
		case r.Code == runtime.NotAvailable && strings.Contains(r.Error, "the next attempt is possible in"):
			refused++
		default:
			t.Fatalf("the call answers %+v", r)
		}
	}
	if n := starts.started(); unknown != n || n < 2 || n > 5 || refused == 0 {
		t.Errorf("the program was started %d times, %d calls have an unknown outcome and %d were refused", n, unknown, refused)
	}
}

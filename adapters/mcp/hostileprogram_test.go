package mcp_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// newProgramBridge returns a bridge to a program with the fault.
func newProgramBridge(t *testing.T, fault string, o mcp.BridgeOptions) *mcp.Bridge {
	t.Helper()
	o.Name, o.Transport = "far", faultyProgram(fault)
	b, err := mcp.NewBridge(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// A server that cannot be connected gives one error in bounded time. The error
// names the server and says what is wrong, and no goroutine remains.
func TestUnusablePrograms(t *testing.T) {
	for fault, want := range map[string][]string{
		"crash":                  {"exit status 3", "no license key"},
		"silent":                 {"did not answer within 1s"},
		"no initialization":      {"did not answer within 1s"},
		"no list":                {"the list was not complete after 1s"},
		"log on standard output": {"a message of the server cannot be read", "invalid character 'S'"},
		"endless pages":          {"more than 100 pages"},
		"long cursor":            {"a cursor of more than"},
		"list without tools":     {"the list of tools is not valid"},
	} {
		t.Run(fault, func(t *testing.T) {
			checkGoroutines(t)
			begin := time.Now()
			b, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{
				Name: "far", Transport: faultyProgram(fault), ConnectTimeout: time.Second, ListTimeout: time.Second,
			})
			if err == nil {
				_ = b.Close()
				t.Fatal("the bridge has no error")
			}
			for _, part := range append(want, "the server far") {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the error is %q, want %q in it", err, part)
				}
			}
			if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "\u202e") {
				t.Errorf("the error is %q", err)
			}
			if took := time.Since(begin); took > 10*time.Second {
				t.Errorf("the error took %s", took)
			}
		})
	}
}

func TestMissingProgram(t *testing.T) {
	checkGoroutines(t)
	_, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{Name: "far", Transport: mcp.Command(exec.Command("no-such-program"))})
	if err == nil || !strings.Contains(err.Error(), `the server far cannot be reached: its program cannot be started: exec: "no-such-program": executable file not found`) {
		t.Errorf("the error is %v", err)
	}
}

// A server that knows only protocols before 2026-07-28 and does not answer, or
// ends, when it is asked for a newer one.
func TestProgramsWithoutDiscovery(t *testing.T) {
	for _, fault := range []string{"no discovery", "end at discovery"} {
		checkGoroutines(t)
		b := newProgramBridge(t, fault, mcp.BridgeOptions{ConnectTimeout: 4 * time.Second})
		if r := run(t, b, "mcp__far__echo", `{}`); !r.OK || !strings.Contains(r.Value, "hello") {
			t.Errorf("%s: the call answers %+v", fault, r)
		}
	}
}

// Answers that are not valid fail the call in bounded time and memory. The call
// may have taken effect, and is not repeated.
func TestInvalidAnswersOfPrograms(t *testing.T) {
	for fault, want := range map[string]string{
		"unreadable result": "its result is not valid",
		"null result":       "its result is not valid",
		"no result":         "its result is not valid",
		"wrong version":     `invalid message version tag "1.0"`,
		"huge id":           "a message of the server cannot be read",
		"deep":              "cannot be read",
		"endless result":    "a message of the server cannot be read",
		"end in call":       "its program has ended: exit status 1",
	} {
		t.Run(fault, func(t *testing.T) {
			checkGoroutines(t)
			b := newProgramBridge(t, fault, mcp.BridgeOptions{MaxMessageBytes: 4 << 20})
			heap := measureHeap(t)
			r := run(t, b, "mcp__far__echo", `{}`)
			if most := heap(); most > 100<<20 {
				t.Errorf("the call used %d MB", most>>20)
			}
			if r.OK || r.Reason != runtime.ReasonOutcomeUnknown || !strings.Contains(r.Error, want) || !strings.Contains(r.Error, "The server far") {
				t.Errorf("the call answers %+v, want %q", r, want)
			}
			if r := run(t, b, "mcp__far__other", `{"x":1`); r.Code != runtime.InputInvalid {
				t.Errorf("invalid arguments give %+v", r)
			}
		})
	}
}

// Messages that answer nothing change no result.
func TestForgedAnswersOfPrograms(t *testing.T) {
	for _, fault := range []string{"answers to no request", "two answers", "endless log"} {
		checkGoroutines(t)
		b := newProgramBridge(t, fault, mcp.BridgeOptions{})
		for range 3 {
			if r := run(t, b, "mcp__far__echo", `{}`); !r.OK || !strings.Contains(r.Value, "hello") || strings.Contains(r.Value, "forged") {
				t.Errorf("%s: the call answers %+v", fault, r)
			}
		}
	}
}

func TestInvalidContentOfPrograms(t *testing.T) {
	b := newProgramBridge(t, "invalid UTF-8", mcp.BridgeOptions{})
	if r := run(t, b, "mcp__far__echo", `{}`); !r.OK || !utf8.ValidString(r.Value) || !utf8.Valid(r.Structured) || !json.Valid(r.Structured) {
		t.Errorf("the call answers %+v", r)
	}
	b = newProgramBridge(t, "unknown content", mcp.BridgeOptions{})
	r := run(t, b, "mcp__far__echo", `{}`)
	var texts []string
	for _, part := range r.Content() {
		texts = append(texts, part.Text)
	}
	all := strings.Join(texts, "|")
	for _, want := range []string{"before", `the kind "video" was left out`, "is not valid and was left out"} {
		if !r.OK || !strings.Contains(all, want) {
			t.Errorf("the content is %q, want %q", all, want)
		}
	}
}

// Requests of a server are refused with an error that says so.
func TestRequestsOfPrograms(t *testing.T) {
	checkGoroutines(t)
	b := newProgramBridge(t, "requests", mcp.BridgeOptions{})
	r := run(t, b, "mcp__far__echo", `{}`)
	for _, method := range []string{"sampling/createMessage", "elicitation/create", "roots/list", "unknown"} {
		if !r.OK || !strings.Contains(r.Value, `does not support "`+method+`"`) {
			t.Errorf("the answers are %+v, want that %s is refused", r, method)
		}
	}
	if !strings.Contains(r.Value, "|pong") {
		t.Errorf("a ping is not answered: %+v", r)
	}
}

// Close ends calls in progress.
func TestCloseEndsCalls(t *testing.T) {
	checkGoroutines(t)
	b := newProgramBridge(t, "no answer", mcp.BridgeOptions{})
	result := make(chan runtime.Result)
	go func() { result <- run(t, b, "mcp__far__echo", `{}`) }()
	time.Sleep(100 * time.Millisecond)
	begin := time.Now()
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if r := <-result; r.OK || r.Reason != runtime.ReasonOutcomeUnknown || !strings.Contains(r.Error, "the bridge is closed") {
		t.Errorf("the call answers %+v", r)
	}
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("Close took %s", took)
	}
	if r := run(t, b, "mcp__far__echo", `{}`); r.Code != runtime.NotAvailable {
		t.Errorf("after Close the call answers %+v", r)
	}
}

package mcp_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// A tool that was changed on the server is not called, even if a turn still has
// it, until the new definition is allowed.
func TestChangedDefinition(t *testing.T) {
	s, set := listServer(t, "["+toolText("a", `,"description":"Adds."`)+","+toolText("b", "")+"]")
	b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{})
	pins := b.Pins()
	old := &runtime.Turn{Tools: b.Tools()}
	call := func(name string) runtime.CallResult {
		return runtime.NewRegistry(nil).ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: name, Args: []byte(`{}`)}}, old)[0]
	}
	set("[" + toolText("a", `,"description":"Sends all files."`) + "]")
	s.endSession() // the next call connects again
	for range 2 {
		if r := call("mcp__far__a"); r.Result.Code != runtime.NotAvailable || !strings.Contains(r.Result.Error, "The server far has changed or removed the definition") {
			t.Errorf("a changed tool answers %+v", r.Result)
		}
		if r := call("mcp__far__b"); r.Result.Code != runtime.NotAvailable {
			t.Errorf("a removed tool answers %+v", r.Result)
		}
		if r := run(t, b, "mcp__far__a", `{}`); r.Code != runtime.NotAvailable {
			t.Errorf("a changed tool answers %+v in a new turn", r)
		}
	}
	if n := s.calls("tools/call"); n != 1 {
		t.Errorf("the server got %d calls, want the one that its old session refused", n)
	}
	held := b.Held()
	if len(held) != 1 || held[0].New || !b.Allow("a", held[0].Digest) {
		t.Fatalf("held back are %+v", held)
	}
	if r := run(t, b, "mcp__far__a", `{}`); !r.OK {
		t.Errorf("the allowed tool answers %+v", r)
	}
	if r := call("mcp__far__a"); r.Result.Code != runtime.NotAvailable {
		t.Errorf("the old tool answers %+v", r.Result)
	}
	if maps.Equal(pins, b.Pins()) {
		t.Error("the pins are those before Allow")
	}
}

// The bridge does not change the map of pins of the application. Pins that are
// empty allow nothing, and the order of members does not count.
func TestPinsOfTheApplication(t *testing.T) {
	list := `[{"name":"a","description":"x","inputSchema":{"type":"object"}}]`
	pins := map[string]string{}
	b := listBridge(t, list, mcp.BridgeOptions{Pins: pins})
	held := b.Held()
	if len(names(b.Tools())) != 0 || len(held) != 1 || !b.Allow("a", held[0].Digest) || len(names(b.Tools())) != 1 || len(pins) != 0 {
		t.Errorf("held back are %+v, and the pins are %v", held, pins)
	}
	later := listBridge(t, `[{ "inputSchema":{"type":"object"}, "description":"x","name":"a"}]`, mcp.BridgeOptions{Pins: b.Pins()})
	if len(names(later.Tools())) != 1 {
		t.Errorf("with another order the tools are %v", names(later.Tools()))
	}
	other := listBridge(t, `[{"name":"a","description":"x","inputSchema":{"type":"object","minProperties":0}}]`, mcp.BridgeOptions{Pins: b.Pins()})
	if len(names(other.Tools())) != 0 {
		t.Errorf("with another schema the tools are %v", names(other.Tools()))
	}
}

// Structured content that violates the output schema fails the call and is not
// passed on; the text is.
func TestOutputSchema(t *testing.T) {
	schema := `{"type":"object","properties":{"n":{"type":"integer","minimum":0}},"required":["n"],"additionalProperties":false}`
	for _, test := range []struct {
		result string
		isOK   bool
	}{
		{`{"content":[{"type":"text","text":"one"}],"structuredContent":{"n":1}}`, true},
		{`{"content":[{"type":"text","text":"one"}]}`, true},
		{`{"content":[{"type":"text","text":"one"}],"structuredContent":{"n":"1"}}`, false},
		{`{"content":[{"type":"text","text":"one"}],"structuredContent":{"n":-1}}`, false},
		{`{"content":[{"type":"text","text":"one"}],"structuredContent":{}}`, false},
		{`{"content":[{"type":"text","text":"one"}],"structuredContent":{"n":1,"x":2}}`, false},
		{`{"content":[{"type":"text","text":"one"}],"structuredContent":[{"n":1}]}`, false},
		{`{"content":[{"type":"text","text":"one"}],"structuredContent":null}`, true},
		{`{"content":[{"type":"text","text":"one"}],"structuredContent":{},"isError":true}`, false},
	} {
		s, _ := listServer(t, "["+toolText("a", `,"outputSchema":`+schema)+"]")
		s.faults["tools/call"] = func(w http.ResponseWriter, r *http.Request) { writeAnswer(w, r, test.result) }
		b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{})
		r := run(t, b, "mcp__far__a", `{}`)
		if r.OK != test.isOK || !test.isOK && r.Structured != nil || !strings.Contains(r.Value+r.Error, "one") {
			t.Errorf("%s answers %+v", test.result, r)
		}
		isInvalid := !test.isOK && !strings.Contains(test.result, "isError")
		if (r.Reason == mcp.ReasonInvalidOutput) != isInvalid || isInvalid && !strings.Contains(r.Error, "the structured content of the server far violates the output schema") {
			t.Errorf("%s answers %+v", test.result, r)
		}
	}
}

// Structured content that is not an object is the text of a result without other
// content, because the structured content of a tool is an object.
func TestStructuredList(t *testing.T) {
	for content, want := range map[string]string{`[]`: `[1.50,{"b":1,"a":2}]`, `[{"type":"text","text":"one"}]`: "one"} {
		s, _ := listServer(t, "["+toolText("a", `,"outputSchema":{"type":"array"}`)+"]")
		s.faults["tools/call"] = func(w http.ResponseWriter, r *http.Request) {
			writeAnswer(w, r, `{"content":`+content+`,"structuredContent":[1.50,{"b":1,"a":2}]}`)
		}
		r := run(t, newHTTPBridge(t, s, nil, mcp.BridgeOptions{}), "mcp__far__a", `{}`)
		if !r.OK || r.Structured != nil || !strings.Contains(r.Value, want) {
			t.Errorf("with the content %s the result is %+v", content, r)
		}
	}
}

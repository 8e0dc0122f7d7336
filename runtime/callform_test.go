package runtime_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

func TestToolCallForm(t *testing.T) {
	deep := strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)
	for _, c := range []struct{ reason, args, want string }{
		{"nothing", "", ``},
		{"an object", `{"a":1}`, `,"args":{"a":1}`},
		{"any value", `null`, `,"args":null`},
		{"numbers and members as they are", `{"a":1e400,"a":-0.0}`, `,"args":{"a":1e400,"a":-0.0}`},
		{"escapes as they are", `"\u0041\/\ud800"`, `,"args":"\u0041\/\ud800"`},
		{"cut off", `{"a":`, `,"args_text":"{\"a\":"`},
		{"with spaces", `{"a": 1}`, `,"args_text":"{\"a\": 1}"`},
		{"with spaces around", " 1\n", `,"args_text":" 1\n"`},
		{"with what encoding/json escapes", `"<&>"`, `,"args_text":"\"<&>\""`},
		{"with a line separator", "\"\u2028\"", `,"args_text":"\"\u2028\""`},
		{"no JSON", `path=a`, `,"args_text":"path=a"`},
		{"invalid UTF-8", "\"\xff\"", `,"args_base64":"Iv8i"`},
		{"too deep", deep, `,"args_text":"` + deep + `"`},
	} {
		call := runtime.ToolCall{ID: "1", Name: "a", Args: json.RawMessage(c.args)}
		text := encodings(t, call)
		if want := `{"version":1,"id":"1","name":"a"` + c.want + `}`; text[0] != want {
			t.Errorf("%s: got %.200s, want %.200s", c.reason, text[0], want)
		}
		for _, text := range text[:2] {
			back := read(t, &runtime.ToolCall{ID: "2", Args: json.RawMessage("2")}, text).(*runtime.ToolCall)
			if string(back.Args) != c.args || (c.args == "") != (back.Args == nil) || back.ID != "1" || back.Name != "a" {
				t.Errorf("%s: read back %+v", c.reason, back)
			}
		}
	}
}

// Calls that people or models write can be read.
func TestHandwrittenToolCall(t *testing.T) {
	for _, c := range []struct {
		text    string
		want    runtime.ToolCall
		problem runtime.FormProblem
		member  string
	}{
		{`{"id":"1","name":"a","args":{"b":1}}`, runtime.ToolCall{ID: "1", Name: "a", Args: json.RawMessage(`{"b":1}`)}, "", ""},
		{` { "name" : "a" , "args" : [ 1, 2 ] } `, runtime.ToolCall{Name: "a", Args: json.RawMessage(`[ 1, 2 ]`)}, "", ""},
		{`{"name":"a"}`, runtime.ToolCall{Name: "a"}, "", ""},
		{`{"name":"a","args_text":""}`, runtime.ToolCall{Name: "a"}, "", ""},
		{`{"name":"a","args_base64":"e30="}`, runtime.ToolCall{Name: "a", Args: json.RawMessage(`{}`)}, "", ""},
		{`{"name":"a","args":null,"version":1}`, runtime.ToolCall{Name: "a", Args: json.RawMessage(`null`)}, "", ""},
		{`{"name":"a","version":2}`, runtime.ToolCall{}, runtime.FormVersion, "version"},
		{`{"name":"a","args":{},"args_text":""}`, runtime.ToolCall{}, runtime.FormValue, "args"},
		{`{"name":"a","args_base64":"","args_text":""}`, runtime.ToolCall{}, runtime.FormValue, "args"},
		{`{"name":"a","arguments":{}}`, runtime.ToolCall{}, runtime.FormUnknown, "arguments"},
		{`{"name":"a","Args":{}}`, runtime.ToolCall{}, runtime.FormUnknown, "Args"},
		{`{"name":"a","args":{},"args":{}}`, runtime.ToolCall{}, runtime.FormTwice, "args"},
		{`{"id":"1","args":{}}`, runtime.ToolCall{}, runtime.FormMissing, "name"},
		{`{"id":null,"name":"a"}`, runtime.ToolCall{}, runtime.FormNull, "id"},
		{`{"id":1,"name":"a"}`, runtime.ToolCall{}, runtime.FormValue, "id"},
		{`null`, runtime.ToolCall{}, runtime.FormNull, ""},
	} {
		var call runtime.ToolCall
		err := json.Unmarshal([]byte(c.text), &call)
		if diff := cmp.Diff(c.want, call); diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", c.text, err, diff)
		}
		if c.problem == "" && err == nil {
			continue
		}
		if found, ok := errors.AsType[*runtime.FormError](err); !ok || found.Problem != c.problem || found.Member != c.member {
			t.Errorf("%s: the error is %v", c.text, err)
		}
	}
}

// The form of a result omits a cost or structured content that JSON cannot
// express.
func TestInvalidResultForm(t *testing.T) {
	for _, c := range []struct {
		reason string
		result runtime.Result
		want   string
	}{
		{"structured content that is cut off", runtime.Result{OK: true, Structured: json.RawMessage(`{`)}, `{"ok":true,"value":""}`},
		{"structured content in invalid UTF-8", runtime.Result{OK: true, Structured: json.RawMessage("{\"a\":\"\xff\"}")}, `{"ok":true,"value":""}`},
		{"a negative cost", runtime.Result{OK: true, CostUSD: -1}, `{"ok":true,"value":""}`},
		{"the zero result", runtime.Result{}, `{"ok":false,"error":"","code":"execution_failed"}`},
		{"what does not belong to a success", runtime.Result{OK: true, Value: "v", Error: "e", Code: runtime.NotAvailable}, `{"ok":true,"value":"v"}`},
		{"what does not belong to a failure", runtime.Result{Value: "v", Error: "e", Code: runtime.NotAvailable}, `{"ok":false,"error":"e","code":"not_available"}`},
		{"a key that is not valid UTF-8", runtime.Result{Code: runtime.StaleWrite, ConflictKey: "\xff"}, `{"ok":false,"error":"","code":"STALE_WRITE","conflict_key":{"base64":"/w=="}}`},
	} {
		if got := encodings(t, c.result)[0]; got != c.want {
			t.Errorf("%s: got %s, want %s", c.reason, got, c.want)
		}
	}
	for _, text := range []string{
		`{"ok":true}`, `{"ok":false}`, `{"ok":true,"value":"","error":""}`, `{"ok":true,"value":"","code":"not_available"}`,
		`{"ok":false,"error":""}`, `{"ok":false,"code":"not_available"}`, `{"ok":false,"error":"","code":"not_available","value":""}`,
	} {
		var result runtime.Result
		if err := json.Unmarshal([]byte(text), &result); err == nil {
			t.Errorf("%s was read as %+v", text, result)
		}
	}
	if got := read(t, new(runtime.Result), `{"ok":false,"error":"e","code":"teapot"}`).(*runtime.Result); got.Code != runtime.ExecutionFailed {
		t.Errorf("an unknown code was read as %s", got.Code)
	}
}

// FuzzToolCall writes and reads calls with arbitrary bytes. They must not
// change.
func FuzzToolCall(f *testing.F) {
	for _, args := range []string{``, `{}`, `{"a":`, `{"a": "<b>"}`, "\xff", `"\ud800"`, "\"\u2028\"", `[1e400,-0]`, `null `} {
		f.Add("1", "a", []byte(args))
	}
	f.Fuzz(func(t *testing.T, id, name string, args []byte) {
		call := runtime.ToolCall{ID: id, Name: name, Args: args}
		outer, err := json.Marshal(map[string]any{"calls": []runtime.ToolCall{call}})
		if err != nil {
			t.Fatal(err)
		}
		var back struct{ Calls []runtime.ToolCall }
		if err := json.Unmarshal(outer, &back); err != nil {
			t.Fatalf("%v\n%s", err, outer)
		}
		if got := back.Calls[0]; got.ID != id || got.Name != name || string(got.Args) != string(args) || (len(args) == 0) != (got.Args == nil) {
			t.Errorf("%+v became %+v", call, got)
		}
	})
}

// FuzzForms reads texts as each of the types. A value that can be read can be
// written, and reads back equal.
func FuzzForms(f *testing.F) {
	for _, form := range forms {
		f.Add([]byte(form.text))
	}
	f.Add([]byte(`{"ok":false,"error":{"base64":"/w=="},"code":"x","parts":[{"kind":"image","data":"AA=="}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, form := range forms {
			value, back := form.make(), form.make()
			if value.(json.Unmarshaler).UnmarshalJSON(text) != nil {
				continue
			}
			first, err := json.Marshal(value)
			if err != nil {
				t.Fatalf("%T: %v", value, err)
			}
			if err := json.Unmarshal(first, back); err != nil {
				t.Fatalf("%T: %v\n%s", value, err, first)
			}
			second, err := json.Marshal(back)
			if err != nil || string(first) != string(second) {
				t.Fatalf("%T: %v\n%s\n%s", value, err, first, second)
			}
		}
	})
}

package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// newTool returns a tool without arguments.
func newTool(name string, invoke func(ctx context.Context, c *runtime.Call) runtime.Result) *runtime.Tool {
	return &runtime.Tool{Name: name, Description: "Does " + name + ".", Invoke: invoke}
}

func say(text string) func(context.Context, *runtime.Call) runtime.Result {
	return func(context.Context, *runtime.Call) runtime.Result { return runtime.Text(text) }
}

func newRegistry(t testing.TB, o *runtime.Options, tools ...*runtime.Tool) *runtime.Registry {
	t.Helper()
	registry := runtime.NewRegistry(o)
	if err := registry.Register(tools...); err != nil {
		t.Fatal(err)
	}
	return registry
}

// connect connects a client to a server for the registry.
func connect(t testing.TB, registry *runtime.Registry, o *mcp.Options, client *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	server, err := mcp.NewServer(registry, o)
	if err != nil {
		t.Fatal(err)
	}
	near, far := sdk.NewInMemoryTransports()
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(context.Background(), far) }()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, client).Connect(t.Context(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close() // the test may have closed it
		<-ended
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return session
}

func call(t testing.TB, session *sdk.ClientSession, name string, args any) *sdk.CallToolResult {
	t.Helper()
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// text returns the first text of a result.
func text(r *sdk.CallToolResult) string {
	for _, c := range r.Content {
		if t, ok := c.(*sdk.TextContent); ok {
			return t.Text
		}
	}
	return ""
}

// TestList checks that the pages of a list have the tools in the order of
// registration, with their properties.
func TestList(t *testing.T) {
	input := `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"integer"}},"required":["z"]}`
	var want []string
	var tools []*runtime.Tool
	for _, name := range []string{"z", "b", "y", "a", "x"} {
		tool := newTool(name, say(name))
		tool.Input, tool.Title, tool.Output, tool.Hints = input, "T", `{"type":"object"}`, runtime.Hints{ReadOnly: true}
		tools, want = append(tools, tool), append(want, name)
	}
	session := connect(t, newRegistry(t, nil, tools...), &mcp.Options{PageSize: 2}, nil)
	var got []string
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, tool.Name)
		if tool.Title != "T" || tool.Annotations == nil || !tool.Annotations.ReadOnlyHint || tool.OutputSchema == nil {
			t.Errorf("%s is listed as %+v", tool.Name, tool)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("listed %v, want %v", got, want)
	}
	if _, err := session.ListTools(t.Context(), &sdk.ListToolsParams{Cursor: "x"}); err == nil {
		t.Error("an unknown cursor was accepted")
	}
}

// TestPolicy checks that a list and a call have the same policy, and that the
// runtime answers calls of tools that are unknown or hidden.
func TestPolicy(t *testing.T) {
	turn := func(context.Context, *mcp.Request) (*runtime.Turn, error) {
		return &runtime.Turn{Policy: runtime.Policy{Exclude: []string{"hidden"}}}, nil
	}
	session := connect(t, newRegistry(t, nil, newTool("search_notes", say("found")), newTool("hidden", say("secret"))), &mcp.Options{Turn: turn}, nil)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 1 || list.Tools[0].Name != "search_notes" || list.CacheScope != "private" {
		t.Errorf("listed %+v, %v", list, err)
	}
	for _, name := range []string{"hidden", "search_note", "toolgen.dispatcher"} {
		r := call(t, session, name, nil)
		if !r.IsError || !strings.HasPrefix(text(r), "not_available: ") {
			t.Errorf("%s answers %q", name, text(r))
		}
		if meta, _ := r.Meta[mcp.MetaError].(map[string]any); meta["code"] != "not_available" {
			t.Errorf("%s has the meta %v", name, r.Meta)
		}
	}
	if got := text(call(t, session, "search_note", nil)); !strings.Contains(got, "search_notes") {
		t.Errorf("%q has no suggestion", got)
	}
	if r := call(t, session, "search_notes", nil); r.IsError || text(r) != "found" {
		t.Errorf("the allowed tool answers %v", r)
	}
}

// TestRefusedTurn checks that an error of Options.Turn refuses lists and calls.
func TestRefusedTurn(t *testing.T) {
	turn := func(context.Context, *mcp.Request) (*runtime.Turn, error) {
		return nil, errors.New("the user is unknown")
	}
	session := connect(t, newRegistry(t, nil, newTool("a", say("a"))), &mcp.Options{Turn: turn}, nil)
	if _, err := session.ListTools(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "the user is unknown") {
		t.Errorf("the list fails with %v", err)
	}
	if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "a"}); err == nil {
		t.Error("the call ran without a turn")
	}
}

// TestFailures checks that wrong arguments and panics are results.
func TestFailures(t *testing.T) {
	panics := newTool("panics", func(context.Context, *runtime.Call) runtime.Result { panic("oh") })
	session := connect(t, newRegistry(t, nil, panics), nil, nil)
	if r := call(t, session, "panics", map[string]any{"x": 1}); !r.IsError || !strings.HasPrefix(text(r), "input_invalid: ") {
		t.Errorf("an unknown argument gives %q", text(r))
	}
	if r := call(t, session, "panics", nil); !r.IsError || !strings.HasPrefix(text(r), "execution_failed: ") {
		t.Errorf("a panic gives %q", text(r))
	}
}

// TestContent checks that the parts of a result keep their data.
func TestContent(t *testing.T) {
	priority, size := 0.5, int64(3)
	parts := runtime.Mixed(
		runtime.TextPart("one"), runtime.ImagePart("image/png", []byte{1}), runtime.AudioPart("audio/wav", []byte{2}),
		runtime.Part{Kind: runtime.PartResource, URI: "file:///a", MIME: "text/plain", Text: "a"},
		runtime.Part{Kind: runtime.PartResource, URI: "file:///b", Data: []byte{3}},
		runtime.Part{Kind: runtime.PartResourceLink, URI: "file:///c", Name: "c", Size: &size},
		runtime.Part{Kind: runtime.PartText, Text: "two", Annotations: runtime.Annotations{
			Audience: []runtime.Role{runtime.RoleUser}, Priority: &priority, LastModified: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		}},
	)
	parts.Structured = json.RawMessage(`{"b":1,"a":2}`)
	session := connect(t, newRegistry(t, nil, newTool("all", func(context.Context, *runtime.Call) runtime.Result { return parts })), nil, nil)
	r := call(t, session, "all", nil)
	got, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"type":"text","text":"one"}`, `"image/png"`, `"audio/wav"`, `"uri":"file:///a"`, `"text":"a"`, `"blob":"Aw=="`, `"uri":"file:///c"`, `"size":3`,
		`"audience":["user"]`, `"lastModified":"2026-01-02T03:04:05Z"`, `"priority":0.5`, `"structuredContent":{"a":2,"b":1}`,
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("%s is missing in %s", want, got)
		}
	}
}

// TestProgressAndLogs checks that the values of progress increase, and that internal
// events and records below the level of the client are not sent.
func TestProgressAndLogs(t *testing.T) {
	half := 50.0
	tool := newTool("works", func(_ context.Context, c *runtime.Call) runtime.Result {
		c.Progress(runtime.ProgressEvent{Message: "half", Percent: &half, Audience: runtime.AudienceUser})
		c.Progress(runtime.ProgressEvent{Message: "internal", Audience: runtime.AudienceInternal})
		c.Progress(runtime.ProgressEvent{Message: "more", Audience: runtime.AudienceDashboard})
		c.Log(runtime.LogDebug, "quiet")
		c.Log(runtime.LogWarning, "loud\x1b[2K\u200b\u202e")
		return runtime.Text("done")
	})
	var mu sync.Mutex
	var got []string
	last := 0.0
	seen := make(chan struct{}, 10)
	client := &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
			mu.Lock()
			defer mu.Unlock()
			if r.Params.Progress <= last {
				t.Errorf("progress %v after %v", r.Params.Progress, last)
			}
			last = r.Params.Progress
			got = append(got, r.Params.Message)
			seen <- struct{}{}
		},
		LoggingMessageHandler: func(_ context.Context, r *sdk.LoggingMessageRequest) {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, fmt.Sprint(r.Params.Level, " ", r.Params.Logger, " ", r.Params.Data))
			seen <- struct{}{}
		},
	}
	session := connect(t, newRegistry(t, nil, tool), nil, client)
	params := &sdk.CallToolParams{Name: "works", Meta: sdk.Meta{sdk.MetaKeyLogLevel: "info"}}
	params.SetProgressToken("t")
	if r, err := session.CallTool(t.Context(), params); err != nil || r.IsError {
		t.Fatal(r, err)
	}
	for range 3 {
		select {
		case <-seen:
		case <-time.After(10 * time.Second):
			mu.Lock()
			t.Fatalf("a notification is missing after %q", got)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if want := []string{"half", "more", "warning works loud"}; !slices.Equal(got, want) {
		t.Errorf("the client got %q, want %q", got, want)
	}
}

// TestCancellation checks that the context of a tool ends when the client cancels the
// call.
func TestCancellation(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan struct{})
	tool := newTool("waits", func(ctx context.Context, _ *runtime.Call) runtime.Result {
		close(begun)
		<-ctx.Done()
		close(ended)
		return runtime.FromError(ctx.Err())
	})
	session := connect(t, newRegistry(t, nil, tool), nil, nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	if _, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "waits"}); err == nil {
		t.Error("the cancelled call was answered")
	}
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the context of the tool did not end")
	}
}

// TestListChanged checks that a client is notified of a new tool.
func TestListChanged(t *testing.T) {
	changed := make(chan struct{}, 10)
	client := &sdk.ClientOptions{ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} }}
	registry := newRegistry(t, nil, newTool("a", say("a")))
	session := connect(t, registry, nil, client)
	if err := registry.Register(newTool("b", say("b"))); err != nil {
		t.Fatal(err)
	}
	select {
	case <-changed:
	case <-time.After(10 * time.Second):
		t.Fatal("the client received no notification")
	}
	if list, err := session.ListTools(t.Context(), nil); err != nil || len(list.Tools) != 2 {
		t.Errorf("listed %v, %v", list, err)
	}
}

// TestApproval checks that a tool that needs approval runs only if the client's user
// approves the call.
func TestApproval(t *testing.T) {
	for _, test := range []struct {
		name   string
		answer *sdk.ElicitResult // nil for a client that shows no forms
		runs   bool
	}{
		{"yes", &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, true},
		{"a form that is not ticked", &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": false}}, false},
		{"no", &sdk.ElicitResult{Action: "decline"}, false},
		{"closed", &sdk.ElicitResult{Action: "cancel"}, false},
		{"no forms", nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			runs := 0
			tool := newTool("remove", func(context.Context, *runtime.Call) runtime.Result { runs++; return runtime.Text("removed") })
			tool.Approval = &runtime.Approval{}
			var asked string
			client := &sdk.ClientOptions{}
			if test.answer != nil {
				client.ElicitationHandler = func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
					asked = r.Params.Message
					return test.answer, nil
				}
			}
			session := connect(t, newRegistry(t, nil, tool), nil, client)
			r := call(t, session, "remove", nil)
			if got := runs == 1; got != test.runs || r.IsError == test.runs {
				t.Errorf("it ran %d times and answers %q", runs, text(r))
			}
			if test.answer != nil && !strings.Contains(asked, "remove") {
				t.Errorf("the user was asked %q", asked)
			}
		})
	}
}

// TestCallsShareTheSession checks that the calls of one client have the same session.
func TestCallsShareTheSession(t *testing.T) {
	var ids []string
	tool := newTool("who", func(_ context.Context, c *runtime.Call) runtime.Result {
		ids = append(ids, c.Session().ID())
		return runtime.Text("")
	})
	registry := newRegistry(t, nil, tool)
	one, two := connect(t, registry, nil, nil), connect(t, registry, nil, nil)
	call(t, one, "who", nil)
	call(t, one, "who", nil)
	call(t, two, "who", nil)
	if ids[0] == "" || ids[0] != ids[1] || ids[0] == ids[2] {
		t.Errorf("the sessions are %q", ids)
	}
}

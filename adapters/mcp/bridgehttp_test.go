package mcp_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// A bridge works with servers of this package over HTTP, with and without
// sessions, and notices that the tools change, also after its streams of
// notifications were cut.
func TestBridgeOverHTTP(t *testing.T) {
	for name, options := range map[string]*mcp.HTTPOptions{"sessions": {Token: "t0ken"}, "stateless": {Token: "t0ken", Stateless: true}} {
		t.Run(name, func(t *testing.T) {
			checkGoroutines(t)
			calls := 0
			registry := newRegistry(t, nil, typed(&calls))
			server, err := mcp.NewServer(registry, nil)
			if err != nil {
				t.Fatal(err)
			}
			web := httptest.NewServer(server.Handler(options))
			address := strings.Replace(web.URL, "127.0.0.1", "localhost", 1)
			b, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{
				Name: "far", Transport: mcp.HTTP(address, &mcp.EndpointOptions{Header: http.Header{"authorization": {"Bearer t0ken"}}}),
			})
			if err != nil {
				t.Fatal(err)
			}
			r := run(t, b, "mcp__far__typed", `{"z":"abc","a":"7"}`)
			if !r.OK || !strings.Contains(r.Value, `{"z":"abc","a":7}`) || string(r.Structured) != `{"z":1,"a":2}` || calls != 1 {
				t.Errorf("after %d calls the result is %+v", calls, r)
			}
			for i, change := range []string{"late", "later"} {
				if err := registry.Register(newTool(change, say(change))); err != nil {
					t.Fatal(err)
				}
				eventually(t, "the change was not noticed", func() bool { return len(b.Held()) == i+1 })
				web.CloseClientConnections() // the bridge asks for notifications again
			}
			_ = b.Close()
			if err := server.Close(); err != nil {
				t.Error(err)
			}
			web.CloseClientConnections()
			web.Close()
		})
	}
}

// Arguments that a server wants as HTTP headers are sent as such.
func TestArgumentsAsHeaders(t *testing.T) {
	var mu sync.Mutex
	var regions []string
	server := sdk.NewServer(&sdk.Implementation{Name: "s", Version: "1"}, nil)
	server.AddTool(&sdk.Tool{Name: "plain", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{}, nil
	})
	server.AddTool(&sdk.Tool{Name: "query", InputSchema: map[string]any{
		"type": "object", "properties": map[string]any{"region": map[string]any{"type": "string", "x-mcp-header": "Region"}},
	}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{}, nil
	})
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{Stateless: true})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if region := r.Header.Get("Mcp-Param-Region"); region != "" {
			mu.Lock()
			regions = append(regions, region)
			mu.Unlock()
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(web.Close)
	b, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{Name: "far", Transport: mcp.HTTP(web.URL, nil)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	if got := names(b.Tools()); !slices.Equal(got, []string{"mcp__far__plain", "mcp__far__query"}) {
		t.Errorf("the tools are %v, and the problems %v", got, b.Problems())
	}
	if r := run(t, b, "mcp__far__query", `{"region":"eu"}`); !r.OK {
		t.Errorf("the call answers %+v", r)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(regions, []string{"eu"}) {
		t.Errorf("the headers are %v", regions)
	}
}

// A rule of the application that exempts tools that only read does not exempt a
// tool whose server claims that it only reads.
func TestApprovalOfBridgedTools(t *testing.T) {
	s, _ := listServer(t, "["+toolText("a", `,"annotations":{"readOnlyHint":true}`)+"]")
	asked := 0
	registry := runtime.NewRegistry(&runtime.Options{
		ApprovalRule: func(tool runtime.Tool) *runtime.Approval {
			if tool.Hints.ReadOnly {
				return nil
			}
			return &runtime.Approval{Reason: "it changes data"}
		},
		Approver: func(context.Context, runtime.ApprovalRequest) (runtime.Decision, error) {
			asked++
			return runtime.Decision{}, nil
		},
	})
	for _, trust := range []bool{false, true} {
		b := newHTTPBridge(t, s, nil, mcp.BridgeOptions{TrustHints: trust})
		r := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: "mcp__far__a", Args: []byte(`{}`)}}, &runtime.Turn{Tools: b.Tools()})[0]
		if r.Result.OK != trust || asked != 1 {
			t.Errorf("with TrustHints %v the approver was asked %d times, and the call answers %+v", trust, asked, r.Result)
		}
	}
}

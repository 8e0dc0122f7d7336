package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// A rule requires approval for the tools of MCP servers. The hints of a server are
// not used, unless the application trusts them: a tool that claims to read only
// needs approval, too.
func ExampleBridge_approval() {
	ctx := context.Background()
	bridge, err := mcp.NewBridge(ctx, mcp.BridgeOptions{Name: "files", Transport: exampleServer})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer bridge.Close()

	registry := runtime.NewRegistry(&runtime.Options{
		ApprovalRule: func(tool runtime.Tool) *runtime.Approval {
			if !strings.HasPrefix(tool.Name, "mcp__") || tool.Hints.ReadOnly { // the name of a bridged tool
				return nil
			}
			return &runtime.Approval{Reason: "it is a tool of another program"}
		},
		Approver: func(_ context.Context, request runtime.ApprovalRequest) (runtime.Decision, error) {
			fmt.Printf("approve %s %s? %s\n", request.ToolName, request.Args, request.Why)
			return request.Decide(strings.Contains(string(request.Args), "notes"), "not in this example"), nil
		},
	})
	if err := bridge.Attach(ctx, registry); err != nil {
		fmt.Println(err)
		return
	}
	for _, arguments := range []string{`{"path": "notes/a.md"}`, `{"path": "/etc/passwd"}`} {
		call := runtime.ToolCall{Name: "mcp__files__read", Args: []byte(arguments)}
		r := registry.ExecuteParallel(ctx, []runtime.ToolCall{call}, nil)[0].Result
		fmt.Printf("ok: %v, error: %q\n", r.OK, r.Error)
	}
	// Output:
	// approve mcp__files__read {"path": "notes/a.md"}? it is a tool of another program
	// ok: true, error: ""
	// approve mcp__files__read {"path": "/etc/passwd"}? it is a tool of another program
	// ok: false, error: "Tool mcp__files__read was not approved: not in this example. This call needs approval because: it is a tool of another program"
}

// exampleServer connects with a server that has one tool.
func exampleServer(ctx context.Context) (sdk.Transport, error) {
	server := sdk.NewServer(&sdk.Implementation{Name: "files", Version: "1"}, nil)
	type arguments struct {
		Path string `json:"path"`
	}
	read := &sdk.Tool{Name: "read", Description: "Reads a file.", Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}}
	sdk.AddTool(server, read, func(context.Context, *sdk.CallToolRequest, arguments) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "content"}}}, nil, nil
	})
	near, far := sdk.NewInMemoryTransports()
	if _, err := server.Connect(ctx, far, nil); err != nil {
		return nil, err
	}
	return near, nil
}

// Options.Turn gives each user the session and the policy of the application. The
// user is that of the bearer token, which Verify checks.
func ExampleOptions_Turn() {
	registry := runtime.NewRegistry(nil)
	for _, name := range []string{"read_note", "delete_note"} {
		if err := registry.Register(&runtime.Tool{Name: name, Description: "…", Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
			return runtime.Text("done in the session " + c.Session().ID())
		}}); err != nil {
			log.Fatal(err)
		}
	}
	turns := map[string]*runtime.Turn{
		"owner": {Session: runtime.NewSession("of the owner", "mcp")},
		"guest": {Session: runtime.NewSession("of the guest", "mcp"), Policy: runtime.Policy{Exclude: []string{"delete_note"}}},
	}
	server, err := mcp.NewServer(registry, &mcp.Options{Turn: func(_ context.Context, r *mcp.Request) (*runtime.Turn, error) {
		if turn := turns[r.Token.UserID]; turn != nil {
			return turn, nil
		}
		return nil, errors.New("the user is not known")
	}})
	if err != nil {
		log.Fatal(err)
	}
	defer server.Close()
	web := httptest.NewServer(server.Handler(&mcp.HTTPOptions{Verify: verify}))
	defer web.Close()

	for _, user := range []string{"owner", "guest"} {
		client, err := connectAs(user, web.URL)
		if err != nil {
			log.Fatal(err)
		}
		r, err := client.CallTool(context.Background(), &sdk.CallToolParams{Name: "delete_note"})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(user+":", r.Content[0].(*sdk.TextContent).Text)
		_ = client.Close()
	}
	// Output:
	// owner: done in the session of the owner
	// guest: not_available: Tool delete_note is not available on this surface
}

// verify accepts every token and uses it as the name of the user. An application
// checks the token.
func verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	return &auth.TokenInfo{UserID: token, Expiration: time.Now().Add(time.Hour)}, nil
}

// connectAs connects a client with a token.
func connectAs(token, url string) (*sdk.ClientSession, error) {
	return sdk.NewClient(&sdk.Implementation{Name: "client", Version: "1"}, nil).Connect(context.Background(), &sdk.StreamableClientTransport{
		Endpoint: url, MaxRetries: -1, HTTPClient: &http.Client{Transport: withHeader{"Authorization", "Bearer " + token}},
	}, nil)
}

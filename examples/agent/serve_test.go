//go:build unix

package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// "agent mcp serve" serves the tools of the working directory on standard input and output.
func TestServe(t *testing.T) {
	dir := newDir(t)
	cmd := exec.Command(os.Args[0], "mcp", "serve", "--dir", dir, "--data", t.TempDir())
	cmd.Env = append(os.Environ(), "AGENT_TEST_PROCESS=1")
	asked := ""
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{ElicitationHandler: func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
		asked = r.Params.Message
		return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
	}})
	conn, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	result, err := conn.CallTool(t.Context(), &sdk.CallToolParams{Name: "read_file", Arguments: map[string]any{"path": "a.txt"}})
	if err != nil || result.IsError {
		t.Fatalf("%v, %+v", err, result)
	}
	if text := result.Content[0].(*sdk.TextContent).Text; !strings.Contains(text, "content of a") {
		t.Errorf("the text is %q", text)
	}
	// The user of the client decides about calls that need approval.
	result, err = conn.CallTool(t.Context(), &sdk.CallToolParams{Name: "terminal", Arguments: map[string]any{"command": "echo $((6*7))"}})
	if err != nil || result.IsError || !strings.Contains(asked, "\n- command: \"echo $((6*7))\"") {
		t.Errorf("after the question %q the result is %v, %+v", asked, err, result.Content[0].(*sdk.TextContent).Text)
	}
	// Changes of files are recorded for the session of the client, and a long output is kept.
	for _, step := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"write_file", map[string]any{"path": "new.txt", "content": "new"}, ""},
		{"list_changes", map[string]any{}, "new.txt"},
		{"terminal", map[string]any{"command": "seq 1 60000"}, "call read_result with handle"},
		{"undo_change", map[string]any{"path": "new.txt"}, "new.txt"},
		{"list_files", map[string]any{}, "a.txt"},
	} {
		result, err = conn.CallTool(t.Context(), &sdk.CallToolParams{Name: step.tool, Arguments: step.arguments})
		if err != nil || result.IsError || !strings.Contains(result.Content[0].(*sdk.TextContent).Text, step.want) {
			t.Errorf("%s: %v, %+v", step.tool, err, result)
		}
	}
}

// serveEnvironment is an MCP server with a tool that returns a variable of its environment.
func serveEnvironment() {
	type args struct {
		Name string `json:"name"`
	}
	server := sdk.NewServer(&sdk.Implementation{Name: "environment", Version: "1"}, nil)
	sdk.AddTool(server, &sdk.Tool{Name: "variable"}, func(_ context.Context, _ *sdk.CallToolRequest, a args) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "the value is [" + os.Getenv(a.Name) + "]"}}}, nil, nil
	})
	_ = server.Run(context.Background(), &sdk.StdioTransport{}) // until the agent leaves
}

// The program of an MCP server does not get the keys of the models.
func TestServerGetsNoKeys(t *testing.T) {
	t.Setenv("AGENT_DATA", t.TempDir())
	t.Setenv("OTHER", "value")
	for _, key := range []string{"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"} {
		t.Setenv(key, "a key")
	}
	if status, _, stderr := command(t, "mcp", "add", "env", "env", "AGENT_TEST_PROCESS=server", os.Args[0]); status != exitOK {
		t.Fatal(stderr)
	}
	for name, want := range map[string]string{"OTHER": "[value]", "OPENAI_API_KEY": "[]", "ANTHROPIC_API_KEY": "[]", "GEMINI_API_KEY": "[]"} {
		if _, out, stderr := command(t, "--approve", "none", "tools", "call", "mcp__env__variable", `{"name":"`+name+`"}`); !strings.Contains(out, "the value is "+want) {
			t.Errorf("%s: %s%s", name, out, stderr)
		}
	}
}

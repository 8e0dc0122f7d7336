package protocol

import (
	"context"
	"encoding/json"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestServersAgree checks that all servers return the same results, so that the
// comparison is between equal tools.
func TestServersAgree(t *testing.T) {
	servers, err := NewServers()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"search", "title"} {
		var first string
		for i, s := range servers {
			session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: s.web.URL, MaxRetries: -1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
			if err != nil || r.IsError || len(r.Content) != 1 {
				t.Fatalf("%s: %+v, %v", s.Name, r, err)
			}
			structured, err := json.Marshal(r.StructuredContent)
			if err != nil {
				t.Fatal(err)
			}
			got := sortKeys(r.Content[0].(*sdk.TextContent).Text) + string(structured)
			if i == 0 {
				first = got
			}
			if got != first {
				t.Errorf("%s: %s returns\n%s, want\n%s", s.Name, tool, got, first)
			}
			_ = session.Close()
		}
	}
	for _, s := range servers {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// sortKeys returns a JSON text with sorted keys, and other texts as they are.
func sortKeys(text string) string {
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	sorted, err := json.Marshal(value)
	if err != nil {
		return text
	}
	return string(sorted)
}

// TestClients checks that both clients make calls that succeed, and return the errors
// of calls that fail.
func TestClients(t *testing.T) {
	servers, err := NewServers()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range servers {
		defer s.Close()
		for _, newClient := range []func(context.Context, *Server, string) (*Client, error){NewSDKClient, NewPlainClient} {
			for tool, isError := range map[string]bool{"search": false, "none": true} {
				c, err := newClient(t.Context(), s, tool)
				if err != nil {
					t.Fatal(err)
				}
				if _, _, err := c.Run(t.Context(), 10, 4); (err != nil) != isError {
					t.Errorf("%s, %s: %v", s.Name, tool, err)
				}
				_ = c.Close()
			}
		}
	}
}

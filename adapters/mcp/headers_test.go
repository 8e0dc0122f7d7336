package mcp_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/runtime"
)

// TestHeaders checks that the server compares an argument with its header, and
// that a tool with an invalid header name can be called.
func TestHeaders(t *testing.T) {
	withSchema := func(name, property string) *runtime.Tool {
		made, err := runtime.NewTool(runtime.Tool{
			Name: name, Description: "Has a header.", Invoke: say("called"),
			Input: `{"type":"object","properties":{"region":` + property + `}}`,
		})
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	registry := newRegistry(t, nil,
		withSchema("valid", `{"type":"string","x-mcp-header":"Region"}`),
		withSchema("invalid", `{"type":"string","x-mcp-header":"not a token"}`),
	)
	server, err := mcp.NewServer(registry, nil)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server.Handler(&mcp.HTTPOptions{Stateless: true}))
	defer web.Close()
	defer server.Close()
	for _, test := range []struct {
		tool, header string
		want         int
		text         string
	}{
		{"valid", "eu", http.StatusOK, "called"},
		{"valid", "us", http.StatusBadRequest, "Mcp-Param-Region"},
		{"invalid", "us", http.StatusOK, "called"},
	} {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + test.tool + `","arguments":{"region":"eu"},"_meta":{` +
			`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}}}}`
		status, text, _ := post(t, web.URL, body, "Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", test.tool, "Mcp-Param-Region", test.header)
		if status != test.want || !strings.Contains(text, test.text) {
			t.Errorf("%s with the header %s: status %d, want %d and %q: %s", test.tool, test.header, status, test.want, test.text, text)
		}
	}
}

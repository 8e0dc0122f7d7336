package mcp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// configurationBlock matches the configuration of a client in docs/mcp.md, with the
// name of its file.
var configurationBlock = regexp.MustCompile("(?s)```json (\\S+)\n(.*?)```")

// TestInspectorReadsConfigurations checks that the inspector connects with the
// servers of each configuration in docs/mcp.md. Without the token, which the first
// one shows, it does not: the inspector takes 15 seconds to say so.
func TestInspectorReadsConfigurations(t *testing.T) {
	i := newInspector(t)
	page, err := os.ReadFile("../../docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	token := filepath.Join(i.directory, "token.txt")
	if err := os.WriteFile(token, []byte("a-token-of-the-test"), 0o600); err != nil {
		t.Fatal(err)
	}
	url := i.serve(t, "--token-file", token)
	blocks := configurationBlock.FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 2 {
		t.Fatalf("docs/mcp.md has %d configurations, want 2", len(blocks))
	}
	for n, block := range blocks {
		file, text := block[1], block[2]
		var content map[string]any
		if err := json.Unmarshal([]byte(text), &content); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		text = strings.NewReplacer("/usr/local/bin/server", filepath.Join(i.directory, "server"), "http://127.0.0.1:8080/mcp", url,
			`"servers"`, `"mcpServers"`).Replace(text) // the inspector knows only the name of .mcp.json
		for _, test := range []struct {
			server, token string
			works         bool
		}{{"shopping", "", true}, {"shopping-http", "a-token-of-the-test", true}, {"shopping-http", "other", false}}[:3-n] {
			text := regexp.MustCompile(`\$\{[^}]+\}`).ReplaceAllString(text, test.token) // the client asks for it
			configuration := filepath.Join(i.directory, "client.json")
			if err := os.WriteFile(configuration, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			status, stdout, stderr := i.run(t, "--config", configuration, "--server", test.server, "--method", "tools/list")
			if works := status == exitOK && strings.Contains(stdout, `"add_item"`); works != test.works {
				t.Errorf("%s: %s with the token %q: status %d:\n%s%s", file, test.server, test.token, status, stdout, stderr)
			}
		}
	}
}

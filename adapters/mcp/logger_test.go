package mcp_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/adapters/mcp"
)

// TestLogHasNoSessionIDs checks that the log of the protocol does not contain the
// ids of HTTP sessions.
func TestLogHasNoSessionIDs(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil)).With("session_id", "given", "app", "a").WithGroup("g")
	url, ended := serveTools(t, &mcp.Options{Logger: logger}, nil, newTool("hello", say("hi")))
	_, _, header := post(t, url, initialize)
	id := header.Get("Mcp-Session-Id")
	post(t, url, `{"jsonrpc":"2.0","id":2,"method":"ping"}`, "Mcp-Session-Id", id)
	deleteSession(t, url, id)
	for range 3 {
		<-ended
	}
	if text := log.String(); id == "" || strings.Contains(text, id) || !strings.Contains(text, "server session connected") || !strings.Contains(text, "app=a") {
		t.Errorf("the id is %s, and the log is %s", id, text)
	}
}

package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// With -lazy, the other tools are shown after find_tools has found them.
func TestTrialLazy(t *testing.T) {
	url, end := startTrial(t, t.TempDir(), "-lazy")
	defer end()
	if _, text := request(t, "GET", url+"/tools", "", nil); !strings.Contains(text, "find_tools: ") || strings.Contains(text, "kanban_add: ") {
		t.Errorf("at the beginning: %s", text)
	}
	request(t, "POST", url+"/batch", `find_tools {"query": "add a ticket to the board"}`, nil)
	if _, text := request(t, "POST", url+"/batch", `kanban_add {"title": "x"}`, nil); !strings.Contains(text, "=== 1 kanban_add: ok") {
		t.Errorf("a tool that was found: %s", text)
	}
}

// startTrial starts the server for a directory, and returns its address and a
// function that ends it and returns what it printed.
func startTrial(t *testing.T, dir string, flags ...string) (url string, end func() string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- run(ctx, append([]string{"-dir", dir, "-token", "secret"}, flags...), writer)
		writer.Close()
	}()
	lines := bufio.NewReader(reader)
	first, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(<-done)
	}
	url, _, _ = strings.Cut(strings.TrimPrefix(first, "listening on "), ",")
	return url, func() string {
		cancel()
		rest, _ := io.ReadAll(lines) // a pipe has no other error than its end
		if err := <-done; err != nil {
			t.Error(err)
		}
		return string(rest)
	}
}

// request sends a request and returns the status and the body.
func request(t *testing.T, method, url, body string, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer secret")
	if change != nil {
		change(r)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// The server runs batches in one session and prints totals.
func TestTrial(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	url, end := startTrial(t, dir)
	if _, text := request(t, "GET", url+"/tools", "", nil); !strings.Contains(text, "read_file: ") || !strings.Contains(text, "read_result: ") {
		t.Errorf("the definitions: %s", text)
	}
	if _, text := request(t, "GET", url+"/tools?json", "", nil); !strings.HasPrefix(text, `[{"name":`) {
		t.Errorf("the definitions as JSON: %s", text)
	}
	_, text := request(t, "POST", url+"/batch", "read_file {\"path\": \"a.txt\"}\n!read_file {\"path\": \"b.txt\"}\ntodo_add {\"items\": [\"x\"]}\n", nil)
	for _, want := range []string{"=== 1 read_file: ok, ", "two", "=== 2 read_file: FAILED ", "=== 3 todo_add: ok, "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if _, text = request(t, "POST", url+"/batch", "todo_list", nil); !strings.Contains(text, "[ ] 1. x") {
		t.Errorf("another batch is not in the session: %s", text)
	}
	if status, text := request(t, "POST", url+"/batch", "todo_list {", nil); status != http.StatusBadRequest || !strings.Contains(text, "line 1: ") {
		t.Errorf("a batch that is not valid: %d %s", status, text)
	}
	local := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "a local server") }))
	defer local.Close()
	if _, text = request(t, "POST", url+"/batch", `fetch_url {"url": "`+local.URL+`"}`, nil); !strings.Contains(text, "a local server") {
		t.Errorf("a server on this machine: %s", text)
	}
	if rest := end(); !strings.Contains(rest, "calls: 5, failed: 1 (1 on purpose)\n") || !strings.Contains(rest, "characters of definitions: ") {
		t.Errorf("the totals: %s", rest)
	}
}

// A request without the token, for another host or from another origin is refused.
func TestTrialRefuses(t *testing.T) {
	url, end := startTrial(t, t.TempDir())
	defer end()
	for reason, change := range map[string]func(*http.Request){
		"no token":       func(r *http.Request) { r.Header.Del("Authorization") },
		"another token":  func(r *http.Request) { r.Header.Set("Authorization", "Bearer secrets") },
		"another host":   func(r *http.Request) { r.Host = "rebound.example.org" },
		"another port":   func(r *http.Request) { r.Host = "127.0.0.1:1" },
		"another origin": func(r *http.Request) { r.Header.Set("Origin", "https://example.org") },
		"no origin":      func(r *http.Request) { r.Header.Set("Origin", "null") },
	} {
		if status, text := request(t, "GET", url+"/tools", "", change); status != http.StatusForbidden && status != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", reason, status, text)
		}
	}
	if status, _ := request(t, "GET", url+"/tools", "", func(r *http.Request) { r.Header.Set("Origin", url) }); status != http.StatusOK {
		t.Errorf("the own origin: %d", status)
	}
	if err := run(t.Context(), []string{"-addr", "0.0.0.0:0"}, io.Discard); err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("another address: %v", err)
	}
}

// If the default port is taken, the server uses a free one. The start says how to use it.
func TestTrialPort(t *testing.T) {
	url, end := startTrial(t, t.TempDir())
	other, endOther := startTrial(t, t.TempDir())
	if url == other {
		t.Errorf("two servers have the address %s", url)
	}
	endOther()
	printed := end()
	for _, want := range []string{"curl -H 'Authorization: Bearer secret' " + url + "/tools\n", url + `/batch --data-binary 'list_files {"path": "."}'`} {
		if !strings.Contains(printed, want) {
			t.Errorf("no %q in %s", want, printed)
		}
	}
	if _, err := listen("127.0.0.1:99999"); err == nil {
		t.Error("an invalid address: no error")
	}
}

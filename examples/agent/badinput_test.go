package main

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/agent/internal/fakemodel"
)

// Each mistake of a user is one clear line and the exit status for usage.
func TestBadInput(t *testing.T) {
	data := t.TempDir()
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, "sessions.db"), []byte(strings.Repeat("this is no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AGENT_WINDOW", "many")
	if status, _, stderr := command(t, "sessions", "list"); status != exitUsage || !strings.Contains(stderr, `AGENT_WINDOW is "many"`) {
		t.Errorf("a variable that is no number: status %d, %s", status, stderr)
	}
	t.Setenv("AGENT_WINDOW", "")
	for _, test := range []struct {
		reason string
		args   []string
		want   string
		status int
	}{
		{"an unknown model", []string{"run", "--model", "gpt", "x"}, "unknown model \"gpt\"", exitUsage},
		{"a missing key", []string{"run", "--model", "anthropic:x", "x"}, "set ANTHROPIC_API_KEY", exitUsage},
		{"a base URL that is none", []string{"run", "--model", "openai:x", "x"}, "OPENAI_BASE_URL", exitUsage},
		{"a directory that does not exist", []string{"run", "--dir", "/does/not/exist", "x"}, "is not a directory", exitUsage},
		{"an unknown session", []string{"run", "--session", "nothing", "x"}, "there is no such session", exitUsage},
		{"no steps", []string{"run", "--max-steps", "0", "x"}, "expected at least 1", exitUsage},
		{"a limit without prices", []string{"run", "--max-cost", "1", "x"}, "--input-price", exitUsage},
		{"a limit below zero", []string{"run", "--max-cost", "-1", "--input-price", "1", "x"}, "expected at least 0", exitUsage},
		{"a price that is no number", []string{"run", "--input-price", "NaN", "x"}, "expected at least 0", exitUsage},
		{"a URL for a host", []string{"run", "--allow-host", "http://x/", "x"}, "--allow-host http://x/: expected an ASCII host", exitUsage},
		{"a path that does not exist", []string{"run", "--allow-read", "/does/not/exist", "x"}, "--allow-read: ", exitUsage},
		{"no command of a group", []string{"sessions"}, "expected a command; agent sessions --help", exitUsage},
		{"an unknown command of a group", []string{"mcp", "serv"}, "unknown command \"serv\"", exitUsage},
		{"no prompt", []string{"run"}, "expected a prompt", exitUsage},
		{"no terminal", nil, "there is no terminal", exitUsage},
		{"a damaged database", []string{"run", "--data", damaged, "x"}, "cannot be used as the database", exitUsage},
		{"an unknown flag", []string{"run", "--nothing"}, "--nothing", exitUsage},
		{"a directory that does not exist, for a server", []string{"mcp", "serve", "--dir", "/does/not/exist"}, "is not a directory", exitUsage},
		{"a server for other machines without a token", []string{"mcp", "serve", "--http", "0.0.0.0:0", "--host", "x"}, "other machines can reach 0.0.0.0:0: add --token", exitUsage},
		{"a server for other machines without a name", []string{"mcp", "serve", "--http", ":0", "--token", "0123456789abcdef"}, "other machines can reach :0: add --token", exitUsage},
		{"an address that is none", []string{"mcp", "serve", "--http", "127.0.0.1:x"}, "--http: ", exitUsage},
		{"a flag that the tools do not see", []string{"--dir", "/tmp", "tools", "list"}, "--dir before \"tools\" has no effect", exitUsage},
		{"an unreachable endpoint", []string{"run", "--model", "gemini:x", "x"}, "the request failed", exitFailed},
	} {
		t.Run(test.reason, func(t *testing.T) {
			t.Setenv("AGENT_DATA", data)
			t.Setenv("ANTHROPIC_API_KEY", "")
			t.Setenv("OPENAI_BASE_URL", "no URL")
			t.Setenv("GEMINI_BASE_URL", "http://127.0.0.1:1")
			var stdout, stderr bytes.Buffer
			status := run(t.Context(), test.args, streams{strings.NewReader(""), &stdout, &stderr})
			if text := strings.TrimSpace(stderr.String()); status != test.status || !strings.Contains(text, test.want) || strings.Contains(text, "\n") {
				t.Errorf("status %d, want %d and one line with %q:\n%s", status, test.status, test.want, text)
			}
		})
	}
}

// newSession makes a session with one prompt in new directories.
func newSession(t *testing.T) (data, dir, id string) {
	t.Helper()
	data, dir = t.TempDir(), newDir(t)
	if r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, []fakemodel.Answer{{Text: "done"}}, "--data", data, "the task"); r.status != exitOK {
		t.Fatal(r.stderr)
	}
	return data, dir, sessions(t, data)[0].ID
}

// A damaged entry is one clear line; the session can be removed, and other sessions go on.
func TestDamagedSession(t *testing.T) {
	data, dir, id := newSession(t)
	db, err := sql.Open("sqlite", filepath.Join(data, "sessions.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE entries SET entry = x'7b' WHERE number = 2`); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := command(t, "run", "--data", data, "--session", id, "x"); status != exitUsage || !strings.Contains(stderr, "session "+id+": entry 2 is damaged") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %s", status, stderr)
	}
	if status, _, stderr := command(t, "run", "--data", data, "--dir", dir, "x"); status != exitOK {
		t.Errorf("a new session: status %d, %s", status, stderr)
	}
	if status, _, stderr := command(t, "sessions", "remove", "--data", data, id); status != exitOK || len(sessions(t, data)) != 1 {
		t.Errorf("the session is not removed: status %d, %s", status, stderr)
	}
}

// A database with damaged pages is one clear line with its path.
func TestDamagedPages(t *testing.T) {
	data, _, id := newSession(t)
	path := filepath.Join(data, "sessions.db")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096; i < len(content); i++ { // all pages but the first one
		content[i] = 0xa5
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"run", "--session", id, "x"}, {"sessions", "list"}, {"sessions", "fork", id}, {"sessions", "remove", id}} {
		status, _, stderr := command(t, append([]string{"--data", data}, args...)...)
		if status == exitOK || !strings.Contains(stderr, path+" is damaged: ") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: status %d, %s", args, status, stderr)
		}
	}
}

// A session whose directory is gone is not continued elsewhere, and goes on when the directory is there again.
func TestDirectoryIsGone(t *testing.T) {
	data, dir, id := newSession(t)
	if err := os.Rename(dir, dir+".moved"); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := command(t, "run", "--data", data, "--session", id, "x"); status != exitUsage || !strings.Contains(stderr, dir+" is not a directory") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %s", status, stderr)
	}
	if err := os.Rename(dir+".moved", dir); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := command(t, "run", "--data", data, "--session", id, "x"); status != exitOK {
		t.Errorf("status %d, %s", status, stderr)
	}
}

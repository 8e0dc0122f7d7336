package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/agent/internal/fakemodel"
)

// oneCall runs a prompt with one call in a directory, and returns the text of its result.
func oneCall(t *testing.T, dir, data, tool, args string, flags ...string) string {
	t.Helper()
	script := []fakemodel.Answer{{Calls: calls(tool, args)}, {Text: "done"}}
	flags = append([]string{"--data", data, "--approve", "none"}, flags...)
	r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, script, append(flags, "a prompt")...)
	if all := r.results(tool); r.status == exitOK && len(all) == 1 {
		return all[0].Text
	}
	t.Fatalf("%s: status %d, %+v; %s", tool, r.status, r.events, r.stderr)
	return ""
}

// Messages and notes of a directory are found by its later sessions, and by no session of another directory.
func TestMemory(t *testing.T) {
	data, dir, other := t.TempDir(), newDir(t), newDir(t)
	script := []fakemodel.Answer{{Text: "The zebra is striped."}}
	if r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, script, "--data", data, "what does a giraffe look like?"); r.status != exitOK {
		t.Fatal(r.stderr)
	}
	first := sessions(t, data)[0].ID
	oneCall(t, dir, data, "memory_write", `{"key":"animal","content":"okapi"}`)
	oneCall(t, dir, data, "kanban_add", `{"title":"feed the okapi"}`)
	for _, test := range []struct{ tool, args, want string }{
		{"session_search", `{"query":"giraffe"}`, "user in session " + first},
		{"session_search", `{"query":"zebra"}`, "assistant in session " + first},
		{"memory_read", `{"key":"animal"}`, "okapi"},
		{"memory_read", `{"key":"animal","scope":"personality"}`, "okapi"},
		{"kanban_list", `{}`, "okapi"},
	} {
		if text := oneCall(t, dir, data, test.tool, test.args); !strings.Contains(text, test.want) {
			t.Errorf("%s %s: %q", test.tool, test.args, text)
		}
		if text := oneCall(t, other, data, test.tool, test.args); strings.Contains(text, test.want) {
			t.Errorf("another directory, %s %s: %q", test.tool, test.args, text)
		}
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err) // on Windows, links need a privilege
	}
	if text := oneCall(t, link, data, "memory_read", `{"key":"animal"}`); !strings.Contains(text, "okapi") {
		t.Errorf("through a link: %q", text)
	}
	t.Chdir(dir)
	t.Setenv("AGENT_DATA", data)
	if _, out, stderr := command(t, "tools", "call", "memory_read", `{"key":"animal"}`); !strings.Contains(out, "okapi") {
		t.Errorf("agent tools: %s%s", out, stderr)
	}
	if status, _, stderr := command(t, "sessions", "remove", first[:4]); status != exitOK {
		t.Fatal(stderr)
	}
	if text := oneCall(t, dir, data, "session_search", `{"query":"giraffe"}`); strings.Contains(text, first) {
		t.Errorf("after the removal: %q", text)
	}
}

// A result that was cut can be read on after the session is resumed, and in its copy.
func TestStoredResults(t *testing.T) {
	data, dir := t.TempDir(), newDir(t)
	oneCall(t, dir, data, "terminal", `{"command":"seq 1 20000; echo 34567 sk-ant-api03-`+strings.Repeat("a1B2", 24)+`; seq 1 20000"}`)
	id := sessions(t, data)[0].ID
	t.Setenv("AGENT_DATA", data)
	_, fork, _ := command(t, "sessions", "fork", id)
	for _, id := range []string{id, strings.TrimSpace(fork)} {
		got := oneCall(t, dir, data, "read_result", `{"handle":"t1","query":"12345"}`, "--session", id)
		key := oneCall(t, dir, data, "read_result", `{"handle":"t1","query":"34567"}`, "--session", id)
		if !strings.Contains(key, ": 34567 ") || strings.Contains(key, "a1B2a1B2") {
			t.Errorf("the key in session %s: %q", id, key)
		}
		if !strings.Contains(got, ": 12345") || !strings.HasPrefix(got, `<untrusted source="seq 1 20000; `) || strings.Contains(got, "a1B2a1B2") {
			t.Errorf("session %s: %q", id, got)
		}
	}
	if got := oneCall(t, dir, data, "read_result", `{"handle":"t1"}`); !strings.Contains(got, "No result has the handle") {
		t.Errorf("another session: %q", got)
	}
}

// A refusal names the flag that allows the call.
func TestRefusals(t *testing.T) {
	dir := newDir(t)
	for _, test := range []struct{ tool, args, want, approve string }{
		{"fetch_url", `{"url":"http://example.org/"}`, "--allow-host HOST:PORT another port", "none"},
		{"read_file", `{"path":"/etc/hostname"}`, "files only in " + dir + ", the directory of --dir; for the user: --allow-read PATH", "none"},
		{"write_file", `{"path":"/tmp/x","content":""}`, "tools can read and change files only in " + dir, "none"},
		{"write_file", `{"path":"x","content":""}`, "--approve none", "ask"},
	} {
		script := []fakemodel.Answer{{Calls: calls(test.tool, test.args)}, {Text: "done"}}
		r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, script, "--approve", test.approve, "a prompt")
		if all := r.results(test.tool); len(all) != 1 || !strings.Contains(all[0].Text, test.want) || !strings.Contains(r.requests[1], test.want) {
			t.Errorf("%s: %+v", test.tool, all)
		}
	}
}

// One prompt has one answer; the answers before it, with calls, are steps.
func TestEvents(t *testing.T) {
	script := []fakemodel.Answer{{Text: "reading", Calls: calls("read_file", `{"path":"a.txt"}`)}, {Text: "done"}}
	r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", newDir(t), script, "a prompt")
	count := map[string]int{}
	for _, e := range r.events {
		count[string(e.Kind)]++
	}
	if count["step"] != 1 || count["answer"] != 1 || count["call"] != 1 || count["result"] != 1 {
		t.Errorf("the events are %v", count)
	}
}

// writer is a function that gets each piece of the output.
type writer func(string)

func (w writer) Write(b []byte) (int, error) {
	w(string(b))
	return len(b), nil
}

// An answer is in the database before it is shown, so that a process that is killed shows no answer that is lost.
func TestSavedBeforeShown(t *testing.T) {
	data, dir := t.TempDir(), newDir(t)
	t.Setenv("OPENAI_BASE_URL", newServer(t, fakemodel.New(fakemodel.Answer{Text: "reading", Calls: calls("read_file", `{"path":"a.txt"}`)}, fakemodel.Answer{Text: "done"})))
	saved := map[string]int{}
	out := writer(func(line string) {
		for _, kind := range []string{"step", "answer"} {
			if strings.HasPrefix(line, `{"event":"`+kind+`"`) {
				saved[kind] = entries(t, data)
			}
		}
	})
	status := run(t.Context(), []string{"run", "--model", "openai:x", "--data", data, "--dir", dir, "read"}, streams{strings.NewReader(""), out, io.Discard})
	if status != exitOK || saved["step"] != 2 || saved["answer"] != 4 {
		t.Errorf("status %d; when an answer was shown, the session had %v entries, want 2 and 4", status, saved)
	}
}

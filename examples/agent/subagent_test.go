package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/agent/internal/fakemodel"
)

// A sub-agent changes files, and the session that started it can undo these changes.
func TestSubAgentChanges(t *testing.T) {
	data, dir := t.TempDir(), newDir(t)
	script := []fakemodel.Answer{
		{Calls: calls("task", `{"prompt":"write a file","tools":["patch_file"]}`)},
		{Calls: calls("patch_file", `{"path":"a.txt","old_text":"content","new_text":"changed content"}`)},
		{Text: "written"},
		{Text: "done"},
	}
	r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, script, "--data", data, "--approve", "none", "delegate")
	if r.status != exitOK || strings.Contains(r.requests[2], "FAILED") || !strings.Contains(r.requests[2], "replaced 1 occurrence") {
		t.Fatalf("status %d, the sub-agent got %s", r.status, r.requests[2])
	}
	id := sessions(t, data)[0].ID
	if text := oneCall(t, dir, data, "undo_change", `{}`, "--session", id); !strings.Contains(text, "restored a.txt") {
		t.Errorf("the undo is %q", text)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(text) != "content of a\n" {
		t.Errorf("the file is %q, %v", text, err)
	}
}

// The costs of sub-agents count for --max-cost, and a sub-agent that reaches it ends with the run.
func TestSubAgentCost(t *testing.T) {
	read := fakemodel.Answer{Calls: calls("read_file", `{"path":"a.txt"}`)}
	script := []fakemodel.Answer{{Calls: calls("task", `{"prompt":"read a.txt","tools":["read_file"]}`)}, read, read, read, read}
	// Each answer of the server has 100 tokens of input: 0.1 US dollars.
	r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", newDir(t), script, "--approve", "none", "--input-price", "1000", "--max-cost", "0.3", "delegate")
	all := r.results("task")
	if len(r.requests) != 3 || len(all) != 1 || all[0].Code == "" || !strings.Contains(all[0].Text, "the costs reached their limit") {
		t.Errorf("the model was asked %d times, want 3; the results are %+v", len(r.requests), all)
	}
	if r.status != exitFailed || !strings.Contains(r.stderr, "--max-cost") {
		t.Errorf("status %d, %s", r.status, r.stderr)
	}
}

// A sub-agent may use the costs that --max-cost allows; without it, it has the budget of the tool.
func TestSubAgentBudget(t *testing.T) {
	read := fakemodel.Answer{Calls: calls("read_file", `{"path":"a.txt"}`)}
	script := []fakemodel.Answer{{Calls: calls("task", `{"prompt":"read a.txt","tools":["read_file"]}`)}, read, read, {Text: "it has text"}, {Text: "done"}}
	for _, test := range []struct {
		limit []string
		want  string
	}{{[]string{"--max-cost", "100"}, "it has text"}, {nil, "there is no money left"}} {
		args := append(test.limit, "--approve", "none", "--input-price", "10000", "delegate") // one US dollar for each answer
		r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", newDir(t), script, args...)
		if all := r.results("task"); len(all) != 1 || !strings.Contains(all[0].Text, test.want) {
			t.Errorf("%v: %+v, %s", test.limit, all, r.stderr)
		}
	}
}

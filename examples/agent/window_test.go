package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/examples/agent/internal/fakemodel"
)

// A long conversation is cut, then summarized; the task itself is never lost.
func TestWindow(t *testing.T) {
	dir := newLongDir(t)
	var script []fakemodel.Answer
	for range 12 {
		script = append(script, fakemodel.Answer{Text: strings.Repeat("I think about it. ", 150), Calls: calls("read_file", `{"path":"long.txt"}`)})
	}
	script = append(script, fakemodel.Answer{Text: "done"})
	r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, script, "--window", "60000", "the task")
	checkWindow(t, &r, 60000)
	for i, request := range r.requests {
		if !strings.Contains(request, `"the task"`) && !strings.Contains(request, "You summarize") {
			t.Errorf("the task is missing in request %d", i)
		}
	}
}

// newLongDir returns a directory with a long file.
func newLongDir(t *testing.T) string {
	dir := t.TempDir()
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "line %d has%s\n", i, strings.Repeat(" some words", 10))
	}
	if err := os.WriteFile(filepath.Join(dir, "long.txt"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// checkWindow checks that a run succeeded, shortened the conversation, and that each request fits into the window with
// complete fences.
func checkWindow(t *testing.T, r *agentRun, window int) {
	t.Helper()
	longest, isShort := 0, false
	for i, request := range r.requests {
		longest = max(longest, len(request)/3)
		isShort = isShort || strings.Contains(request, "omitted; call read_result with handle")
		if opened, closed := strings.Count(request, "<untrusted source"), strings.Count(request, "</untrusted>\\n")+strings.Count(request, "</untrusted>\""); opened != closed {
			t.Errorf("request %d has %d opening and %d closing tags", i, opened, closed)
		}
	}
	if r.status != exitOK || longest > window || !isShort {
		t.Errorf("status %d, the longest request has about %d tokens of %d, results are shortened: %v; %s", r.status, longest, window, isShort, r.stderr)
	}
}

// The smallest window is known at the start, and a session with long results works in it.
func TestSmallWindow(t *testing.T) {
	dir := newLongDir(t)
	r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, nil, "--window", "2000", "the task")
	found := regexp.MustCompile(`--window is 2000 tokens, expected at least (\d+)`).FindStringSubmatch(r.stderr)
	if r.status != exitUsage || found == nil || len(r.requests) != 0 {
		t.Fatalf("status %d, %s", r.status, r.stderr)
	}
	window, _ := strconv.Atoi(found[1])
	script := []fakemodel.Answer{
		{Calls: calls("read_file", `{"path":"long.txt"}`, "read_file", `{"path":"long.txt","start_line":500}`, "search_files", `{"query":"words"}`)},
		{Calls: calls("read_file", `{"path":"long.txt","start_line":1000}`)},
		{Text: strings.Repeat("I think about it. ", 100), Calls: calls("read_file", `{"path":"long.txt","start_line":1500}`)},
		{Calls: calls("task", `{"prompt":"read it","tools":["read_file"]}`)},
		{Calls: calls("read_file", `{"path":"long.txt"}`)},
		{Calls: calls("read_file", `{"path":"long.txt","start_line":700}`)},
		{Text: "it was read"},
		{Text: "done"},
	}
	r = runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, script, "--approve", "none", "--window", found[1], "the task")
	checkWindow(t, &r, window)
	if last := r.events[len(r.events)-1]; last.Text != "done" {
		t.Errorf("the last event is %+v", last)
	}
}

// A session in which the arguments of the last calls fill the window continues with a summary.
func TestLongArguments(t *testing.T) {
	dir := newDir(t)
	r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, nil, "--window", "1", "x")
	least := regexp.MustCompile(`expected at least (\d+)`).FindStringSubmatch(r.stderr)
	if least == nil {
		t.Fatal(r.stderr)
	}
	script := []fakemodel.Answer{
		{Calls: calls("write_file", `{"path":"new.txt","content":"`+strings.Repeat("long ", 2000)+`"}`)},
		{Text: "the summary"}, {Text: "done"},
	}
	r = runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, script, "--approve", "none", "--window", least[1], "the task")
	if last := r.requests[len(r.requests)-1]; r.status != exitOK || len(r.requests) != 3 || !strings.Contains(last, "the summary") || strings.Contains(last, "long long") {
		t.Errorf("status %d, %d requests; %s", r.status, len(r.requests), r.stderr)
	}
}

// A session with long results continues in a smaller window: the last results are shortened, too, and can be read.
func TestSmallerWindow(t *testing.T) {
	dir, data := newLongDir(t), t.TempDir()
	script := []fakemodel.Answer{{Calls: calls("read_file", `{"path":"long.txt"}`, "read_file", `{"path":"long.txt"}`)}, {Text: "I have read it."}}
	if r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, script, "--data", data, "the task"); r.status != exitOK || strings.Contains(r.requests[1], "call read_result") {
		t.Fatalf("status %d, %s", r.status, r.stderr)
	}
	script = []fakemodel.Answer{{Calls: calls("read_result", `{"handle":"t1","query":"line 150 "}`)}, {Text: "done"}}
	r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, script, "--data", data, "--session", sessions(t, data)[0].ID, "--window", "16000", "and now?")
	checkWindow(t, &r, 16000)
	if all := r.results("read_result"); len(all) != 1 || !strings.Contains(all[0].Text, "line 150 has some words") {
		t.Errorf("the results are %+v", all)
	}
}

// A summary that is empty or has calls is asked for once more; then the conversation continues without one. The prompt of
// the user is kept literally in all cases.
func TestSummaries(t *testing.T) {
	bad := fakemodel.Answer{Text: "", Calls: calls("read_file", `{"path":"a.txt"}`)}
	for _, test := range []struct {
		reason  string
		answers []fakemodel.Answer
		want    []string
	}{
		{"a summary", []fakemodel.Answer{{Text: "the summary"}}, []string{"summarized]", "the summary"}},
		{"calls, then a summary", []fakemodel.Answer{bad, {Text: "the summary"}}, []string{"summarized]", "the summary"}},
		{"spaces, then a summary", []fakemodel.Answer{{Text: " \n"}, {Text: "the summary"}}, []string{"the summary"}},
		{"no summary", []fakemodel.Answer{bad, {Text: ""}}, []string{"there is no summary of it"}},
	} {
		dir := newDir(t)
		r := runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, nil, "--window", "1", "x")
		smallest := regexp.MustCompile(`expected at least (\d+)`).FindStringSubmatch(r.stderr)
		if smallest == nil {
			t.Fatal(r.stderr)
		}
		long := fakemodel.Answer{Calls: calls("write_file", `{"path":"new.txt","content":"`+strings.Repeat("long ", 2000)+`"}`)}
		script := append([]fakemodel.Answer{long}, test.answers...)
		script = append(script, fakemodel.Answer{Text: "done"})
		r = runAgent(t, "openai:x", "OPENAI_BASE_URL", "", dir, script, "--approve", "none", "--window", smallest[1], "my task, word for word")
		last := r.requests[len(r.requests)-1]
		for _, want := range append(test.want, `"my task, word for word"`) {
			if !strings.Contains(last, want) {
				t.Errorf("%s: %q is missing in %s", test.reason, want, last[max(0, len(last)-1000):])
			}
		}
		if r.status != exitOK || len(r.requests) != len(script) || strings.Contains(last, "long long") {
			t.Errorf("%s: status %d, %d requests; %s", test.reason, r.status, len(r.requests), r.stderr)
		}
	}
}

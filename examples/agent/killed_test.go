//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toolgen/toolgen/examples/agent/internal/fakemodel"
)

// The test binary is the agent itself, or an MCP server, in processes of the tests.
func TestMain(m *testing.M) {
	switch os.Getenv("AGENT_TEST_PROCESS") {
	case "":
	case "server":
		serveEnvironment()
		return
	default:
		main()
	}
	os.Exit(m.Run())
}

// kills is how often TestKilled kills the agent, steps is how many calls the model makes.
const (
	kills = 30
	steps = 40
)

// A session whose process is killed at any moment goes on: no message is lost, no call runs twice, and the model is told
// which calls may have had an effect.
func TestKilled(t *testing.T) {
	var last atomic.Value // the last request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		last.Store(string(body))
		answerStep(w, body)
	}))
	defer server.Close()
	dir, data := t.TempDir(), t.TempDir()
	start := func(args ...string) *exec.Cmd { return startAgent(t, server.URL, dir, data, args...) }
	seen := 0 // entries of the session before the last kill
	for range kills {
		cmd := start(resumeArgs(t, data)...)
		time.Sleep(time.Duration(rand.Int64N(int64(400 * time.Millisecond))))
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		now := entries(t, data)
		if now < seen {
			t.Fatalf("the session had %d entries and has %d", seen, now)
		}
		seen = now
	}
	if err := start(resumeArgs(t, data)...).Wait(); err != nil {
		t.Fatal(err)
	}
	checkEffects(t, dir, last.Load().(string))
}

// startAgent starts a process of the agent with the model at the URL.
func startAgent(t *testing.T, url, dir, data string, args ...string) *exec.Cmd {
	t.Helper()
	args = append([]string{"run", "--model", "openai:test", "--dir", dir, "--data", data, "--approve", "none", "--max-steps", "1000"}, args...)
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "AGENT_TEST_PROCESS=1", "OPENAI_BASE_URL="+url, "OPENAI_API_KEY=sk-test")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// If the outcome of a call is unknown, the later calls of its batch that can change something are not executed.
func TestKilledInBatch(t *testing.T) {
	fake := fakemodel.New(fakemodel.Answer{Calls: calls(
		"write_file", `{"path":"earlier.txt","content":"x"}`,
		"terminal", `{"command":"touch started; sleep 30"}`,
		"write_file", `{"path":"later.txt","content":"x"}`,
		"read_file", `{"path":"a.txt"}`,
		"unknown_tool", `{}`,
	)}, fakemodel.Answer{Text: "done"})
	url, dir, data := newServer(t, fake), newDir(t), t.TempDir()
	cmd := startAgent(t, url, dir, data, "a prompt")
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, "started")); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the call does not start")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if err := startAgent(t, url, dir, data, "--session", sessions(t, data)[0].ID).Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "later.txt")); err == nil {
		t.Error("the later call was executed")
	}
	requests := fake.Requests()
	last := requests[len(requests)-1]
	for _, want := range []string{
		"execution_failed (outcome_unknown): Tool terminal was started",
		"execution_failed (not_executed): Tool write_file was not executed because the outcome of an earlier call of terminal is unknown",
		`>\ncontent of a\n`, "Unknown tool",
	} {
		if strings.Count(last, want) != 1 {
			t.Errorf("%q is not once in %s", want, last)
		}
	}
}

// answerStep answers a request with the next call: the number of results says which.
func answerStep(w http.ResponseWriter, body []byte) {
	var request struct {
		Messages []struct {
			Role string `json:"role"`
		} `json:"messages"`
	}
	_ = json.Unmarshal(body, &request) // a wrong request gets the first call
	step := 0
	for _, m := range request.Messages {
		if m.Role == "tool" {
			step++
		}
	}
	delta, finish := map[string]any{"role": "assistant", "content": "done"}, "stop"
	if step < steps {
		arguments, _ := json.Marshal(map[string]string{"command": fmt.Sprintf("sleep 0.05; echo step-%d-end >> effects; sleep 0.05", step)})
		delta, finish = map[string]any{"role": "assistant", "tool_calls": []any{map[string]any{"index": 0, "id": fmt.Sprintf("call_%d", step), "type": "function",
			"function": map[string]string{"name": "terminal", "arguments": string(arguments)}}}}, "tool_calls"
	}
	chunk, _ := json.Marshal(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}})
	fmt.Fprintf(w, "data: %s\n\ndata: [DONE]\n\n", chunk)
}

// resumeArgs returns the arguments that go on with the session, or begin it.
func resumeArgs(t *testing.T, data string) []string {
	if entries(t, data) == 0 {
		return []string{"work in steps"}
	}
	return []string{"--session", sessions(t, data)[0].ID}
}

// entries returns the number of entries of the session with the most.
func entries(t *testing.T, data string) int {
	if all := sessions(t, data); len(all) > 0 {
		return all[0].Entries
	}
	return 0
}

// checkEffects checks that each step had at most one effect, and exactly one unless the model was told that its outcome is
// unknown.
func checkEffects(t *testing.T, dir, request string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "effects"))
	if err != nil {
		t.Fatal(err)
	}
	var body struct {
		Messages []struct {
			Role    string `json:"role"`
			ID      string `json:"tool_call_id"`
			Content any    `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal([]byte(request), &body); err != nil {
		t.Fatal(err)
	}
	unknown, results := 0, 0
	for _, m := range body.Messages {
		if m.Role != "tool" {
			continue
		}
		count := strings.Count(string(text), fmt.Sprintf("step-%d-end", results))
		isUnknown := strings.Contains(fmt.Sprint(m.Content), "(outcome_unknown)")
		if isUnknown {
			unknown++
		}
		if m.ID != fmt.Sprintf("call_%d", results) || count > 1 || count == 0 && !isUnknown {
			t.Errorf("step %d: message %s, %d effects, %v", results, m.ID, count, m.Content)
		}
		results++
	}
	if results != steps || !strings.Contains(request, "work in steps") {
		t.Errorf("the last request has %d results, want %d", results, steps)
	}
	t.Logf("%d of %d outcomes were unknown", unknown, steps)
}

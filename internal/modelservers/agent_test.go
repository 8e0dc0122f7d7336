package modelservers_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// agentModels are the models of examples/agent that answer from the mock server, with the variables for its address, and the
// validators of the requests.
var agentModels = []struct{ provider, variable, path, validator string }{
	{"openai", "OPENAI_BASE_URL", "/v1", "chat"},
	{"openai-responses", "OPENAI_BASE_URL", "/v1", "responses"},
	{"anthropic", "ANTHROPIC_BASE_URL", "", "anthropic"},
	{"gemini", "GEMINI_BASE_URL", "", "gemini"},
}

// The agent of examples/agent corrects a wrong call and one that is cut off, makes two calls at once, and continues its session
// with another prompt. Each of its requests, with the definitions of all built-in tools, is valid by the description of the
// provider.
func TestAgent(t *testing.T) {
	server := startModelServer(t)
	program := filepath.Join(t.TempDir(), "agent")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".")
	build.Dir, build.Env = filepath.Join("..", "..", "examples", "agent"), append(os.Environ(), "GOWORK=off")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for _, m := range agentModels {
		t.Run(m.provider, func(t *testing.T) {
			a := &agentProgram{t, program, t.TempDir(), newDirectory(t), m.variable + "=" + server.url + m.path}
			first := a.run("--model", m.provider+":agent", "What does a.txt say?")
			if kinds := strings.Join(first.failures, ","); first.answer != "It says: content of a." || kinds != "input_invalid,input_invalid,," {
				t.Errorf("the answer is %q, the codes of the results are %s", first.answer, kinds)
			}
			if again := a.run("--model", m.provider+":agent", "--session", first.session, "Really?"); again.answer != first.answer {
				t.Errorf("the second answer is %q", again.answer)
			}
			for _, v := range validators {
				if v.name != m.validator {
					continue
				}
				requests := server.withPath(v.path)
				if len(requests) < 5 || !strings.Contains(requests[len(requests)-1], "content of a") {
					t.Fatalf("there are %d requests", len(requests))
				}
				for i, problem := range v.validate(t, requests) {
					t.Errorf("%s\n%.3000s", problem, requests[i])
				}
			}
		})
	}
}

// newDirectory returns a directory with a file.
func newDirectory(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("content of a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// agentProgram is the agent with its directories and the address of its model.
type agentProgram struct {
	*testing.T
	path, data, dir, address string
}

// agentRun is what a run of the agent printed.
type agentRun struct {
	session, answer string
	failures        []string // the code of each result; empty for a success
}

// run works on one prompt.
func (a *agentProgram) run(args ...string) (r agentRun) {
	a.Helper()
	command := exec.CommandContext(a.Context(), a.path, append([]string{"run", "--data", a.data, "--dir", a.dir}, args...)...)
	command.Env = []string{"HOME=" + a.data, a.address}
	output, err := command.Output()
	if err != nil {
		a.Fatalf("%v\n%s", err, output)
	}
	for line := range bytes.Lines(output) {
		var e struct{ Event, Text, Code string }
		if err := json.Unmarshal(line, &e); err != nil {
			a.Fatalf("%v: %s", err, line)
		}
		switch e.Event {
		case "session":
			r.session = e.Text
		case "answer":
			r.answer = e.Text
		case "result":
			r.failures = append(r.failures, e.Code)
		}
	}
	return r
}

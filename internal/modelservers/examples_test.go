package modelservers_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// example is a program of the examples, with the arguments for one API. $URL and
// $MODEL are the address of the server and the name of the model.
type example struct {
	program   string
	arguments []string
	key       string   // the environment variable with the key
	variables []string // other environment variables
}

var examples = map[string]example{
	"openai":    {"openai", nil, "OPENAI_API_KEY", []string{"OPENAI_BASE_URL=$URL/v1", "OPENAI_MODEL=$MODEL"}},
	"anthropic": {"anthropic", nil, "ANTHROPIC_API_KEY", []string{"ANTHROPIC_BASE_URL=$URL", "ANTHROPIC_MODEL=$MODEL"}},
	"gemini":    {"gemini", nil, "GEMINI_API_KEY", []string{"GOOGLE_GEMINI_BASE_URL=$URL", "GEMINI_MODEL=$MODEL"}},

	"nosdk/openai":    {"nosdk", []string{"-api", "openai", "-url", "$URL/v1", "-model", "$MODEL"}, "OPENAI_API_KEY", nil},
	"nosdk/responses": {"nosdk", []string{"-api", "responses", "-url", "$URL/v1", "-model", "$MODEL"}, "OPENAI_API_KEY", nil},
	"nosdk/anthropic": {"nosdk", []string{"-api", "anthropic", "-url", "$URL", "-model", "$MODEL"}, "ANTHROPIC_API_KEY", nil},
	"nosdk/gemini":    {"nosdk", []string{"-api", "gemini", "-url", "$URL", "-model", "$MODEL"}, "GEMINI_API_KEY", nil},
}

// run runs the program. It returns its output and its error text.
func (e *example) run(t *testing.T, directory, url, model string, hasKey bool) (stdout, stderr string, status int) {
	t.Helper()
	expand := strings.NewReplacer("$URL", url, "$MODEL", model).Replace
	var arguments []string
	for _, argument := range e.arguments {
		arguments = append(arguments, expand(argument))
	}
	command := exec.CommandContext(t.Context(), filepath.Join(directory, e.program), append(arguments, "What time is it in Lisbon and in Tokyo?")...)
	command.Env = []string{"HOME=" + t.TempDir()}
	for _, variable := range e.variables {
		command.Env = append(command.Env, expand(variable))
	}
	if hasKey {
		command.Env = append(command.Env, e.key+"=mock")
	}
	var out, failed bytes.Buffer
	command.Stdout, command.Stderr = &out, &failed
	err := command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), failed.String(), command.ProcessState.ExitCode()
}

// buildExamples builds the programs and returns their directory.
func buildExamples(t *testing.T) string {
	t.Helper()
	directory := t.TempDir()
	for _, name := range []string{"openai", "anthropic", "gemini", "nosdk"} {
		command := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(directory, name), ".")
		command.Dir, command.Env = filepath.Join("..", "..", "examples", name), append(os.Environ(), "GOWORK=off")
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, output)
		}
	}
	return directory
}

// The programs of the examples answer a question with two calls at once. A
// missing key, a server that cannot be reached, and a response that is not JSON
// are one error each.
func TestExamples(t *testing.T) {
	server := startModelServer(t)
	directory := buildExamples(t)
	for name, e := range examples {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, status := e.run(t, directory, server.url, "clock", true)
			if !strings.HasSuffix(stdout, "It is late in Tokyo.\n") || stderr != "" || status != 0 {
				t.Errorf("status %d\n%s%s", status, stdout, stderr)
			}
			for _, test := range []struct {
				reason, url, model string
				hasKey             bool
				want               string
			}{
				{"no key", server.url, "clock", false, "set " + e.key},
				{"no server", "http://127.0.0.1:1", "clock", true, "refused"},
				{"no JSON", server.url, "garbage", true, ""},
				{"a rate limit", server.url, "ratelimit", true, "429"},
			} {
				stdout, stderr, status := e.run(t, directory, test.url, test.model, test.hasKey)
				if stdout != "" || !strings.HasPrefix(stderr, e.program+": ") || !strings.Contains(stderr, test.want) || strings.Contains(stderr, "panic") || status != 1 {
					t.Errorf("%s: status %d\n%s%s", test.reason, status, stdout, stderr)
				}
				t.Logf("%s: %s", test.reason, stderr)
			}
		})
	}
}

package modelservers_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cloud.google.com/go/ai/generativelanguage/apiv1beta/generativelanguagepb"
	"google.golang.org/protobuf/encoding/protojson"
)

// validators check requests with the description of a provider. They return the
// problem of each invalid request by its index.
var validators = []struct {
	name, path string
	validate   func(t *testing.T, requests []string) map[int]string
	valid      string // a valid request
	invalid    string // the same request with a mistake
}{
	{
		"chat", "/chat/completions", func(t *testing.T, requests []string) map[int]string {
			return typeCheck(t, "ChatCompletionCreateParams", "openai/resources/chat/completions", requests)
		},
		`{"model":"m","messages":[{"role":"tool","tool_call_id":"1","content":"3"}]}`, `{"model":"m","messages":[{"role":"tool","call_id":"1","content":"3"}]}`,
	},
	{
		"responses", "/responses", func(t *testing.T, requests []string) map[int]string {
			return typeCheck(t, "ResponseCreateParams", "openai/resources/responses/responses", requests)
		},
		`{"model":"m","input":[{"type":"function_call_output","call_id":"1","output":"3"}]}`, `{"model":"m","input":[{"type":"function_call_output","call_id":"1","result":"3"}]}`,
	},
	{
		"anthropic", "/v1/messages", validateAnthropic,
		`{"model":"m","max_tokens":1,"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"3"}]}]}`,
		`{"model":"m","max_tokens":1,"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"3","name":"add"}]}]}`,
	},
	{
		"gemini", ":", validateGemini,
		`{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"add","response":{"output":"3"}}}]}]}`,
		`{"contents":[{"role":"user","parts":[{"functionResponse":{"tool":"add","response":{"output":"3"}}}]}]}`,
	},
}

// A validator finds the mistake in a request.
func TestValidators(t *testing.T) {
	for _, v := range validators {
		t.Run(v.name, func(t *testing.T) {
			problems := v.validate(t, []string{v.valid, v.invalid})
			if problems[0] != "" || problems[1] == "" {
				t.Errorf("the problems are %v", problems)
			}
		})
	}
}

// typeCheck checks requests with a type of OpenAI's SDK for TypeScript.
func typeCheck(t *testing.T, name, module string, requests []string) map[int]string {
	t.Helper()
	compiler := program(t, "typescript/bin/tsc")
	source := fmt.Sprintf("import type { %s } from '%s';\n", name, module)
	for i, request := range requests {
		var compact bytes.Buffer // one line for each request
		if err := json.Compact(&compact, []byte(request)); err != nil {
			return map[int]string{i: err.Error()}
		}
		source += fmt.Sprintf("const r%d: %s = %s;\n", i, name, compact.String())
	}
	file, err := os.CreateTemp(serversDir, "requests-*.ts")
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(file.Name())
	if _, err := file.WriteString(source); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("node", compiler, "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--moduleResolution", "nodenext", "--pretty", "false", filepath.Base(file.Name()))
	command.Dir = serversDir
	output, err := command.CombinedOutput()
	problems := make(map[int]string)
	for _, m := range regexp.MustCompile(`(?m)^requests-\d+\.ts\((\d+),.*`).FindAllStringSubmatch(string(output), -1) {
		line, _ := strconv.Atoi(m[1]) // the expression matches digits only
		problems[line-2] = m[0]
	}
	if err != nil && len(problems) == 0 {
		t.Fatalf("%v\n%s", err, output)
	}
	return problems
}

// validateGemini checks requests with the protocol buffers of the API.
func validateGemini(_ *testing.T, requests []string) map[int]string {
	problems := make(map[int]string)
	for i, request := range requests {
		if err := protojson.Unmarshal([]byte(request), &generativelanguagepb.GenerateContentRequest{}); err != nil {
			problems[i] = err.Error()
		}
	}
	return problems
}

// validateAnthropic checks requests with the OpenAPI description in the module of
// Anthropic's SDK.
func validateAnthropic(t *testing.T, requests []string) map[int]string {
	t.Helper()
	var log bytes.Buffer
	port := freePort(t)
	url := startServer(t, &log, port, program(t, ".bin/steady"), "--host", "127.0.0.1", "-p", fmt.Sprint(port), "--log-format", "json", "--validator-strict-oneof", anthropicDescription(t))
	problems := make(map[int]string)
	for i, request := range requests {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/v1/messages", strings.NewReader(request))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"Content-Type": "application/json", "X-Api-Key": "k", "Anthropic-Version": "2023-06-01"} {
			r.Header.Set(name, value)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close() // it was read to its end
		// The server accepts some requests with problems, and counts the problems in a header.
		if count := response.Header.Get("X-Steady-Error-Count"); response.StatusCode != http.StatusOK || count != "" && count != "0" {
			problems[i] = fmt.Sprintf("%s: %v %.500s", response.Status, response.Header, body)
		}
	}
	return problems
}

// anthropicDescription returns a file with the OpenAPI description of Anthropic.
func anthropicDescription(t *testing.T) string {
	t.Helper()
	directory, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/anthropics/anthropic-sdk-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	compressed, err := os.Open(filepath.Join(strings.TrimSpace(string(directory)), "scripts", "mock-spec.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer compressed.Close()
	reader, err := gzip.NewReader(compressed)
	if err != nil {
		t.Fatal(err)
	}
	description, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "anthropic.json")
	if err := os.WriteFile(file, description, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

package dialects_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// mandatory makes the test fail, rather than be skipped, where the vendors'
// transformers are not installed: npm ci in testdata/vendors does that.
const mandatory = "TOOLGEN_VENDORS"

// vendorCase is what fixpoint.js reads.
type vendorCase struct {
	Dialect string          `json:"dialect"`
	Tool    string          `json:"tool"`
	Schema  json.RawMessage `json:"schema"`
}

// The vendors' own transformers neither refuse nor change what is emitted for
// the strict modes: emitted schemas are their fixed points.
func TestStrictSchemasAreFixedPoints(t *testing.T) {
	var cases []vendorCase
	for _, dialect := range []string{dialects.OpenAIStrict, dialects.AnthropicStrict} {
		before := len(cases)
		for _, tool := range append(allTools(t), randomTools(t, 500)...) {
			if text, _, err := dialects.Parameters(dialect, tool); err == nil {
				cases = append(cases, vendorCase{dialect, tool.Name, json.RawMessage(text)})
			}
		}
		if n := len(cases) - before; n < 200 {
			t.Errorf("%s: only %d schemas", dialect, n)
		}
	}
	output := runVendors(t, cases)
	if want := fmt.Sprintf("%d of %[1]d schemas put through\n", len(cases)); output != want {
		t.Errorf("got:\n%s", output)
	}
}

// The test can fail: a schema that is not strict is changed or refused.
func TestVendorsRefuseWhatIsNotStrict(t *testing.T) {
	for _, c := range []vendorCase{
		{dialects.OpenAIStrict, "optional", json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`)},
		{dialects.AnthropicStrict, "bounded", json.RawMessage(`{"type":"object","properties":{"a":{"type":"string","minLength":1}},"required":[],"additionalProperties":false}`)},
	} {
		if output := runVendors(t, []vendorCase{c}); output == "1 of 1 schemas put through\n" {
			t.Errorf("%s: %s is taken as it is", c.Dialect, c.Tool)
		}
	}
}

func runVendors(t *testing.T, cases []vendorCase) string {
	t.Helper()
	const dir = "testdata/vendors"
	_, err := os.Stat(filepath.Join(dir, "node_modules", "openai"))
	node, missing := exec.LookPath("node")
	if err != nil || missing != nil {
		if os.Getenv(mandatory) != "" {
			t.Fatalf("%s is set, and the vendors' transformers are not there: run npm ci in %s (%v, %v)", mandatory, dir, err, missing)
		}
		t.Skipf("the vendors' transformers are not there: run npm ci in %s", dir)
	}
	input, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), node, "fixpoint.js")
	command.Dir, command.Stdin = dir, bytes.NewReader(input)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	return string(output)
}

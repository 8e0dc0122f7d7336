package dialects_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/internal/dialect"
)

// requireVendors is an environment variable. If it is set, the tests fail instead of
// being skipped if the SDKs of the vendors are not installed with npm ci in
// testdata/vendors.
const requireVendors = "TOOLGEN_VENDORS"

// vendorCase is what transform.js reads.
type vendorCase struct {
	Dialect string          `json:"dialect"`
	Tool    string          `json:"tool"`
	Schema  json.RawMessage `json:"schema"`
}

// TestVendorsAcceptStrictSchemas checks that the functions of the SDKs of the vendors
// that make schemas strict neither refuse nor change the strict schemas of toolgen.
func TestVendorsAcceptStrictSchemas(t *testing.T) {
	var cases []vendorCase
	for _, name := range []string{dialect.OpenAIStrict, dialect.AnthropicStrict} {
		before := len(cases)
		for _, tool := range append(allTools(t), randomTools(t, 500)...) {
			if text, _, err := parameters(name, tool); err == nil {
				cases = append(cases, vendorCase{name, tool.Name, json.RawMessage(text)})
			}
		}
		if n := len(cases) - before; n < 200 {
			t.Errorf("%s: only %d schemas", name, n)
		}
	}
	output := runVendors(t, cases)
	if want := fmt.Sprintf("%d of %[1]d schemas transformed\n", len(cases)); output != want {
		t.Errorf("got:\n%s", output)
	}
}

// TestVendorsChangeOtherSchemas checks that the SDKs change or refuse a schema that
// is not strict.
func TestVendorsChangeOtherSchemas(t *testing.T) {
	for _, c := range []vendorCase{
		{dialect.OpenAIStrict, "optional", json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"}},"required":[],"additionalProperties":false}`)},
		{dialect.AnthropicStrict, "bounded", json.RawMessage(`{"type":"object","properties":{"a":{"type":"string","minLength":1}},"required":[],"additionalProperties":false}`)},
	} {
		if output := runVendors(t, []vendorCase{c}); output == "1 of 1 schemas transformed\n" {
			t.Errorf("%s: %s is accepted unchanged", c.Dialect, c.Tool)
		}
	}
}

func runVendors(t *testing.T, cases []vendorCase) string {
	t.Helper()
	const dir = "testdata/vendors"
	_, err := os.Stat(filepath.Join(dir, "node_modules", "openai"))
	node, missing := exec.LookPath("node")
	if err != nil || missing != nil {
		if os.Getenv(requireVendors) != "" {
			t.Fatalf("%s is set, but the SDKs of the vendors are not installed: run npm ci in %s (%v, %v)", requireVendors, dir, err, missing)
		}
		t.Skipf("the SDKs of the vendors are not installed: run npm ci in %s", dir)
	}
	input, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), node, "transform.js")
	command.Dir, command.Stdin = dir, bytes.NewReader(input)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	return string(output)
}

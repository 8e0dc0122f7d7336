package main

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/decode"
)

// decodeOutcome returns the error and the repairs of a tool's decoder for
// arguments.
func decodeOutcome(tool *runtime.Tool, args string) string {
	var d decode.D
	d.Reset([]byte(args), decode.Options{})
	tool.Decode(&d)
	return fmt.Sprint(d.Err(tool.Name), d.Repairs())
}

// variations returns the arguments, and versions of them in which one member
// is changed or missing.
func variations(t *testing.T, args string) []string {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(args), &members); err != nil {
		t.Fatal(err)
	}
	all := []string{args, `{}`, `{"unknown":1}`, `[]`, `{`}
	for name, value := range members {
		quoted, _ := json.Marshal(string(value))
		for _, other := range []string{`null`, `true`, `-1`, `1.5`, `"x"`, `[]`, `{}`, string(quoted), "[" + string(value) + "]", `{"unknown":` + string(value) + `}`} {
			members[name] = json.RawMessage(other)
			text, _ := json.Marshal(members)
			all = append(all, string(text))
		}
		delete(members, name)
		text, _ := json.Marshal(members)
		all = append(all, string(text))
		members[name] = value
	}
	return all
}

// A decoder that is built from a tool's schema returns the same errors and
// repairs as the generated decoder.
func TestSchemaDecoderEqualsGeneratedDecoder(t *testing.T) {
	registry := newRegistry(t)
	compared := 0
	for _, definition := range registry.Definitions(runtime.Policy{}) {
		tool, _ := registry.Tool(definition.Name)
		copied := *tool
		copied.Decode = nil
		parsed, err := runtime.NewTool(copied)
		if err != nil {
			t.Fatal(err)
		}
		if tool.Decode == nil {
			continue
		}
		for _, example := range append(tool.Examples, `{}`) {
			for _, args := range variations(t, example) {
				compared++
				if want, got := decodeOutcome(tool, args), decodeOutcome(parsed, args); want != got {
					t.Errorf("%s: %s\ngenerated: %s\nparsed:    %s", tool.Name, args, want, got)
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d calls are compared", compared)
	}
}

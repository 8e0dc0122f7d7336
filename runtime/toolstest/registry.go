package toolstest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// CheckRegistry checks that a registry can be given to an agent under the policy. The definition of every
// tool fulfils its contract; no tool is run. The definitions are JSON, are the same each time, and are in
// the order of the tools. Every allowed tool has what it needs. A call of an unknown tool is refused.
func CheckRegistry(registry *runtime.Registry, policy runtime.Policy) error {
	c := &checker{subject: "registry"}
	if registry == nil {
		c.fault("definitions", "the registry is nil")
		return c.err()
	}
	c.definitions(registry, policy)
	for _, err := range registry.Validate(policy) {
		c.fault("policy", "%v", err)
	}
	const unknown = "a_name_that_no_tool_has"
	answer := execute(context.Background(), registry, unknown, nil, &runtime.Turn{Policy: policy})
	if answer.Result.Code != runtime.NotAvailable || answer.Name != unknown {
		c.fault("unknown", "a call of an unknown tool returned %+v", answer.Result)
	}
	faults := []error{c.err()}
	for _, tool := range registry.Available() {
		t := &toolChecker{checker: checker{subject: "tool " + tool.Name}, tool: tool, options: &ToolOptions{}}
		t.definition()
		faults = append(faults, t.err())
	}
	return errors.Join(faults...)
}

// definitions checks the definitions of a registry.
func (c *checker) definitions(registry *runtime.Registry, policy runtime.Policy) {
	first := registry.AppendDefinitions(nil, policy)
	if !json.Valid(first) {
		c.fault("definitions", "the definitions are not JSON")
	}
	if !bytes.Equal(first, registry.AppendDefinitions(nil, policy)) {
		c.fault("definitions", "the definitions differ from one time to the next, so that models cannot cache the prompt")
	}
	position := make(map[string]int)
	for i, tool := range registry.Available() {
		position[tool.Name] = i
	}
	last := -1
	for _, definition := range registry.Definitions(policy) {
		at, known := position[definition.Name]
		if !known || at < last {
			c.fault("definitions", "the definition of %s is not in the order of the tools", definition.Name)
		}
		last = max(last, at)
	}
}

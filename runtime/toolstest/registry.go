package toolstest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// CheckRegistry checks that a registry can be handed to an agent under the
// policy: every tool's definition keeps its contract (nothing is run), the definitions are JSON, the same
// every time and in the order of the tools, no tool that is allowed lacks what it needs,
// and what is not registered is refused.
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
		c.fault("unknown", "a tool that is not registered is answered %+v", answer.Result)
	}
	faults := []error{c.err()}
	for _, tool := range registry.Available() {
		t := &toolChecker{checker: checker{subject: "tool " + tool.Name}, tool: tool, options: &ToolOptions{}}
		t.definition()
		faults = append(faults, t.err())
	}
	return errors.Join(faults...)
}

func (c *checker) definitions(registry *runtime.Registry, policy runtime.Policy) {
	first := registry.AppendDefinitions(nil, policy)
	if !json.Valid(first) {
		c.fault("definitions", "are no JSON")
	}
	if !bytes.Equal(first, registry.AppendDefinitions(nil, policy)) {
		c.fault("definitions", "differ from one time to the next, which spoils prompt caches")
	}
	position := make(map[string]int)
	for i, tool := range registry.Available() {
		position[tool.Name] = i
	}
	last := -1
	for _, definition := range registry.Definitions(policy) {
		at, known := position[definition.Name]
		if !known || at < last {
			c.fault("definitions", "%s stands out of order", definition.Name)
		}
		last = max(last, at)
	}
}

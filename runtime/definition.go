package runtime

import "encoding/json"

// Definition is what a model is told of a tool.
type Definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

// emptySchema is the schema of a tool without arguments. Some providers refuse
// an object without properties, hence the empty map.
const emptySchema = `{"type":"object","properties":{},"additionalProperties":false}`

// Definitions lists the tools that the policy lets run and that are available,
// in the order of registration. It is never nil.
func (r *Registry) Definitions(p Policy) []Definition {
	definitions := []Definition{}
	var begun checkRuns
	open, entries := p.isOpen(), r.entries()
	for i, e := range entries {
		if e.isShown(&p, open, begun.startFrom(entries[i:])) {
			definitions = append(definitions, e.tool.Definition())
		}
	}
	return definitions
}

// AppendDefinitions appends what Definitions returns, as one JSON array. It
// allocates only to lengthen dst, and the first time a tool is asked for.
func (r *Registry) AppendDefinitions(dst []byte, p Policy) []byte {
	dst = append(dst, '[')
	first := true
	var begun checkRuns
	open, entries := p.isOpen(), r.entries()
	for i, e := range entries {
		if !e.isShown(&p, open, begun.startFrom(entries[i:])) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, e.encodedDefinition()...)
	}
	return append(dst, ']')
}

// shown reports whether the model may see the tool: the gates of execution
// that do not depend on a call. Most policies are open, and most tools ask for
// nothing.
func (e *entry) isShown(p *Policy, open bool, begun *checkRun) bool {
	if open && len(e.tool.Requires) == 0 && e.tool.Available == nil {
		return true
	}
	return !p.excludes(e.tool.Name) && p.permits(&e.tool, e.plugin) && e.unavailableReason(begun) == ""
}

// Definition is what a model is told of the tool.
func (t *Tool) Definition() Definition {
	input := t.Input
	if input == "" {
		input = emptySchema
	}
	return Definition{Name: t.Name, Description: t.Description, Parameters: json.RawMessage(input)}
}

// encode is the definition as JSON. Whoever encodes it first keeps it for the
// others.
func (e *entry) encodedDefinition() string {
	if encoded := e.definition.Load(); encoded != nil {
		return *encoded
	}
	// A string and a schema that is JSON already cannot fail to encode.
	name, _ := appendJSON(nil, e.tool.Name)
	description, _ := appendJSON(nil, e.tool.Description)
	encoded := `{"name":` + string(name) + `,"description":` + string(description) +
		`,"parameters":` + string(e.tool.Definition().Parameters) + `}`
	e.definition.Store(&encoded)
	return encoded
}

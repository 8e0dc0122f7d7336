package runtime

import "encoding/json"

// Definition describes a tool to a model.
type Definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

// emptySchema is the schema of a tool without arguments. It has an empty
// "properties" because some providers refuse an object schema without it.
const emptySchema = `{"type":"object","properties":{},"additionalProperties":false}`

// Definitions returns the definitions of the available tools that the policy
// permits, in the order of registration. It never returns nil.
func (r *Registry) Definitions(p Policy) []Definition {
	definitions := []Definition{}
	var runs checkRuns
	isOpen, entries := p.isOpen(), r.entries()
	for i, e := range entries {
		if e.isShown(&p, isOpen, runs.startFrom(entries[i:])) {
			definitions = append(definitions, e.tool.Definition())
		}
	}
	return definitions
}

// AppendDefinitions appends the result of Definitions to dst as a JSON array.
// It allocates only if dst is too short and for the first definition of each
// tool.
func (r *Registry) AppendDefinitions(dst []byte, p Policy) []byte {
	dst = append(dst, '[')
	first := true
	var runs checkRuns
	isOpen, entries := p.isOpen(), r.entries()
	for i, e := range entries {
		if !e.isShown(&p, isOpen, runs.startFrom(entries[i:])) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = e.appendDefinition(dst)
	}
	return append(dst, ']')
}

// isShown reports whether the model may see the tool. It applies the checks of
// execution that do not depend on a call.
func (e *entry) isShown(p *Policy, isOpen bool, run *checkRun) bool {
	if isOpen && len(e.tool.Requires) == 0 && e.tool.Available == nil {
		return true
	}
	return !p.excludes(e.tool.Name) && p.permits(e.tool, e.plugin) && e.unavailableReason(run) == ""
}

// Definition returns the definition of the tool.
func (t *Tool) Definition() Definition {
	input := t.Input
	if input == "" {
		input = emptySchema
	}
	return Definition{Name: t.Name, Description: t.Description, Parameters: json.RawMessage(input)}
}

// appendDefinition appends the definition as JSON. The first call encodes and
// stores the text before the schema, which the tool already has.
func (e *entry) appendDefinition(dst []byte) []byte {
	head, input := e.texts.get(func(t *computedTexts) *string { return &t.definitionHead }, e.encodeDefinitionHead), e.tool.Input
	if input == "" {
		input = emptySchema
	}
	return append(append(append(dst, head...), input...), '}')
}

// encodeDefinitionHead encodes the definition as JSON, up to the schema.
func (e *entry) encodeDefinitionHead() string {
	// Encoding a string cannot fail.
	name, _ := appendJSON(nil, e.tool.Name)
	description, _ := appendJSON(nil, e.tool.Description)
	return `{"name":` + string(name) + `,"description":` + string(description) + `,"parameters":`
}

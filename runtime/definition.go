package runtime

import (
	"encoding/json"
	"sync"
)

// Definition is what a model is told of a tool.
type Definition struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

// emptySchema is the schema of a tool without arguments. Some providers refuse
// an object without properties, hence the empty map.
const emptySchema = `{"type":"object","properties":{},"additionalProperties":false}`

// definitionCache encodes a definition once, when first asked for: registering
// must stay cheap, and an encoding is needed for every request.
type definitionCache struct {
	once    sync.Once
	encoded string
}

// Definitions lists the tools that the policy lets run and that are available,
// in the order of registration. It is never nil.
func (r *Registry) Definitions(p Policy) []Definition {
	definitions := []Definition{}
	entries := r.entries()
	begun := beginChecks(entries)
	for _, e := range entries {
		if e.shown(&p, begun) {
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
	entries := r.entries()
	begun := beginChecks(entries)
	for _, e := range entries {
		if !e.shown(&p, begun) {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, e.encode()...)
	}
	return append(dst, ']')
}

// shown reports whether the model may see the tool: the gates of execution
// that do not depend on a call.
func (e *entry) shown(p *Policy, begun begunChecks) bool {
	return !p.excludes(e.tool.Name) && p.permits(&e.tool, e.plugin) && e.available(begun[e]) == ""
}

// Definition is what a model is told of the tool.
func (t *Tool) Definition() Definition {
	input := t.Input
	if input == "" {
		input = emptySchema
	}
	return Definition{Name: t.Name, Description: t.Description, Parameters: json.RawMessage(input)}
}

func (e *entry) encode() string {
	e.definition.once.Do(func() {
		// A string and a schema that is JSON already cannot fail to encode.
		name, _ := appendJSON(nil, e.tool.Name)
		description, _ := appendJSON(nil, e.tool.Description)
		e.definition.encoded = `{"name":` + string(name) + `,"description":` + string(description) +
			`,"parameters":` + string(e.tool.Definition().Parameters) + `}`
	})
	return e.definition.encoded
}

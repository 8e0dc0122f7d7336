package decode

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// InputSchema is the JSON Schema of a tool's arguments, read at run time by
// [ParseSchema]. It does not change after that and may be shared by goroutines.
type InputSchema struct {
	// Unchecked are the first hundred keywords that are not checked, in the order in
	// which they were found. It is empty unless the [SchemaOptions] accept such
	// keywords.
	Unchecked []arguments.SchemaProblem

	schema      *Schema
	description *Type
	defaults    *defaults // nil if the schema has no default
}

// SchemaOptions are the settings of [ParseSchema]. The zero value is the
// default.
type SchemaOptions struct {
	// AcceptUnchecked accepts a schema with keywords that cannot be checked. The
	// decoder does not check them: it may accept arguments that the schema refuses,
	// but does not refuse arguments that the schema accepts. The field Unchecked of
	// [InputSchema] lists these keywords.
	AcceptUnchecked bool
}

// ParseSchema reads the JSON Schema of a tool's arguments. It is called by
// NewTool of package runtime, whose documentation lists what is supported.
//
// The arguments of a tool are an object: what the schema says about values of
// other types is ignored. The error is an [*arguments.SchemaError]. The options
// can accept keywords that cannot be checked, malformed keywords and defaults
// that their own schemas refuse; the other problems are errors in any case.
func ParseSchema(text string, o SchemaOptions) (*InputSchema, error) {
	p, root := parseDocument(text)
	if p.refuses(o) {
		return nil, p.err()
	}
	if root.types()&TypeObject == 0 {
		p.fail(nil, `the schema accepts no object, but the arguments of a tool are one: set "type" to "object"`)
		return nil, p.err()
	}
	objects := &Schema{Types: TypeObject, Logic: &SchemaLogic{AllOf: []*Schema{root}}, size: root.size}
	description := newDescriber(p.defaults).object(objects)
	return &InputSchema{
		schema:      objects,
		description: description,
		defaults:    newDefaults(description),
		Unchecked:   p.problems,
	}, nil
}

// Type returns the description of the arguments. It must not be changed.
func (s *InputSchema) Type() *Type { return s.description }

// Decode reads the text of d. It returns a *[json.RawMessage] with the JSON text of
// an object, after repairs and with the defaults of missing members. It returns nil
// if there are problems; [D.Err] then returns them. Numbers keep their text. The
// result is a copy, which the caller may change.
//
// Decode does not fill in the defaults if that makes the arguments longer than
// [arguments.DefaultMaxBytes] or makes them violate the schema.
func (s *InputSchema) Decode(d *D) any {
	for {
		i := d.Begin(s.description)
		if i < 0 {
			return nil
		}
		end := s.schema.accepts(d, i)
		if d.AtEnd(end) {
			value := json.RawMessage(s.withDefaults(d.text[i:end]))
			return &value
		}
		if d.wasRepaired() {
			d.explain(s.schema, i)
			return nil
		}
	}
}

// withDefaults returns the arguments with the defaults of missing members.
func (s *InputSchema) withDefaults(text string) string {
	if s.defaults == nil {
		return text
	}
	full, changed := s.defaults.fill(text)
	if !changed || len(full) > arguments.DefaultMaxBytes {
		return text
	}
	d := D{text: full}
	if s.schema.accepts(&d, 0) != len(full) {
		return text
	}
	return full
}

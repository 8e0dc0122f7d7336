package decode

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// InputSchema is the JSON Schema of a tool's arguments, read at run time by
// [ParseSchema]. It does not change after that and may be shared by goroutines.
type InputSchema struct {
	// Unchecked are the first hundred keywords that are not checked, in the
	// order in which they were found. It is empty unless [SchemaOptions] accept
	// such keywords.
	Unchecked []arguments.SchemaProblem

	schema    *Schema
	described *Type
	defaults  *defaults // nil when the schema has no default
}

// SchemaOptions are the settings of [ParseSchema]. The zero value is the
// default.
type SchemaOptions struct {
	// AcceptUnchecked accepts a schema with keywords that cannot be checked,
	// and does not check them: the field Unchecked of [InputSchema] lists them. Arguments
	// may then be accepted that the schema refuses, but none are refused that
	// it accepts.
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
	described := newDescriber(p.defaults).object(objects)
	return &InputSchema{
		schema:    objects,
		described: described,
		defaults:  newDefaults(described),
		Unchecked: p.problems,
	}, nil
}

// Type returns the description of the arguments. It must not be changed.
func (s *InputSchema) Type() *Type { return s.described }

// Decode reads the arguments in d. It returns a *[json.RawMessage] with the
// JSON text of an object, after repairs and with the defaults of missing
// members, or nil when there are problems; [D.Err] then has them. Numbers keep
// their text. The result is a copy that the caller may change.
//
// Defaults are not filled in when the arguments would then be longer than
// [arguments.DefaultMaxBytes] or no longer satisfy the schema.
func (s *InputSchema) Decode(d *D) any {
	for {
		i := d.Begin(s.described)
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

package dialects

import (
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// forTool returns the rules for a tool: those of the strict dialect if the tool
// has //tool:strict.
func (r *rules) forTool(tool *model.Tool) *rules {
	if tool.Behaviour.Strict && r.strict != "" {
		return findRules(r.strict)
	}
	return r
}

// Parameters returns the schema of the arguments of a tool in a dialect, as compact
// JSON. It is empty if the definition must not have a schema: in the dialect gemini,
// for a tool without arguments. The result strict reports whether the definition
// requests the strict mode of the provider: always in a strict dialect, and in a
// plain dialect with a strict mode if the tool has //tool:strict.
//
// The error joins one *Refusal for each part of the schema that the dialect cannot
// express; see Refusals. For an unknown dialect it is a *DialectError.
func Parameters(dialect string, tool *model.Tool) (text string, strict bool, err error) {
	d, err := newDefinition(dialect, tool)
	if err != nil {
		return "", false, err
	}
	return string(d.parameters), d.isStrict, nil
}

// Definition returns the complete definition of a tool for a request to the API of
// the provider, as compact JSON: for OpenAI a function tool of chat completions,
// for Anthropic a custom tool, for Gemini a function declaration, and for MCP a tool
// in the response to tools/list. It returns the same errors as Parameters.
func Definition(dialect string, tool *model.Tool) ([]byte, error) {
	d, err := newDefinition(dialect, tool)
	if err != nil {
		return nil, err
	}
	return d.write(d)
}

// Rewrites are the rewritten forms of values that schemas of dialects allow, and
// that a decoder must therefore accept. A decoder with the default repairs accepts
// both; a decoder without repairs must accept them too.
type Rewrites struct {
	// NullForOptional means null for an optional argument that is not given.
	NullForOptional bool
	// ListsForMaps means a list of objects with the properties key and value
	// for a map.
	ListsForMaps bool
}

// RewritesOf returns the forms that the decoders of a package must accept if its
// tools are written in the dialects. A plain dialect also has the forms of its
// strict dialect if a tool of the toolset has //tool:strict. Unknown dialects are
// ignored.
func RewritesOf(requested []string, toolset ...*model.Tool) Rewrites {
	var inverse Rewrites
	strict := slices.ContainsFunc(toolset, func(tool *model.Tool) bool { return tool.Behaviour.Strict })
	for _, dialect := range requested {
		r := findRules(dialect)
		if r == nil {
			continue
		}
		inverse.add(r)
		if strict && r.strict != "" {
			inverse.add(findRules(r.strict))
		}
	}
	return inverse
}

// add adds the rewritten forms of a dialect.
func (i *Rewrites) add(r *rules) {
	i.NullForOptional = i.NullForOptional || r.nullsForOptional
	i.ListsForMaps = i.ListsForMaps || r.listsForMaps
}

package dialects

import (
	"slices"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// of are the rules for one tool: those of the strict dialect if the tool asks
// for it.
func (r *rules) of(tool *model.Tool) *rules {
	if tool.Behaviour.Strict && r.strict != "" {
		return find(r.strict)
	}
	return r
}

// Parameters is the schema of a tool's arguments as the dialect takes it,
// compact. It is empty when the definition must have none, which is so for a
// tool without arguments in the dialect gemini. strict says that the provider's
// strict mode is to be asked for: always in a strict dialect, and in the plain
// one of a provider with such a mode when the tool has //tool:strict.
//
// The error joins *Refusal values, one for each thing that the dialect cannot
// express; see Refusals. For an unknown dialect it is a *DialectError.
func Parameters(dialect string, tool *model.Tool) (text string, strict bool, err error) {
	d, err := newDefinition(dialect, tool)
	if err != nil {
		return "", false, err
	}
	return string(d.parameters), d.isStrict, nil
}

// Definition is the whole definition of a tool as the provider's API takes it
// in a request, compact: of OpenAI the function tool of chat completions, of
// Anthropic a custom tool, of Gemini a function declaration, and of MCP the
// tool in the answer to tools/list. It fails as Parameters does.
func Definition(dialect string, tool *model.Tool) ([]byte, error) {
	d, err := newDefinition(dialect, tool)
	if err != nil {
		return nil, err
	}
	return d.write(d)
}

// Inverse is what a decoder must take so that it takes what follows from some
// dialects' schemas. The repairs that are on by default take both already; a
// decoder that repairs nothing must take them all the same.
type Inverse struct {
	// NullForOptional is null for an argument that is optional: it is not
	// there.
	NullForOptional bool
	// ListsForMaps is a list of objects with the properties key and value for
	// a map.
	ListsForMaps bool
}

// Inverses is what the decoders of a package must take whose tools are written
// in the dialects. For tools that ask for the strict mode, those given, the
// plain dialect of a provider counts as its strict one. Unknown dialects count
// as nothing.
func Inverses(asked []string, toolset ...*model.Tool) Inverse {
	var inverse Inverse
	strict := slices.ContainsFunc(toolset, func(tool *model.Tool) bool { return tool.Behaviour.Strict })
	for _, dialect := range asked {
		r := find(dialect)
		if r == nil {
			continue
		}
		inverse.add(r)
		if strict && r.strict != "" {
			inverse.add(find(r.strict))
		}
	}
	return inverse
}

func (i *Inverse) add(r *rules) {
	i.NullForOptional = i.NullForOptional || r.nullsForOptional
	i.ListsForMaps = i.ListsForMaps || r.listsForMaps
}

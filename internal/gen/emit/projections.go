package emit

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// projection is a projection of a tool, with the name of the constant that has
// its schema.
type projection struct {
	*dialects.Projection
	dialect  string
	constant string
}

// project writes the arguments of a tool for dialects. It
// returns constants for the texts that are new; texts has the names of the
// constants by their texts.
func (f *file) project(tool *model.Tool, dialectNames []string, texts map[string]string) []code {
	var constants []code
	for _, dialect := range dialectNames {
		p, err := dialects.Project(dialect, tool)
		if err != nil {
			f.refuse(err)
			continue
		}
		text := string(p.Parameters)
		if texts[text] == "" {
			texts[text] = f.names.unique(lowerFirst(toCamelCase(tool.Name)) + dialectName(dialect))
			constants = append(constants, f.line("%s = %s", texts[text], quote(text)))
		}
		f.projections[tool] = append(f.projections[tool], projection{p, dialect, texts[text]})
	}
	return constants
}

// refuse reports each refusal of a dialect.
func (f *file) refuse(err error) {
	refusals, rest := dialects.Refusals(err)
	for _, refusal := range refusals {
		f.report(refusal)
	}
	if rest != nil {
		f.report(rest)
	}
}

// dialectName returns the name of a dialect for constants: OpenAIStrict.
func dialectName(dialect string) string {
	return strings.NewReplacer("Openai", "OpenAI", "Mcp", "MCP", "Json", "JSON").Replace(upperFirst(toCamelCase(dialect)))
}

// dialectSchemas adds the schemas of the tool for dialects.
func (t *toolWriter) dialectSchemas(all []projection) {
	if items := t.projectionItems(all); len(items) > 0 {
		t.member("Projections", composite(t.line("[]%s", t.runtime("Projection")), items...))
	}
}

// projectionItems returns the literals of projections, without their type.
func (t *toolWriter) projectionItems(all []projection) []code {
	var items []code
	for _, p := range all {
		w := &toolWriter{literal{file: t.file}, t.tool}
		w.member("Dialect", t.line("%s", strconv.Quote(p.dialect)))
		w.member("Parameters", t.line("%s", p.constant))
		w.flag("Strict", p.Strict)
		w.projectedExamples(p.Examples)
		items = append(items, compact(t.line(""), w.items...))
	}
	return items
}

// projectedExamples adds the examples of a projection if they are not those of the
// tool, which the runtime uses if the projection has none.
func (t *toolWriter) projectedExamples(rewritten []json.RawMessage) {
	var texts []string
	differs := false
	for i, text := range rewritten {
		differs = differs || compactJSON(string(text)) != compactJSON(t.tool.Behaviour.Examples[i].JSON)
		texts = append(texts, string(text))
	}
	if differs {
		t.jsonTexts("Examples", texts)
	}
}

// compactJSON returns JSON without spaces between tokens, as the runtime writes it.
func compactJSON(text string) string {
	var b bytes.Buffer
	if json.Compact(&b, []byte(text)) != nil {
		return text
	}
	return b.String()
}

package emit

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema/dialects"
)

// projection is the schema of a tool's arguments for a dialect.
type projection struct {
	dialect  string
	constant string // the name of the constant
	strict   bool
}

// project writes the arguments of a tool for the dialects of the package. It
// returns constants for the texts that are new; texts has the names of the
// constants by their texts.
func (f *file) project(tool *model.Tool, texts map[string]string) []code {
	var constants []code
	for _, dialect := range f.pkg.Dialects {
		text, strict, err := dialects.Parameters(dialect, tool)
		if err != nil {
			f.refuse(err)
			continue
		}
		if texts[text] == "" {
			texts[text] = f.names.unique(lowerFirst(camel(tool.Name)) + dialectName(dialect))
			constants = append(constants, f.line("%s = %s", texts[text], quote(text)))
		}
		f.projections[tool] = append(f.projections[tool], projection{dialect, texts[text], strict})
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
	return strings.NewReplacer("Openai", "OpenAI", "Mcp", "MCP", "Json", "JSON").Replace(upperFirst(camel(dialect)))
}

// projected adds the schemas of the tool for dialects.
func (t *toolWriter) projected(all []projection) {
	var items []code
	for _, p := range all {
		w := &literal{file: t.file}
		w.member("Dialect", t.line("%s", strconv.Quote(p.dialect)))
		w.member("Parameters", t.line("%s", p.constant))
		w.flag("Strict", p.strict)
		items = append(items, compact(t.line(""), w.items...))
	}
	if len(items) > 0 {
		t.member("Projections", composite(t.line("[]%s", t.runtime("Projection")), items...))
	}
}

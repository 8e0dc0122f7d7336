package emit

import (
	"strconv"

	"github.com/toolgen/toolgen/internal/gen/schema"
)

// schemas declares the schemas of each tool as constants, including those for
// dialects. A tool without arguments has no constant, because the runtime has its
// schema.
func (f *file) schemas() {
	var constants []code
	texts := make(map[string]string) // the names of constants, by their texts
	constant := func(name string, text []byte, err error) {
		switch {
		case err != nil:
			f.report(err)
			return
		case text == nil:
			return
		}
		texts[textOf(text)] = name
		constants = append(constants, f.quoted(name, textOf(text)))
	}
	for _, tool := range f.pkg.Tools {
		names := f.tooling[tool]
		if tool.Arguments != nil {
			text, err := schema.EncodeInput(tool.Arguments)
			constant(names.input, text, err)
		}
		text, err := schema.EncodeOutput(tool.Result)
		constant(names.output, text, err)
		constants = append(constants, f.project(tool, tool.DialectsOf(f.pkg.Dialects), texts)...)
	}
	if len(constants) > 0 {
		f.section("Schemas.")
		f.add(group("const", constants...))
	}
}

// quoted returns the value of a constant as quote writes it.
func (f *file) quoted(name, text string) code {
	if strconv.CanBackquote(text) {
		return f.line("%s = `%s`", name, text)
	}
	return f.line("%s = %s", name, strconv.Quote(text))
}

package dialects

import (
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/internal/dialect"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// In the strict mode of OpenAI, an enum of more than longEnum values may have at
// most maxLongEnumCharacters characters.
const (
	longEnum              = 250
	maxLongEnumCharacters = 15_000
)

// checkLimits refuses a schema that exceeds a limit of one tool.
func (p *projector) checkLimits(root *node) {
	counts := dialect.CountSchema(root.encode(nil))
	for _, excess := range p.dialect.SchemaExcesses(&counts) {
		p.refuse(root, "", "the schema", fmt.Sprintf("it has %d %s, but the maximum is %d", excess.Count, excess.Measure, excess.Max),
			"split the tool into several tools")
	}
	if !p.limitsLongEnums {
		return
	}
	root.walk(func(n *node) {
		values := n.literals()
		if characters := dialect.Characters(values); len(values) > longEnum && characters > maxLongEnumCharacters {
			p.refuse(n, "", "enum", fmt.Sprintf("an enum of more than %d values may have at most %d characters, but this one has %d", longEnum, maxLongEnumCharacters, characters),
				"shorten the values")
		}
	})
}

// Totals returns the totals of all quantities that the dialect limits in a request,
// for a request with all these tools. Largest is an index of toolset. A tool with
// //tool:strict counts as a strict tool. The error joins the refusals of the tools,
// which count as nothing.
func Totals(name string, toolset []*model.Tool) ([]dialect.Total, error) {
	d := dialect.Find(name)
	if d == nil {
		return nil, &DialectError{name}
	}
	var problems []error
	counts := make([]dialect.Counts, len(toolset))
	for i, tool := range toolset {
		projection, err := Project(name, tool)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		counts[i] = dialect.Count(&dialect.Tool{Parameters: projection.Parameters, Strict: projection.Strict})
	}
	return d.Totals(counts), errors.Join(problems...)
}

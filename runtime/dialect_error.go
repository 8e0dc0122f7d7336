package runtime

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/dialect"
)

// DialectError is the error of a tool that cannot be defined in a dialect.
type DialectError struct {
	// Dialect is the requested dialect.
	Dialect Dialect
	// Tool is the name of a tool whose schema has references, which the
	// provider does not support; empty if the dialect is unknown.
	Tool string
}

// Error returns a text with the problem and advice.
func (e *DialectError) Error() string {
	if e.Tool == "" {
		return fmt.Sprintf("runtime: unknown dialect %q; the dialects are %s", string(e.Dialect), strings.Join(dialect.Names(), ", "))
	}
	return fmt.Sprintf("runtime: the schema of the tool %s refers to itself, which the dialect %s does not support; add //tool:dialects %s to its package and run go generate",
		e.Tool, e.Dialect, dialect.Find(string(e.Dialect)).Projection)
}

// DialectLimitError is the error of tools that exceed a limit of the provider
// for one request.
type DialectLimitError struct {
	// Dialect is the dialect of the request.
	Dialect Dialect
	// Measure is the limited quantity, in words that follow a number, such as
	// "strict tools".
	Measure string
	// Sum is the quantity of all tools together, and Max the limit.
	Sum, Max int
	// Tool is the first tool with the largest quantity, and Share is its
	// quantity.
	Tool  string
	Share int
}

// Error returns a text with the numbers, the tool and advice.
func (e *DialectLimitError) Error() string {
	return fmt.Sprintf("runtime: %d %s are more than the %d that a request in the dialect %s may have; the tool %s has the largest share (%d); show fewer tools with the policy or with Turn.Visible",
		e.Sum, e.Measure, e.Max, e.Dialect, e.Tool, e.Share)
}

// limitError returns the error for the first limit that the tools exceed. All of
// them have definitions in the dialect.
func limitError(d *dialect.Dialect, tools []*entry) error {
	counts := make([]dialect.Counts, len(tools))
	for i, e := range tools {
		definition, err := e.dialectDefinition(Dialect(d.Name))
		if err != nil {
			return err
		}
		counts[i] = definition.counts
	}
	totals := d.Totals(counts)
	total := &totals[slices.IndexFunc(totals, func(t dialect.Total) bool { return t.IsExceeded() })]
	e := &DialectLimitError{
		Dialect: Dialect(d.Name), Measure: total.Measure, Sum: total.Sum, Max: total.Max,
		Tool: tools[total.Largest].tool.Name, Share: total.Share,
	}
	if total.InStrictTools {
		e.Measure += " in strict tools"
	}
	return e
}

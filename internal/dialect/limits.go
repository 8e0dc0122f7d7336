package dialect

// measure is a quantity that providers limit.
type measure uint8

const (
	tools measure = iota
	strictTools
	properties
	levels
	characters
	enumValues
	optionalParameters
	unions
	measures
)

// measureNames are the names of the measures in messages, after a number.
var measureNames = [measures]string{
	tools:              "tools",
	strictTools:        "strict tools",
	properties:         "properties",
	levels:             "levels of nested schemas",
	characters:         "characters in names and enums",
	enumValues:         "values in enums",
	optionalParameters: "optional parameters",
	unions:             "unions",
}

// isOfSchema reports whether the measure is a quantity of schemas. Providers
// limit only the schemas of strict tools.
func (m measure) isOfSchema() bool { return m > strictTools }

// limit is the maximum of a measure.
type limit struct {
	measure measure
	max     int
}

// The limits of the providers, from their documentation. That of OpenAI does not
// say whether the limits of a schema apply to all schemas of a request together;
// openAIRequest assumes it where it is likely.
var (
	openAISchema     = []limit{{properties, 5000}, {levels, 10}, {characters, 120_000}, {enumValues, 1000}}
	openAIRequest    = []limit{{tools, 128}, {properties, 5000}, {characters, 120_000}}
	anthropicRequest = []limit{{strictTools, 20}, {optionalParameters, 24}, {unions, 16}}
	geminiRequest    = []limit{{tools, 512}}
)

// Excess is a limit that one schema exceeds.
type Excess struct {
	// Measure is the name of the quantity, in words that follow a number, such
	// as "properties".
	Measure string
	// Count is the quantity in the schema, and Max its maximum.
	Count, Max int
}

// SchemaExcesses returns the limits of one schema that the counts exceed.
func (d *Dialect) SchemaExcesses(c *Counts) []Excess {
	var excesses []Excess
	for _, l := range d.schemaLimits {
		if c[l.measure] > l.max {
			excesses = append(excesses, Excess{measureNames[l.measure], c[l.measure], l.max})
		}
	}
	return excesses
}

// IsExceeded reports whether a request exceeds one of its limits. The sum has
// the counts of all its tools.
func (d *Dialect) IsExceeded(sum *Counts) bool {
	for _, l := range d.requestLimits {
		if sum[l.measure] > l.max {
			return true
		}
	}
	return false
}

// Total is a quantity of all tools of a request together, and its limit.
type Total struct {
	// Measure is the name of the quantity, in words that follow a number, such
	// as "optional parameters".
	Measure string
	// InStrictTools reports whether only the schemas of strict tools count.
	InStrictTools bool
	// Sum is the quantity of all tools, and Max its maximum.
	Sum, Max int
	// Largest is the index of the first tool with the largest quantity, and
	// Share is the quantity of this tool. Largest is -1 if Share is 0.
	Largest, Share int
}

// IsExceeded reports whether Sum is greater than Max.
func (t *Total) IsExceeded() bool { return t.Sum > t.Max }

// Totals returns the totals of all quantities that the dialect limits in a
// request. The argument has the counts of each tool of the request.
func (d *Dialect) Totals(tools []Counts) []Total {
	totals := make([]Total, len(d.requestLimits))
	for i, l := range d.requestLimits {
		t := Total{Measure: measureNames[l.measure], InStrictTools: l.measure.isOfSchema(), Max: l.max, Largest: -1}
		for j := range tools {
			count := tools[j][l.measure]
			t.Sum += count
			if count > t.Share {
				t.Largest, t.Share = j, count
			}
		}
		totals[i] = t
	}
	return totals
}

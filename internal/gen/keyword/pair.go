package keyword

// Pair is a keyword for a minimum and a keyword for a maximum. A description for
// models has one sentence for both.
type Pair struct {
	// Min and Max are the names of the keywords.
	Min, Max string
	// One and Many are the names of what they count: "item" and "items". They are
	// empty if the keywords bound the value itself.
	One, Many string
}

// The pairs.
var (
	Range      = Pair{Min: "minimum", Max: "maximum"}
	Length     = Pair{Min: "minLength", Max: "maxLength", One: "character", Many: "characters"}
	Items      = Pair{Min: "minItems", Max: "maxItems", One: "item", Many: "items"}
	Properties = Pair{Min: "minProperties", Max: "maxProperties", One: "entry", Many: "entries"}
)

// Pairs are all pairs.
var Pairs = []Pair{Length, Items, Properties, Range}

// exclusive are the exclusive bounds of numbers.
var exclusive = Pair{Min: "exclusiveMinimum", Max: "exclusiveMaximum"}

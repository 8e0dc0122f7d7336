package keyword

// Pair are two keywords that bound the same from below and from above. Models
// are told both in one sentence.
type Pair struct {
	// Min and Max are the names of the keywords.
	Min, Max string
	// One and Many are what they count: "item" and "items". They are empty for
	// the value itself.
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

// exclusive are the bounds that are not values themselves.
var exclusive = Pair{Min: "exclusiveMinimum", Max: "exclusiveMaximum"}

package model

// Schema is a JSON Schema that an author wrote with //tool:schema, or that
// stands for a list of types in a tag. It has the keywords that the decoder
// can check; others are refused where they are read.
type Schema struct {
	// Text is the whole schema as compact JSON, keywords in the order in which
	// they were written, annotations included.
	Text string
	// Span is where it was written.
	Span Span
	// Node is what it demands.
	Node *SchemaNode
}

// SchemaNode is one schema, as far as it demands something. Zero values demand
// nothing.
type SchemaNode struct {
	// Never is the schema false, which accepts nothing; only where a keyword
	// takes a boolean.
	Never bool
	// Types are the names of the JSON types allowed; none for all.
	Types []string
	// Enum are the JSON texts of the values allowed, those of const too. Listed
	// says that there is such a list: an empty one allows nothing.
	Enum   []string
	Listed bool

	// Keywords are the other keywords that constrain the value itself.
	Keywords Keywords

	Items                *SchemaNode
	Properties           []SchemaProperty
	Required             []string
	AdditionalProperties *SchemaNode
	PropertyNames        *SchemaNode

	AllOf, AnyOf, OneOf []*SchemaNode
	Not                 *SchemaNode
}

// SchemaProperty is a property that a SchemaNode names.
type SchemaProperty struct {
	Name   string
	Schema *SchemaNode
}

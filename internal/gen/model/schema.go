package model

// Schema is a JSON Schema that an author wrote with //tool:schema, or one made
// from a list of types in a tag. It has only keywords that the decoder can check.
type Schema struct {
	// Text is the schema as compact JSON, with the keywords in the order of the
	// source. It includes annotations.
	Text string
	// Span is the position of the schema in the source.
	Span Span
	// Node has the keywords that constrain values.
	Node *SchemaNode
}

// SchemaNode has the keywords of one schema that constrain values. Zero values
// constrain nothing.
type SchemaNode struct {
	// Never means that the schema is false, which accepts nothing. It is set only
	// for keywords that accept a boolean schema.
	Never bool
	// Types are the names of the allowed JSON types; empty if all are allowed.
	Types []string
	// Enum has the JSON texts of the allowed values, including the value of
	// const. HasEnum means that there is a list of values; an empty list allows
	// nothing.
	Enum    []string
	HasEnum bool

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

// SchemaProperty is a property in the properties of a SchemaNode.
type SchemaProperty struct {
	Name   string
	Schema *SchemaNode
}

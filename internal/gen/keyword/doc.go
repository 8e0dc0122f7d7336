// Package keyword has the table of the JSON Schema keywords that constrain a
// value: each constraint is stated in one entry of [All].
//
// An entry says which Go types have the keyword in their tags, how its value
// is read, how a schema and the descriptions of the decoder state it, which
// function of the decoder refuses a value at once, and which sentence tells it
// where a dialect has no such keyword. Everything else goes over the table:
//
//	extract            tags: Keyword.FromTag, Contradiction
//	declared           //tool:schema: Keyword.FromSchema, Contradiction
//	schema             JSON Schemas: Keyword.Write
//	describe           descriptions for the decoder: Keyword.Describe, Keyword.Declare
//	emit               calls in generated decoders: Keyword.Call
//	schema/dialects    descriptions for models: Keyword.Before, Pairs
//	docs/arguments.md  the list of keywords: Keyword.Doc
//
// To add a keyword, add an entry, the function of package decode that checks
// it, and tests.
//
// A value of a keyword is kept in a [model.Keywords] as a JSON text. The
// tables are read only, so that all functions are safe for concurrent use.
package keyword

// Package keyword has the table of the JSON Schema keywords that constrain a
// value: each constraint is stated in one entry of [All].
//
// An entry has the kinds of Go types with the keyword in their tags, the parser
// of its value, the functions that add it to schemas and to descriptions for the
// decoder, the function of the decoder that checks it, and the sentence for
// dialects without the keyword. Other packages use the table:
//
//	extract            tags: Keyword.FromTag, Contradiction
//	declared           //tool:schema: Keyword.FromSchema, Contradiction
//	schema             JSON Schemas: Keyword.Write
//	describe           descriptions for the decoder: Keyword.Describe, Keyword.Declare
//	emit               calls in generated decoders: Keyword.Call
//	schema/dialects    descriptions for models: Keyword.Before, Pairs
//	docs/arguments.md  the list of keywords: Keyword.Doc
//
// CONTRIBUTING.md has the steps to add a keyword. A keyword is one of JSON Schema; a
// rule that JSON Schema does not have is a format or a method Validate.
//
// A [model.Keywords] has the values of keywords as JSON texts. The tables do not
// change, so that all functions are safe for concurrent use.
package keyword

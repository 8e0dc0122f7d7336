// Package schema converts the types of a model to JSON Schema and checks
// examples. Package dialects converts the schemas to the dialects of providers.
//
// The input is types of package model, which must not change during a call. The
// output is schemas of draft 2020-12, as types of invopop/jsonschema and as text.
// A schema of arguments accepts the same values as the generated decoder. A
// schema of results accepts the values that encoding/json writes.
//
// Input and Output return schemas, and Encode writes them. InputWithSources also
// returns the source of each node, for callers that change a schema and report
// problems at positions in the author's source. Each call returns new nodes,
// which the caller may change, except for the shared jsonschema.TrueSchema and
// FalseSchema. The schemas that authors wrote are nodes as well; Extras has the
// keywords that a node cannot represent, such as a list of types. The key
// KeywordOrder of Extras is not a keyword: its value is the order of the others.
//
// Types are inlined. Only recursive types are definitions under $defs, with their
// local names, because models and clients often handle references incorrectly. A
// reference has no siblings: the description of a property that is a reference is
// a line in the description of the object. A type with very many uses is a
// definition as well.
//
// The package keeps no state: its functions are safe for concurrent use.
package schema

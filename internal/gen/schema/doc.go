// Package schema turns the types of a model into JSON Schema, and judges
// examples by it. Package dialects turns the schemas into what each provider
// takes.
//
// In flow types of package model, which must not change meanwhile; out flow
// schemas of draft 2020-12 in the types of invopop/jsonschema, and their text.
// A schema of arguments accepts what the generated decoder accepts. A schema
// of results accepts what encoding/json writes.
//
// Input and Output make schemas, Encode writes them. InputWithSources also
// says where each node comes from, for those who change a schema and must
// blame the author's source: a projection to a dialect changes nodes in place,
// as every call makes new ones, but for the shared jsonschema.TrueSchema and
// FalseSchema, which it must replace. Schemas that authors wrote are nodes too;
// what such a node cannot hold, such as a list of types, is in its Extras. The
// key KeywordOrder there is no keyword: it is the order of the others.
//
// Everything is written in place. Only recursive types are definitions,
// because models and clients get references wrong: they stand under $defs by
// their local names, and a reference never has siblings. What a field says of
// a value that is a reference, its description, is a line in the description
// of the object. A type that would be written a great many times is a
// definition too.
//
// The package keeps no state: its functions are safe for concurrent use.
package schema

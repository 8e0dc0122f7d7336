// Package schema turns the types of a model into JSON Schema, and a tool into
// the definition that a dialect sends to a language model.
//
// In flow types of package model, which must not change meanwhile; out flow
// schemas of draft 2020-12 in the types of invopop/jsonschema, and their text.
// A schema of arguments accepts what the generated decoder accepts. A schema
// of results accepts what encoding/json writes.
//
// Everything is written in place. Only recursive types are definitions,
// because models and clients get references wrong: they stand under $defs by
// their local names, and a reference never has siblings.
//
// The package keeps no state: its functions are safe for concurrent use.
package schema

// Package dialect has the facts about dialects that the generator and the
// runtime share: their names, the JSON of a definition in each of them, and the
// limits of the providers for schemas and for requests. docs/dialects.md has the
// sources of the limits.
//
// The package is linked into every program with tools. It imports only the
// standard library, has no state, and is safe for concurrent use.
package dialect

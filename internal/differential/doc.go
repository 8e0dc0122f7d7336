// Package differential holds generated decoders against an independent
// validator of their schemas and against encoding/json. It has tests only.
//
// Its subjects are the tools of package subjects, and those of package strict,
// whose dialects write calls in another way. For each of them, documents are
// made from the schema by chance, the same ones every time: valid ones, and
// what becomes of those by one or more changes, from a number at its bound to a
// byte in the middle.
//
// The decoder accepts exactly what the schema accepts, but for a table of what
// a schema cannot say; what it reads is what encoding/json reads, with defaults
// filled in and unions chosen; what it repairs is the document that was broken;
// what it refuses it explains, at places that exist.
package differential

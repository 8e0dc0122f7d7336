// Package differential compares generated decoders with an independent validator of
// their schemas and with encoding/json. It has tests only.
//
// Its subjects are the tools of package subjects, and those of package strict, whose
// dialects rewrite arguments. For each subject the tests make random documents from
// the schema, always the same for a seed: valid documents, and mutants with one or
// more changes, such as a number at a bound or a changed byte.
//
// The tests check that a decoder accepts exactly the documents that the schema
// accepts, except for a table of conditions that a schema cannot express; that it
// reads the same values as encoding/json, with defaults and unions; that it repairs
// defects to the original document; and that it reports problems at positions that
// exist.
package differential

// Package model is what the generator knows of the author's packages: tools,
// types, enums and wiring, as plain data. The extractor fills it in from
// source; schemas, decoders and everything else that is emitted come from it
// alone.
//
// Nothing here refers to go/types or go/ast, so that a model can be built by
// hand, compared and kept. Slices are in the order of the source, or sorted
// where the source has no order. A model is read only once it is built, and
// then safe for concurrent use.
package model

// Package model describes the tools, types, enums and wiring of the author's
// packages as plain data. Package extract creates a model from source code;
// schemas, decoders and all other generated code depend on the model alone.
//
// The package does not refer to go/types or go/ast, so that a model can be
// created by hand, compared and stored. Slices are in the order of the source, or
// sorted if the source has no order. A complete model is not changed, and is then
// safe for concurrent use.
package model

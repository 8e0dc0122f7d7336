// Package generated has what only generated code uses of package runtime: the
// versions of generated code that fit this runtime, the types of guards, and the
// writer of results with other JSON than encoding/json writes. No person needs to
// call it.
package generated

// EnforceVersion makes the compiler refuse generated code that does not fit the
// runtime. A generated file has the constants
//
//	const (
//		_ = generated.EnforceVersion(1 - generated.MinVersion)
//		_ = generated.EnforceVersion(generated.MaxVersion - 1)
//	)
//
// where 1 is the version for which it was generated. If that version is outside
// of the range, one constant is negative and overflows. Run go generate again if
// the file is too old; update the module of toolgen if the file is too new.
type EnforceVersion uint

// The minimum and the maximum version of generated code that the runtime
// supports.
const (
	MinVersion = 1
	MaxVersion = 1
)

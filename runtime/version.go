package runtime

// EnforceVersion checks at compile time that generated code and the runtime fit
// together. A generated file has
//
//	const (
//		_ = runtime.EnforceVersion(1 - runtime.MinVersion)
//		_ = runtime.EnforceVersion(runtime.MaxVersion - 1)
//	)
//
// where 1 is the version of the generated code. If the version is outside the
// range, a constant is negative and does not compile. If the file is too old,
// run go generate again; if it is too new, update the module.
type EnforceVersion uint

// The minimum and the maximum version of generated code that this runtime
// supports.
const (
	MinVersion = 1
	MaxVersion = 1
)

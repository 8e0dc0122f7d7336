package runtime

// EnforceVersion makes generated code refuse to compile beside a runtime that
// it does not fit. A generated file holds
//
//	const (
//		_ = runtime.EnforceVersion(1 - runtime.MinVersion)
//		_ = runtime.EnforceVersion(runtime.MaxVersion - 1)
//	)
//
// where 1 is the version it was generated for. When that lies outside the
// range, a constant is negative and overflows: run go generate again when the
// file is too old, or update the module when it is too new.
type EnforceVersion uint

// The versions of generated code that this runtime fits.
const (
	MinVersion = 1
	MaxVersion = 1
)

// Package arguments has what applications, tests and adapters read about the
// arguments of a call: the [Error] and the [Problem] values of arguments that
// were refused, the [Repair] values of arguments that were corrected, the
// [SchemaError] of a JSON Schema that cannot be used, and the limits.
//
// Package runtime returns these values: an *Error is the Cause of the result of
// a refused call, the repairs are in the CallResult, and runtime.NewTool returns
// a *SchemaError. The decoders in package decode make them.
//
// All types are plain data and may be copied. Nothing changes a value after it
// was returned, so that several goroutines may read it.
package arguments

package runtime

// The functions of this file convert what a function of an author returns to the
// result of a call: generated code passes both values at once. They are not
// inlined, because generated code has a call for every tool.

// TextOrError returns [Text] of s, or [FromError] if err is not nil.
//
//go:noinline
func TextOrError(s string, err error) (result Result) {
	if err != nil {
		result.setError(err)
		return result
	}
	result.OK, result.Value = true, s
	return result
}

// ObjectOrError returns [Object] of v, or [FromError] if err is not nil.
func ObjectOrError(v any, err error) Result {
	if err != nil {
		return FromError(err)
	}
	return Object(v)
}

// WrappedOrError returns [Wrapped] of v, or [FromError] if err is not nil.
func WrappedOrError(v any, err error) Result {
	if err != nil {
		return FromError(err)
	}
	return Wrapped(v)
}

// ResultOrError returns r, or [FromError] if err is not nil.
//
//go:noinline
func ResultOrError(r Result, err error) Result {
	if err != nil {
		r = Result{}
		r.setError(err)
	}
	return r
}

// EmptyOrError returns a success with an empty text, or [FromError] if err is not
// nil.
//
//go:noinline
func EmptyOrError(err error) (result Result) {
	if result.OK = err == nil; !result.OK {
		result.setError(err)
	}
	return result
}

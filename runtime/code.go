package runtime

// Code classifies a failure. It is one of the four constants; any other value
// becomes [ExecutionFailed]. A tool's own codes, such as HTTP_404, belong in
// Result.Reason.
type Code string

// The codes of failures.
const (
	// InputInvalid means that the arguments are invalid; the model should fix
	// them.
	InputInvalid Code = "input_invalid"
	// NotAvailable means that the tool cannot run now; a repeated call would
	// fail, too.
	NotAvailable Code = "not_available"
	// ExecutionFailed means that the tool ran and failed.
	ExecutionFailed Code = "execution_failed"
	// StaleWrite means that the target has changed since it was read; the model
	// should read it again.
	StaleWrite Code = "STALE_WRITE"
)

// normalize returns c if it is one of the four codes, and otherwise
// ExecutionFailed.
func (c Code) normalize() Code {
	switch c {
	case InputInvalid, NotAvailable, ExecutionFailed, StaleWrite:
		return c
	}
	return ExecutionFailed
}

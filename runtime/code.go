package runtime

// Code classifies a failed result. It is one of the four constants; any other
// becomes [ExecutionFailed]. Codes of a tool's own, such as HTTP_404, go into
// Result.Reason.
type Code string

// The codes of failed results.
const (
	// InputInvalid: the arguments are wrong; the model should mend them.
	InputInvalid Code = "input_invalid"
	// NotAvailable: the tool cannot run here and now; trying again is no use.
	NotAvailable Code = "not_available"
	// ExecutionFailed: the tool ran and failed.
	ExecutionFailed Code = "execution_failed"
	// StaleWrite: the target changed since it was read; read it again.
	StaleWrite Code = "STALE_WRITE"
)

// known returns c if it is one of the four codes, else ExecutionFailed.
func (c Code) normalize() Code {
	switch c {
	case InputInvalid, NotAvailable, ExecutionFailed, StaleWrite:
		return c
	}
	return ExecutionFailed
}

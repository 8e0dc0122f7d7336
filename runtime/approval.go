package runtime

import (
	"context"
	"encoding/json"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// Approver decides whether a call may run. It may wait for a person: meanwhile
// the call holds no worker, and its timeout does not run; the context ends with
// the batch. Everything but a clear yes denies: an error, a panic and
// runtime.Goexit too. It is called concurrently.
//
// An approver that cannot decide now answers Decision{Pending: true}. The call
// then ends with [ReasonApprovalPending], and CallResult.Approval is a request
// that can be stored. When the person has decided, the call is made again with
// the decision in [Turn.Decisions].
type Approver func(ctx context.Context, request ApprovalRequest) (Decision, error)

// ApprovalRequest asks for consent to one call. Its JSON form has everything but
// Session, Tool and Decoded.
type ApprovalRequest struct {
	// ID is random, and distinguishes this request from all others.
	ID string
	// SessionID, CallID and ToolName say which call.
	SessionID, CallID, ToolName string
	// Digest binds a decision to the call. It is a SHA-256, in hexadecimal, of the
	// call's id, the session's id, the turn's personality and working directory,
	// the tool's contract, the arguments byte for byte, and DryRun.
	Digest string
	// Args is the JSON text of the arguments as the model wrote it, and Repairs
	// is what the decoder changed in it.
	Args    json.RawMessage
	Repairs []arguments.Repair
	// DryRun reports that the call would only say what it would do.
	DryRun bool
	// Why says why consent is needed; empty when the tool gives no reason.
	Why string
	// Preview says what the call would do, such as a diff or a command line: it
	// is the text of the tool's own dry run, without secrets, at most
	// MaxPreviewChars code points. It is empty when the tool has none, or when
	// the dry run fails. It shows the state when consent was asked for, which
	// calls that run before this one may change.
	Preview string
	// PreviewPartial reports that the preview does not show everything: it was
	// cut, or secrets or what looks like one were taken out. Args has the whole.
	PreviewPartial bool

	// Session is the turn's session; nil for none, and when the request was
	// read from JSON.
	Session *Session
	// Tool is the tool; nil when the request was read from JSON.
	Tool *Tool
	// Decoded is what the tool gets, which must not be changed; nil when the
	// request was read from JSON.
	Decoded any
}

// MaxPreviewChars is the maximum length of ApprovalRequest.Preview, in code
// points.
const MaxPreviewChars = 20_000

// Decision is the answer to an [ApprovalRequest]. The zero value denies.
type Decision struct {
	// Approved lets the call run.
	Approved bool
	// Pending reports that there is no decision yet. It is of use to an
	// [Approver] only, and never approves.
	Pending bool
	// Reason is shown to the model when the call does not run.
	Reason string

	// RequestID, CallID and Digest are those of the request. Decisions in
	// [Turn.Decisions] must have all three: such a decision counts for the call
	// with that id and digest, and once. An Approver leaves them empty.
	RequestID, CallID, Digest string
}

// Decide returns the decision about the request, for Turn.Decisions.
func (r *ApprovalRequest) Decide(approved bool, reason string) Decision {
	return Decision{Approved: approved, Reason: reason, RequestID: r.ID, CallID: r.CallID, Digest: r.Digest}
}

// Reasons of calls that did not get consent, in Result.Reason. The code is
// NotAvailable.
const (
	// ReasonDenied: the call was not approved.
	ReasonDenied = "denied"
	// ReasonApprovalPending: there is no decision yet; see CallResult.Approval.
	ReasonApprovalPending = "approval_pending"
)

// denied is the answer to a call that was not approved. It says why consent was
// needed, so that the model can do without it.
func denied(c *Call, why string, cause error) Result {
	text := "Tool " + c.tool.Name + " was not approved"
	if why != "" {
		text += ": " + why
	}
	text += c.needed()
	result := Fail(NotAvailable, "%s", text)
	result.Reason, result.Cause = ReasonDenied, cause
	return result
}

// undecided is the answer to a call that waits for a decision.
func undecided(c *Call, why string) Result {
	text := "Tool " + c.tool.Name + " waits for approval and was not run"
	if why != "" {
		text += ": " + why
	}
	text += c.needed()
	result := Fail(NotAvailable, "%s", text)
	result.Reason = ReasonApprovalPending
	return result
}

// needed says why this call needs consent; empty when the tool does not say.
func (c *Call) needed() string {
	if c.order == nil || c.order.why == "" {
		return ""
	}
	return ". This call needs approval because: " + measure.Clip(c.order.why, maxWhyChars)
}

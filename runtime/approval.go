package runtime

import (
	"context"
	"encoding/json"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// An Approver decides whether a call may run. It may wait for a person: while
// it runs, the call uses no worker and its timeout is paused. Its context ends
// with the batch. A call runs only if the approver returns an approving
// decision: an error, a panic and runtime.Goexit deny the call. An Approver
// must be safe for concurrent use.
//
// An approver that cannot decide yet returns Decision{Pending: true}. The call
// then ends with [ReasonApprovalPending], and CallResult.Approval is a request
// that can be stored. After the person has decided, the application makes the
// call again and passes the decision in [Turn.Decisions].
type Approver func(ctx context.Context, request ApprovalRequest) (Decision, error)

// ApprovalRequest is a request for the approval of one call. Its JSON form has all
// fields except Session, Tool and Decoded.
type ApprovalRequest struct {
	// ID is a random text that identifies this request.
	ID string
	// SessionID, CallID and ToolName identify the call.
	SessionID, CallID, ToolName string
	// Digest binds a decision to the call. It is the SHA-256, in hexadecimal,
	// of the call's id, the session's id, the turn's personality and working
	// directory, the tool's contract, the bytes of the arguments, and DryRun.
	Digest string
	// Args is the JSON text of the arguments as [Call.Arguments] returns it.
	// Repairs lists the changes that the decoder made to the model's text.
	Args    json.RawMessage
	Repairs []arguments.Repair
	// DryRun reports that the call is a dry run, which changes nothing.
	DryRun bool
	// Why is the reason why the call needs approval, for the person who decides;
	// empty if the tool gives no reason.
	Why string
	// Preview describes what the call would do, such as a diff or a command
	// line. It is the text of the tool's own dry run, without secrets, and has
	// at most MaxPreviewChars code points. It is empty if the tool has no dry
	// run or if the dry run fails. It describes the state at the time of the
	// request, which earlier calls of the batch may still change.
	Preview string
	// PreviewPartial reports that the preview is incomplete: it was cut, or
	// secrets, or texts that look like secrets, were removed. Args is complete.
	PreviewPartial bool

	// Session is the session of the turn; nil if the turn has none, and in a
	// request that was read from JSON.
	Session *Session
	// Tool is the tool; nil in a request that was read from JSON.
	Tool *Tool
	// Decoded is the argument value that the tool receives. It must not be
	// changed. It is nil in a request that was read from JSON.
	Decoded any
}

// MaxPreviewChars is the maximum length of ApprovalRequest.Preview in code
// points.
const MaxPreviewChars = 20_000

// Decision is the answer to an [ApprovalRequest]. The zero value denies.
type Decision struct {
	// Approved reports that the call may run.
	Approved bool
	// Pending reports that there is no decision yet. Only an [Approver] sets
	// it. A pending decision never approves a call.
	Pending bool
	// Reason is a text for the model, which sees it if the call does not run.
	Reason string

	// RequestID, CallID and Digest are copied from the request. A decision in
	// [Turn.Decisions] must have all three, and applies once, to the call with
	// this id and digest. An Approver leaves them empty.
	RequestID, CallID, Digest string
}

// Decide returns a decision about the request, for Turn.Decisions.
func (r *ApprovalRequest) Decide(approved bool, reason string) Decision {
	return Decision{Approved: approved, Reason: reason, RequestID: r.ID, CallID: r.CallID, Digest: r.Digest}
}

// The values of Result.Reason for calls without approval. The code of these
// results is NotAvailable.
const (
	// ReasonDenied means that the call was not approved.
	ReasonDenied = "denied"
	// ReasonApprovalPending means that there is no decision yet; see
	// CallResult.Approval.
	ReasonApprovalPending = "approval_pending"
)

// deniedResult returns the result of a call that was not approved. The text
// includes why the call needed approval, so that the model can choose a call
// that needs none.
func deniedResult(c *Call, why string, cause error) Result {
	text := "Tool " + c.tool.Name + " was not approved"
	if why != "" {
		text += ": " + why
	}
	text += c.approvalNote()
	result := Fail(NotAvailable, "%s", text)
	result.Reason, result.Cause = ReasonDenied, cause
	return result
}

// pendingResult returns the result of a call that waits for a decision.
func pendingResult(c *Call, why string) Result {
	text := "Tool " + c.tool.Name + " waits for approval and was not run"
	if why != "" {
		text += ": " + why
	}
	text += c.approvalNote()
	result := Fail(NotAvailable, "%s", text)
	result.Reason = ReasonApprovalPending
	return result
}

// approvalNote returns a sentence that says why the call needs approval; empty if
// the tool gives no reason.
func (c *Call) approvalNote() string {
	if c.scheduling == nil || c.scheduling.reason == "" {
		return ""
	}
	return ". This call needs approval because: " + measure.Clip(c.scheduling.reason, maxWhyChars)
}

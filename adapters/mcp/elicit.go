package mcp

import (
	"context"
	"errors"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// elicit asks the client's user for approval and waits for the answer. Meanwhile
// other calls can run. The waiting ends with the context of the call, with the
// timeout, and when the client can no longer answer.
func (s *Server) elicit(ctx context.Context, r *sdk.CallToolRequest, p *slot, request *runtime.ApprovalRequest) runtime.Decision {
	if why := s.beginApproval(p.session); why != "" {
		return request.Decide(false, why)
	}
	p.release()
	approved, why := s.waitForAnswer(ctx, r, request)
	s.endApproval(p.session)
	if err := p.take(ctx); err != nil {
		return request.Decide(false, "the call was cancelled")
	}
	return request.Decide(approved, why)
}

// errNoAnswer is the cause of a context whose client cannot answer.
var errNoAnswer = errors.New("the client ended its input before it answered")

// waitForAnswer returns whether the client's user approves the call, and why not.
func (s *Server) waitForAnswer(ctx context.Context, r *sdk.CallToolRequest, request *runtime.ApprovalRequest) (approved bool, why string) {
	ctx, cancel := context.WithTimeout(ctx, s.options.ApprovalTimeout)
	defer cancel()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	if c, ok := ctx.Value(carrierKey{}).(*carrier); ok {
		defer context.AfterFunc(c.input, func() { end(errNoAnswer) })()
	}
	answer, err := r.Session.Elicit(ctx, form(request))
	switch cause := context.Cause(ctx); {
	case err == nil:
		return decision(answer)
	case errors.Is(cause, context.DeadlineExceeded):
		return false, fmt.Sprintf("there was no decision within %s", s.options.ApprovalTimeout)
	case errors.Is(cause, errNoAnswer):
		return false, errNoAnswer.Error()
	case cause != nil:
		return false, "the call was cancelled"
	}
	s.logError("the client did not ask its user for approval", err)
	return false, "the client did not ask its user"
}

// beginApproval counts a request for approval. It returns a reason if there are
// too many. The session is not nil: clients without one are not asked this way.
func (s *Server) beginApproval(session *clientSession) (why string) {
	o := &s.options
	if session == nil {
		return "the client cannot ask its user"
	}
	if !session.beginApproval(o.MaxSessionApprovals) {
		return fmt.Sprintf("%d calls of this session wait for the user's approval, which is the limit; call again after the user has answered", o.MaxSessionApprovals)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.approvals >= o.MaxApprovals {
		session.endApproval()
		return fmt.Sprintf("%d calls of all clients wait for approval, which is the limit; call again later", o.MaxApprovals)
	}
	s.approvals++
	return ""
}

// endApproval counts the end of a request for approval.
func (s *Server) endApproval(session *clientSession) {
	session.endApproval()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.approvals--
}

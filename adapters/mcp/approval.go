package mcp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

const (
	// approvalInput is the id of the input request that asks for approval.
	approvalInput = "approval"
	// minKeyBytes is the minimum length of the key that signs states.
	minKeyBytes = 16
)

// mayNeedApproval reports whether a call of the tool can need approval. The rule of
// the registry can require it for each tool of a turn.
func (s *Server) mayNeedApproval(name string) bool {
	tool, isRegistered := s.registry.Tool(name)
	return !isRegistered || tool.Approval != nil
}

// state is the data that a client returns with the answer to a request for approval.
type state struct {
	RequestID string `json:"request"`
	CallID    string `json:"call"`
	Digest    string `json:"digest"`
	User      string `json:"user,omitempty"` // of the bearer token
	Expires   int64  `json:"expires"`        // milliseconds since 1970, UTC
}

// callWithApproval prepares the call, and asks the client's user if the call needs
// approval and Options.ApprovedBy says so. Clients of the older protocol are asked
// by elicitation while the call waits. Other clients receive the request as the
// result, and call the tool again with the answer and the state. The state is
// signed. It is valid once, for the same call of the same user.
func (s *Server) callWithApproval(ctx context.Context, r *sdk.CallToolRequest, p *slot, call runtime.ToolCall, turn *runtime.Turn) (*sdk.CallToolResult, error) {
	asked, hasState := s.open(r.Params.RequestState, user(r))
	if hasState {
		call.ID = asked.CallID
	}
	prepared := s.registry.Prepare(ctx, []runtime.ToolCall{call}, turn)[0]
	if request := prepared.Approval; request != nil && prepared.Refusal == nil && s.options.ApprovedBy != ApprovedByApplication {
		var d runtime.Decision
		switch {
		case !canAsk(r) && s.options.ApprovedBy == ApprovedByClient: // the approver decides
		case !canAsk(r):
			d = request.Decide(false, "the client cannot ask its user")
		case hasState && asked.Digest == request.Digest:
			d = s.decide(ctx, asked, r.Params.InputResponses[approvalInput])
		case supportsInputRequests(r.Session):
			return s.ask(request, user(r)), nil
		default:
			if d = s.elicit(ctx, r, p, request); ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		s.apply(turn, d)
	}
	outcome := s.registry.Execute(ctx, prepared, turn)
	return result(&s.registry.Fit([]runtime.Outcome{outcome}, turn)[0]), nil
}

// apply adds the decision of the client's user to the turn. If the application
// must approve the call, too, only a denial is added, so that the runtime asks the
// approver. A decision without an id is none.
func (s *Server) apply(turn *runtime.Turn, d runtime.Decision) {
	if d.RequestID != "" && (!d.Approved || s.options.ApprovedBy == ApprovedByClient) {
		turn.Decisions = append(slices.Clip(turn.Decisions), d)
	}
}

// inputRequestsProtocol is the first version of the protocol in which a result can
// require input.
const inputRequestsProtocol = "2026-07-28"

// supportsInputRequests reports whether the SDK sends input requests to the client
// as a result.
func supportsInputRequests(session *sdk.ServerSession) bool {
	p := session.InitializeParams()
	return p == nil || p.ProtocolVersion >= inputRequestsProtocol
}

// canAsk reports whether the client can show a form to its user. For other
// clients, the approver of the registry decides.
func canAsk(r *sdk.CallToolRequest) bool {
	c := r.ClientCapabilities()
	return c != nil && c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
}

// user returns the user of the bearer token; empty without a token.
func user(r *sdk.CallToolRequest) string {
	if r.Extra == nil || r.Extra.TokenInfo == nil {
		return ""
	}
	return r.Extra.TokenInfo.UserID
}

// ask returns the result that asks for approval.
func (s *Server) ask(request *runtime.ApprovalRequest, user string) *sdk.CallToolResult {
	expires := time.Now().Add(s.options.ApprovalTimeout).UnixMilli()
	return &sdk.CallToolResult{
		InputRequests: sdk.InputRequestMap{approvalInput: form(request)},
		RequestState:  s.seal(&state{request.ID, request.CallID, request.Digest, user, expires}),
	}
}

// form returns the form that asks for approval.
func form(request *runtime.ApprovalRequest) *sdk.ElicitParams {
	return &sdk.ElicitParams{
		Mode: "form", Message: question(request),
		RequestedSchema: json.RawMessage(`{"type":"object","properties":{"approve":{"type":"boolean","title":"Approve","description":"Allow the call."}},"required":["approve"]}`),
	}
}

// decide returns the decision of the client's user about a call for which the
// client returned a state. An approval is used once.
func (s *Server) decide(ctx context.Context, asked *state, response sdk.InputResponse) runtime.Decision {
	request := &runtime.ApprovalRequest{ID: asked.RequestID, CallID: asked.CallID, Digest: asked.Digest}
	answer, _ := response.(*sdk.ElicitResult)
	approved, why := decision(answer)
	if !approved {
		return request.Decide(false, why)
	}
	first, err := s.options.UsedApprovals.Use(ctx, asked.RequestID, time.UnixMilli(asked.Expires))
	switch {
	case err != nil:
		s.logError("the use of an approval cannot be recorded", err)
		return request.Decide(false, "the use of the approval cannot be recorded; call the tool again")
	case !first:
		return request.Decide(false, "the approval was used before or is not known; call the tool again")
	}
	return request.Decide(true, "")
}

// decision returns whether the client's user approves a call, and why not. Only an
// accepted form with approve set to true approves it.
func decision(answer *sdk.ElicitResult) (approved bool, why string) {
	switch {
	case answer == nil:
		return false, "the client sent no answer of its user"
	case answer.Action == "accept" && answer.Content["approve"] == true:
		return true, ""
	case answer.Action == "cancel":
		return false, "the user closed the question without an answer"
	}
	return false, "the user did not approve the call"
}

// logError logs an error for the application.
func (s *Server) logError(message string, err error) {
	if s.options.Logger != nil {
		s.options.Logger.Error(message, "error", err)
	}
}

// seal returns a state as a text with a signature.
func (s *Server) seal(of *state) string {
	text, err := json.Marshal(of)
	if err != nil {
		panic("mcp: " + err.Error()) // strings and numbers have a JSON form
	}
	return base64.RawURLEncoding.EncodeToString(append(s.sign(text), text...))
}

// sign returns the signature of a state.
func (s *Server) sign(text []byte) []byte {
	mac := hmac.New(sha256.New, s.options.Key)
	mac.Write(text)
	return mac.Sum(nil)
}

// open returns the state of a signed text. It reports false if the signature is
// wrong, or if the state has expired or belongs to another user.
func (s *Server) open(sealed, user string) (*state, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(raw) < sha256.Size || !hmac.Equal(raw[:sha256.Size], s.sign(raw[sha256.Size:])) {
		return nil, false
	}
	var of state
	if json.Unmarshal(raw[sha256.Size:], &of) != nil || of.User != user || time.Now().UnixMilli() > of.Expires {
		return nil, false
	}
	return &of, true
}

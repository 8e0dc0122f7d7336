package mcp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

const (
	// consentInput is the id of the input request that asks for consent.
	consentInput = "consent"
	// consentTimeout is how long a request for consent is valid.
	consentTimeout = 10 * time.Minute
	// minKeyBytes is the shortest key that signs states.
	minKeyBytes = 16
)

// mayNeedConsent reports whether calls of the tool can need consent.
func (s *Server) mayNeedConsent(turn *runtime.Turn, name string) bool {
	if tool, ok := s.registry.Tool(name); ok {
		return tool.Approval != nil
	}
	for _, tool := range turn.Tools {
		if tool != nil && tool.Name == name {
			return tool.Approval != nil
		}
	}
	return false
}

// state is what a client sends back with the answer to a request for consent.
type state struct {
	RequestID string `json:"request"`
	CallID    string `json:"call"`
	Digest    string `json:"digest"`
	User      string `json:"user,omitempty"` // of the bearer token
	Expires   int64  `json:"expires"`        // seconds since 1970, UTC
}

// callWithConsent prepares the call, and asks the client's user when it needs
// consent. The SDK asks clients of the older protocol by elicitation, and sends
// others the request as the result; both call the tool again with the answer.
// The state is signed, and good once, for the same call of the same user in the
// same session.
func (s *Server) callWithConsent(ctx context.Context, r *sdk.CallToolRequest, call runtime.ToolCall, turn *runtime.Turn) (*sdk.CallToolResult, error) {
	asked, answered := s.open(r.Params.RequestState, user(r))
	if answered {
		call.ID = asked.CallID
		turn.Decisions = append(turn.Decisions[:len(turn.Decisions):len(turn.Decisions)], decision(asked, r.Params.InputResponses[consentInput]))
	}
	p := s.registry.Prepare(ctx, []runtime.ToolCall{call}, turn)[0]
	if p.Consent != nil && !answered && p.Refusal == nil && canAsk(r) {
		return s.ask(p.Consent, user(r)), nil
	}
	outcome := s.registry.Execute(ctx, p, turn)
	return result(&s.registry.Fit([]runtime.Outcome{outcome}, turn)[0]), nil
}

// canAsk reports whether the client can show its user a form. A client without
// that leaves the decision to the registry's own approver.
func canAsk(r *sdk.CallToolRequest) bool {
	c := r.ClientCapabilities()
	return c != nil && c.Elicitation != nil && (c.Elicitation.Form != nil || c.Elicitation.URL == nil)
}

// user is the user of the bearer token; empty without one.
func user(r *sdk.CallToolRequest) string {
	if r.Extra == nil || r.Extra.TokenInfo == nil {
		return ""
	}
	return r.Extra.TokenInfo.UserID
}

// ask is the result that asks for consent.
func (s *Server) ask(request *runtime.ApprovalRequest, user string) *sdk.CallToolResult {
	return &sdk.CallToolResult{
		InputRequests: sdk.InputRequestMap{consentInput: &sdk.ElicitParams{
			Mode: "form", Message: question(request),
			RequestedSchema: json.RawMessage(`{"type":"object","properties":{"approve":{"type":"boolean","title":"Approve","description":"Let the call run."}},"required":["approve"]}`),
		}},
		RequestState: s.seal(&state{request.ID, request.CallID, request.Digest, user, time.Now().Add(consentTimeout).Unix()}),
	}
}

// question is the text that a person reads before the decision.
func question(request *runtime.ApprovalRequest) string {
	var b strings.Builder
	b.WriteString("Allow a call of the tool " + request.ToolName + "?")
	if request.Why != "" {
		b.WriteString("\nReason: " + request.Why)
	}
	if len(request.Args) > 0 {
		b.WriteString("\nArguments: " + string(request.Args))
	}
	if request.Preview != "" {
		b.WriteString("\nWhat it would do:\n" + request.Preview)
		if request.PreviewPartial {
			b.WriteString("\n(This does not show everything.)")
		}
	}
	return b.String()
}

// decision is the answer of the client's user. Every answer but a clear yes is a
// no.
func decision(of *state, response sdk.InputResponse) runtime.Decision {
	d := runtime.Decision{RequestID: of.RequestID, CallID: of.CallID, Digest: of.Digest, Reason: "the user did not approve it"}
	if answer, ok := response.(*sdk.ElicitResult); ok && answer.Action == "accept" && answer.Content["approve"] == true {
		d.Approved, d.Reason = true, ""
	}
	return d
}

// seal is a state as a text with a signature.
func (s *Server) seal(of *state) string {
	text, err := json.Marshal(of)
	if err != nil {
		panic("mcp: " + err.Error()) // a struct of texts and a number
	}
	return base64.RawURLEncoding.EncodeToString(append(s.sign(text), text...))
}

func (s *Server) sign(text []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(text)
	return mac.Sum(nil)
}

// open returns the state of a signed text, once: it reports false for a text
// that is forged, too old, another user's, or used before.
func (s *Server) open(sealed, user string) (*state, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(raw) < sha256.Size || !hmac.Equal(raw[:sha256.Size], s.sign(raw[sha256.Size:])) {
		return nil, false
	}
	var of state
	if json.Unmarshal(raw[sha256.Size:], &of) != nil || of.User != user || time.Now().Unix() > of.Expires || !s.used.add(of.RequestID, of.Expires) {
		return nil, false
	}
	return &of, true
}

// replays remembers the requests for consent that were answered, as long as
// they are valid.
type replays struct {
	mu      sync.Mutex
	expires map[string]int64
}

// add reports whether the request was not answered before.
func (r *replays) add(id string, expires int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now().Unix()
	for known, end := range r.expires {
		if end < now {
			delete(r.expires, known)
		}
	}
	if _, known := r.expires[id]; known {
		return false
	}
	if r.expires == nil {
		r.expires = make(map[string]int64)
	}
	r.expires[id] = expires
	return true
}

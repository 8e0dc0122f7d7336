package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// turn returns the turn of a request. The caller can change it. The client is nil
// for a stateless server.
func (s *Server) turn(ctx context.Context, session *sdk.ServerSession, client *clientSession, extra *sdk.RequestExtra) (*runtime.Turn, error) {
	r := &Request{SessionID: session.ID()}
	if client != nil {
		r.Session = client.runtime
	}
	if p := session.InitializeParams(); p != nil {
		r.Client = p.ClientInfo
	}
	if extra != nil {
		r.Header, r.Token = extra.Header, extra.TokenInfo
	}
	if s.options.Turn == nil {
		return &runtime.Turn{Session: r.Session, Platform: "mcp"}, nil
	}
	turn, err := s.options.Turn(ctx, r)
	if err != nil {
		return nil, err
	}
	own := runtime.Turn{}
	if turn != nil {
		own = *turn
	}
	return &own, nil
}

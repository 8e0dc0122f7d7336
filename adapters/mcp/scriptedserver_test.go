package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/adapters/mcp"
)

// scripted is a server that answers each method with a given result.
type scripted struct {
	answers map[string]string
	out     chan jsonrpc.Message
	closed  chan struct{}
	once    sync.Once
}

func (s *scripted) Connect(context.Context) (sdk.Connection, error) {
	s.out, s.closed = make(chan jsonrpc.Message, 100), make(chan struct{})
	return s, nil
}

func (s *scripted) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m := <-s.out:
		return m, nil
	case <-s.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *scripted) Write(_ context.Context, m jsonrpc.Message) error {
	request, ok := m.(*jsonrpc.Request)
	if !ok || !request.ID.IsValid() {
		return nil
	}
	answer, known := s.answers[request.Method]
	if !known {
		s.out <- &jsonrpc.Response{ID: request.ID, Error: &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no"}}
		return nil
	}
	s.out <- &jsonrpc.Response{ID: request.ID, Result: json.RawMessage(answer)}
	return nil
}

func (s *scripted) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

func (s *scripted) SessionID() string { return "" }

// Tools that cannot be used are reported, and the other tools are used.
func TestHostileLists(t *testing.T) {
	initialize := `{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`
	object := `"inputSchema":{"type":"object"}`
	long := strings.Repeat("l", 120)
	for _, test := range []struct {
		name, list string
		want       []string
		problem    string
	}{
		{"two names that become one", `[{"name":"a.b",` + object + `},{"name":"a/b",` + object + `},{"name":"c",` + object + `}]`, []string{"mcp__far__c"}, "2 tools have the name"},
		{"the same name twice", `[{"name":"a",` + object + `},{"name":"a",` + object + `}]`, nil, "2 tools have the name"},
		{"a long name", `[{"name":"` + long + `",` + object + `}]`, []string{"mcp__far__" + strings.Repeat("l", 45) + "_6847b679"}, ""},
		{"no name", `[{` + object + `},{"name":"c",` + object + `}]`, []string{"mcp__far__c"}, "it has no name"},
		{"a schema that says nothing", `[{"name":"c","inputSchema":true}]`, nil, "left out"},
		{"a keyword that cannot be checked", `[{"name":"c","inputSchema":{"type":"object","properties":{"a":{"type":"string","pattern":"(?=x)"}}}}]`, []string{"mcp__far__c"}, "only the server checks this"},
		{"too many", `[` + strings.Repeat(`{"name":"a",`+object+`},`, 4) + `{"name":"b",` + object + `}]`, nil, "more than 3 tools"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &scripted{answers: map[string]string{"initialize": initialize, "tools/list": `{"tools":` + test.list + `}`}}
			b, err := mcp.NewBridge(t.Context(), mcp.BridgeOptions{
				Name: "far", MaxTools: 3, ConnectTimeout: 5 * time.Second,
				Transport: func(context.Context) (sdk.Transport, error) { return s, nil },
			})
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			if got := names(b.Tools()); !slices.Equal(got, test.want) {
				t.Errorf("the tools are %v, want %v", got, test.want)
			}
			if got := errors.Join(b.Problems()...); test.problem == "" && got != nil || test.problem != "" && (got == nil || !strings.Contains(got.Error(), test.problem)) {
				t.Errorf("the problems are %v, want %q", got, test.problem)
			}
		})
	}
}

package mcp

import (
	"errors"
	"net/url"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// sessionConnection is a connection with the id of a session.
type sessionConnection struct {
	sdk.Connection
	id string
}

func (c sessionConnection) SessionID() string { return c.id }

// TestErrorsWithoutSecrets checks that an error does not contain the URL and the id of
// the session, and that a short id changes no other words.
func TestErrorsWithoutSecrets(t *testing.T) {
	target := &url.URL{Scheme: "https", Host: "far.example", Path: "/key"}
	for id, want := range map[string]string{
		"":         "POST the server: no (session ID: ): session not found",
		"s":        "POST the server: no (session): session not found",
		"12345678": "POST the server: no (session): session not found",
	} {
		c := &endpointConnection{sessionConnection{id: id}, &endpoint{url: target}}
		if got := c.withoutSecrets(errors.New("POST https://far.example/key: no (session ID: " + id + "): session not found")); got.Error() != want {
			t.Errorf("with the id %q the error is %q, want %q", id, got, want)
		}
	}
}

// Package servers connects the agent with the MCP servers that the user has added.
package servers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/examples/agent/internal/session"
	"github.com/toolgen/toolgen/runtime"
)

// Set has the connections with all servers.
type Set struct {
	bridges  []*mcp.Bridge
	problems []string
}

// Open connects with the servers of the store and registers their tools. A server that cannot be reached is a problem of
// the set, not an error.
func Open(ctx context.Context, store *session.Store, registry *runtime.Registry) (*Set, error) {
	all, err := store.Servers()
	if err != nil {
		return nil, err
	}
	s := new(Set)
	for _, server := range all {
		bridge, err := Connect(ctx, server)
		if err == nil {
			s.bridges = append(s.bridges, bridge)
			err = bridge.Attach(ctx, registry)
		}
		if err != nil {
			s.problems = append(s.problems, fmt.Sprintf("the MCP server %s cannot be used: %v", server.Name, err))
			continue
		}
		for _, held := range bridge.Held() {
			s.problems = append(s.problems, fmt.Sprintf("the tool %s of the MCP server %s has a new definition; agent mcp allow %s allows it", held.Name, server.Name, server.Name))
		}
		for _, problem := range bridge.Problems() {
			s.problems = append(s.problems, fmt.Sprintf("the MCP server %s: %v", server.Name, problem))
		}
	}
	return s, nil
}

// Connect connects with one server.
func Connect(ctx context.Context, server session.Server) (*mcp.Bridge, error) {
	o := mcp.BridgeOptions{Name: server.Name, Pins: server.Pins}
	if url := server.Command[0]; strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://") {
		o.Transport = mcp.HTTP(url, nil)
	} else {
		cmd := exec.Command(url, server.Command[1:]...)
		cmd.Env = slices.DeleteFunc(os.Environ(), isKey)
		o.Transport = mcp.Command(cmd)
	}
	return mcp.NewBridge(ctx, o)
}

// isKey reports whether a variable of the environment, NAME=VALUE, has the key of a model provider: a server does not need it.
func isKey(variable string) bool {
	name, _, _ := strings.Cut(variable, "=")
	return slices.Contains(model.KeyVariables(), name)
}

// Problems returns what the user should know about the servers.
func (s *Set) Problems() []string { return s.problems }

// Close ends the connections.
func (s *Set) Close() error {
	var errs []error
	for _, bridge := range s.bridges {
		errs = append(errs, bridge.Close())
	}
	return errors.Join(errs...)
}

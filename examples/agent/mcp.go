package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"

	"github.com/toolgen/toolgen/adapters/mcp"
	"github.com/toolgen/toolgen/examples/agent/internal/servers"
	"github.com/toolgen/toolgen/examples/agent/internal/session"
	"github.com/toolgen/toolgen/runtime"
)

// serveMCP serves until the client leaves or the process is stopped.
func serveMCP(ctx context.Context, std streams, set *settings, address string, h *mcp.HTTPOptions) error {
	if err := cmp.Or(checkDir(set.dir), h.Check(), checkAddress(address, h)); err != nil {
		return usageError{err}
	}
	a, err := openTools(ctx, set, std.err, nil)
	if err != nil {
		return err
	}
	defer a.close(ctx)
	// The client is the user's own program, and the agent has no terminal here. A client that cannot ask is refused by
	// the approver.
	by := mcp.ApprovedByClient
	if set.approve == approveNone {
		by = mcp.ApprovedByApplication
	}
	o := &mcp.Options{Name: "toolgen-agent", ApprovedBy: by, Turn: func(_ context.Context, r *mcp.Request) (*runtime.Turn, error) {
		return &runtime.Turn{Session: r.Session, WorkingDir: set.dir, PersonalityID: session.Project(set.dir), Policy: policy(set)}, nil
	}}
	if address == "" {
		return mcp.ServeStdio(ctx, a.tools.Registry, o)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return usageError{fmt.Errorf("--http: %w", err)}
	}
	fmt.Fprintf(std.err, "agent: serving MCP at http://%s/mcp\n", listener.Addr())
	return mcp.ServeHTTP(ctx, listener, a.tools.Registry, o, h)
}

// checkAddress returns an error if other machines can reach the address without a token.
func checkAddress(address string, h *mcp.HTTPOptions) error {
	host, _, err := net.SplitHostPort(address)
	ip, _ := netip.ParseAddr(host) // the zero value of a name is not a loopback address
	if address == "" || err != nil || host == "localhost" || ip.IsLoopback() || h.Token != "" && h.Hosts != nil {
		return nil // listening reports a wrong address
	}
	return fmt.Errorf("--http: other machines can reach %s: add --token (or AGENT_MCP_TOKEN) and --host with the name that they use, or use an address such as 127.0.0.1:8080", address)
}

// addServer adds a server and shows its tools.
func addServer(ctx context.Context, std streams, set *settings, operands []string) error {
	return pin(ctx, std, set, session.Server{Name: operands[0], Command: operands[1:]})
}

// allowServer allows the present definitions of a server's tools.
func allowServer(ctx context.Context, std streams, set *settings, operands []string) error {
	var found session.Server
	err := withStore(set, func(store *session.Store) error {
		all, err := store.Servers()
		for _, server := range all {
			if server.Name == operands[0] {
				found = server
			}
		}
		return err
	})
	if err == nil && found.Name == "" {
		err = unknownServer(operands[0])
	}
	if err != nil {
		return err
	}
	found.Pins = nil
	return pin(ctx, std, set, found)
}

// unknownServer is the error about a server that was not added.
func unknownServer(name string) error {
	return usageError{fmt.Errorf("there is no MCP server %s: agent mcp list lists them", name)}
}

// pin connects with a server, prints its tools, and stores it with the digests of their definitions.
func pin(ctx context.Context, std streams, set *settings, server session.Server) error {
	bridge, err := servers.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer bridge.Close()
	for _, tool := range bridge.Tools() {
		fmt.Fprintf(std.out, "%s  %s\n", tool.Name, firstSentence(tool.Description))
	}
	server.Pins = bridge.Pins()
	return withStore(set, func(store *session.Store) error { return store.SetServer(server) })
}

// listServers lists the servers.
func listServers(_ context.Context, std streams, set *settings, _ []string) error {
	return withStore(set, func(store *session.Store) error {
		all, err := store.Servers()
		for _, server := range all {
			fmt.Fprintf(std.out, "%s  %s  %d tools\n", server.Name, strings.Join(server.Command, " "), len(server.Pins))
		}
		return err
	})
}

// removeServer removes a server.
func removeServer(_ context.Context, _ streams, set *settings, operands []string) error {
	return withStore(set, func(store *session.Store) error {
		err := store.RemoveServer(operands[0])
		if errors.Is(err, sql.ErrNoRows) {
			return unknownServer(operands[0])
		}
		return err
	})
}

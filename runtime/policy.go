package runtime

import (
	"slices"
	"strings"
)

// Policy says which tools a personality may see and run, and how far
// capabilities reach. The same code gates definitions and execution. The zero
// value allows every tool that requires no grants.
//
// Built-in tools (those of no plugin and no bridged server) are gated by Tools
// and Toolsets, bridged tools by MCPServers and MCPTools, tools of plugins by
// Plugins; a plugin's bridged tool must pass both. Names match exactly.
type Policy struct {
	// Tools are the built-in tools allowed. A tool that is always included
	// passes.
	Tools Names
	// Toolsets are the toolsets of built-in tools allowed.
	Toolsets Names
	// MCPServers are the servers whose bridged tools are allowed.
	MCPServers Names
	// MCPTools are, by server, the bare names of tools allowed; a server
	// without an entry has no such limit.
	MCPTools map[string]Names
	// Plugins are the ids of plugins whose tools are allowed.
	Plugins Names
	// Exclude are names of tools that never run. It beats everything.
	Exclude []string
	// Grants are what the policy holds of the grants that tools require.
	Grants []string
	// Files and Network are how far capabilities reach.
	Files   FilePolicy
	Network NetworkPolicy
}

// Names is a set of names allowed. The zero value allows every name.
type Names struct {
	only       []string
	restricted bool
}

// AllowOnly allows these names and no other. Without names it allows nothing.
func AllowOnly(names ...string) Names {
	return Names{only: slices.Clone(names), restricted: true}
}

// Allows reports whether name is allowed.
func (n Names) Allows(name string) bool {
	return !n.restricted || slices.Contains(n.only, name)
}

// Only returns the names allowed, and whether there is such a limit at all.
func (n Names) Only() (names []string, restricted bool) {
	return slices.Clone(n.only), n.restricted
}

// open reports whether the policy lets every tool run that requires no grants.
func (p *Policy) isOpen() bool {
	return len(p.Exclude) == 0 && len(p.MCPTools) == 0 &&
		!p.Tools.restricted && !p.Toolsets.restricted && !p.MCPServers.restricted && !p.Plugins.restricted
}

// excludes reports whether the policy excludes the tool by name.
func (p *Policy) excludes(name string) bool { return slices.Contains(p.Exclude, name) }

// permits reports whether the policy lets the tool of that plugin run,
// exclusion aside.
func (p *Policy) permits(tool *Tool, plugin string) bool {
	server, bare, bridged := splitMCP(tool.Name)
	if bridged && (!p.MCPServers.Allows(server) || !p.MCPTools[server].Allows(bare)) {
		return false
	}
	if plugin != "" && !p.Plugins.Allows(plugin) {
		return false
	}
	if !bridged && plugin == "" && !p.permitsBuiltin(tool) {
		return false
	}
	return p.missingGrant(tool) == ""
}

func (p *Policy) permitsBuiltin(tool *Tool) bool {
	return (tool.AlwaysInclude || p.Tools.Allows(tool.Name)) && p.Toolsets.Allows(tool.Toolset)
}

// missingGrant is the first grant that the tool requires and the policy does
// not hold; empty for none.
func (p *Policy) missingGrant(tool *Tool) string {
	for _, grant := range tool.Requires {
		if !slices.Contains(p.Grants, grant) {
			return grant
		}
	}
	return ""
}

// mcpPrefix begins the names of tools bridged from MCP servers:
// mcp__<server>__<tool>.
const mcpPrefix = "mcp__"

// splitMCP splits the name of a bridged tool. The server is what stands
// between the first two "__"; the bare name may hold "__" itself.
func splitMCP(name string) (server, bare string, bridged bool) {
	rest, bridged := strings.CutPrefix(name, mcpPrefix)
	if !bridged {
		return "", "", false
	}
	server, bare, _ = strings.Cut(rest, "__")
	return server, bare, true
}

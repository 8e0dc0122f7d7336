package runtime

import (
	"slices"
	"strings"
)

// Policy says which tools a personality may see and run, and which files and
// hosts the tools may access. Definitions and execution apply the same checks.
// The zero value allows every tool that requires no grants.
//
// Tools and Toolsets apply to built-in tools, which belong to no plugin and to
// no MCP server. MCPServers and MCPTools apply to bridged tools, whose calls go
// to an MCP server. Plugins applies to the tools of plugins. A bridged tool of
// a plugin must be allowed by MCPServers, MCPTools and Plugins. Names must
// match exactly.
type Policy struct {
	// Tools are the allowed built-in tools. A tool with AlwaysInclude is always
	// allowed.
	Tools Names
	// Toolsets are the toolsets whose built-in tools are allowed.
	Toolsets Names
	// MCPServers are the servers whose bridged tools are allowed.
	MCPServers Names
	// MCPTools has, for each server, the allowed tools by their names on the
	// server. All tools of a server without an entry are allowed.
	MCPTools map[string]Names
	// Plugins are the ids of the plugins whose tools are allowed.
	Plugins Names
	// Exclude has the names of tools that never run. It has priority over all
	// other fields.
	Exclude []string
	// Grants are the grants of the policy. A tool may require some of them.
	Grants []string
	// Files and Network limit the files and hosts that tools may access.
	Files   FilePolicy
	Network NetworkPolicy
}

// Names is a set of allowed names. The zero value allows every name.
type Names struct {
	only       []string
	restricted bool
}

// AllowOnly returns a set that allows only the names. Without names it allows
// none.
func AllowOnly(names ...string) Names {
	return Names{only: slices.Clone(names), restricted: true}
}

// Allows reports whether the name is allowed.
func (n Names) Allows(name string) bool {
	return !n.restricted || slices.Contains(n.only, name)
}

// Only returns the allowed names. If restricted is false, every name is
// allowed.
func (n Names) Only() (names []string, restricted bool) {
	return slices.Clone(n.only), n.restricted
}

// isOpen reports whether the policy permits every tool that requires no grants.
func (p *Policy) isOpen() bool {
	return len(p.Exclude) == 0 && len(p.MCPTools) == 0 &&
		!p.Tools.restricted && !p.Toolsets.restricted && !p.MCPServers.restricted && !p.Plugins.restricted
}

// excludes reports whether the policy excludes the tool by name.
func (p *Policy) excludes(name string) bool { return slices.Contains(p.Exclude, name) }

// permits reports whether the policy permits the tool of the plugin. It does
// not check Exclude.
func (p *Policy) permits(tool *Tool, plugin string) bool {
	server, name, bridged := splitMCP(tool.Name)
	if bridged && (!p.MCPServers.Allows(server) || !p.MCPTools[server].Allows(name)) {
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

// permitsBuiltin reports whether Tools and Toolsets allow the built-in tool.
func (p *Policy) permitsBuiltin(tool *Tool) bool {
	return (tool.AlwaysInclude || p.Tools.Allows(tool.Name)) && p.Toolsets.Allows(tool.Toolset)
}

// missingGrant returns the first grant that the tool requires and the policy
// does not have; empty if there is none.
func (p *Policy) missingGrant(tool *Tool) string {
	for _, grant := range tool.Requires {
		if !slices.Contains(p.Grants, grant) {
			return grant
		}
	}
	return ""
}

// mcpPrefix is the prefix of the names of bridged tools, which have the form
// mcp__<server>__<tool>.
const mcpPrefix = "mcp__"

// splitMCP splits the name of a bridged tool. The server is the text between
// the first two "__"; the name of the tool on the server may contain "__".
func splitMCP(name string) (server, tool string, bridged bool) {
	rest, bridged := strings.CutPrefix(name, mcpPrefix)
	if !bridged {
		return "", "", false
	}
	server, tool, _ = strings.Cut(rest, "__")
	return server, tool, true
}

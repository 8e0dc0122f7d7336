package main

import (
	"fmt"
	"net"
	"net/netip"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/network"
	"github.com/toolgen/toolgen/runtime/cli"
)

// policy returns what the tools of a conversation may access: the working directory, and what the flags name.
func policy(set *settings) runtime.Policy {
	return runtime.Policy{
		Files:   runtime.FilePolicy{Write: []string{"."}, Read: set.allowRead, Deny: []string{set.data}},
		Network: runtime.NetworkPolicy{Allow: set.allowHost, AllowPrivate: set.allowPrivate},
	}
}

// refusalHelp returns help for refused calls by the reason of the refusal: what the tools can access, and the flags
// that allow more.
func refusalHelp(dir string, set *settings) map[string]string {
	files := "tools can change files only in " + dir + ", the directory of --dir, and read also " + strings.Join(set.allowRead, ", ")
	if len(set.allowRead) == 0 {
		files = "tools can read and change files only in " + dir + ", the directory of --dir"
	}
	files += "; for the user: --allow-read PATH opens a further file or directory for reading"
	return map[string]string{
		capability.KindNetwork.String(): "for the user: --allow-host HOST opens the ports 80 and 443 of a host, --allow-host HOST:PORT another port, and --allow-private the private addresses of such hosts",
		capability.KindRead.String():    files,
		capability.KindWrite.String():   files,
	}
}

// access returns the lines of the model's instructions about files, hosts and approvals.
func access(set *settings, hasUser bool) string {
	text := "Files: tools read and write in the working directory"
	if len(set.allowRead) > 0 {
		text += ", and read " + strings.Join(set.allowRead, ", ") + " by absolute path"
	}
	hosts := "tools reach no host; the user can open one with --allow-host"
	if len(set.allowHost) > 0 {
		hosts = "tools reach " + strings.Join(set.allowHost, ", ")
	}
	return fmt.Sprintf("%s\nNetwork: %s\nApprovals: %s\n", text, hosts, approvals(set.approve, hasUser))
}

// approvals says which calls need an approval and whether there is a user who can approve them.
func approvals(mode string, hasUser bool) string {
	calls := "each call that can change files, run programs or reach the network"
	switch mode {
	case approveNone:
		return "no call needs one"
	case approveRisky:
		calls = "each call that a tool considers destructive"
	}
	if hasUser {
		return "the user is asked before " + calls
	}
	return "no person can approve calls here, so that " + calls + " is refused: do not try it, but say what you would do"
}

// uselessTools returns the names of the tools that cannot work with the settings: without a host, those that need the
// network, and the others of the browser.
func uselessTools(tools []*runtime.Tool, set *settings) (names []string) {
	if len(set.allowHost) > 0 {
		return nil
	}
	for _, tool := range tools {
		isBridged := strings.HasPrefix(tool.Name, "mcp__")
		if !isBridged && (tool.Needs.Has(capability.KindNetwork) || tool.Toolset == "browser") {
			names = append(names, tool.Name)
		}
	}
	return names
}

// checkHosts returns an error for a text that is no host, and for a private address, which --allow-host alone does not open.
func checkHosts(set *settings) error {
	for _, host := range set.allowHost {
		if err := cli.CheckHost(host); err != nil {
			return fmt.Errorf("--allow-host %s: %w", host, err)
		}
		if !set.allowPrivate && isPrivateHost(host) {
			return fmt.Errorf("--allow-host %s names a private address, which stays closed: add --allow-private", host)
		}
	}
	return nil
}

// isPrivateHost reports whether a pattern of --allow-host names this computer or an address that is not public.
func isPrivateHost(pattern string) bool {
	host := pattern
	if name, _, err := net.SplitHostPort(pattern); err == nil {
		host = name
	}
	if address, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		isPublic, _ := network.Public(address)
		return !isPublic
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

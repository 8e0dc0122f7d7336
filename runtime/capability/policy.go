package capability

// FilePolicy says which files tools can use. A call can use the intersection of the policy and the
// tool's Needs. The zero value allows nothing.
type FilePolicy struct {
	// Read and Write are files and directories, absolute or relative to the working directory of
	// the turn. Write implies Read. Some paths, such as ".github/workflows", are open only if an entry
	// names them or a path below them: see the backend.
	Read, Write []string
	// Deny are paths that no tool can use, although Read or Write contain them. The backend also
	// denies credentials and system files.
	Deny []string
}

// NetworkPolicy says which hosts tools can reach. A call can reach the hosts that both the policy and
// the tool's Needs contain. The zero value allows nothing.
type NetworkPolicy struct {
	// Allow and Deny are host names, IP addresses, patterns such as "*.example.org", or "*" for
	// every public host, and after them a port: "localhost:8080", "[::1]:8080", or
	// "localhost:*" for every port. Without a port, Allow means the ports 80 and 443, and Deny
	// every port. Deny takes precedence.
	Allow, Deny []string
	// AllowPrivate opens private, loopback and link-local addresses of the hosts that Allow
	// names, to tools. A redirect or a web page from a public address cannot reach them.
	// Metadata services of cloud providers are always denied.
	AllowPrivate bool
}

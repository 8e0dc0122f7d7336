package capability

// FilePolicy is how far files reach, whatever tools declare: a call reaches
// what both the policy and the tool's Needs hold. The zero value allows
// nothing.
type FilePolicy struct {
	// Read and Write are files and directories, absolute or relative to the
	// turn's working directory. Write implies Read.
	Read, Write []string
	// Deny are paths below them that stay closed. It wins over Read and
	// Write. Credentials and system files are always denied.
	Deny []string
}

// NetworkPolicy is which hosts can be reached, whatever tools declare. The
// zero value allows nothing.
type NetworkPolicy struct {
	// Allow and Deny are host names, "*.example.org" patterns, or "*" for
	// every public host. Deny wins.
	Allow, Deny []string
	// AllowPrivate opens private, loopback and link-local addresses of
	// allowed hosts. Metadata services of cloud providers stay closed.
	AllowPrivate bool
}

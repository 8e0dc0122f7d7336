package capability

import "time"

// Needs is what one tool declares. The generator writes it as static data. A nil *Needs declares
// nothing. An empty list of Read or Write means that the policy alone decides; an empty list of Hosts,
// Binaries, Secrets or Attachments allows nothing.
type Needs struct {
	// Kinds is the set of declared capabilities.
	Kinds Kind
	// Read and Write are the files and directories that the tool reads and writes. They use
	// slashes and are absolute, or relative to the working directory of the turn. Write implies
	// Read. A call can use the intersection of these paths and the policy.
	Read, Write []string
	// Hosts are host names and IP addresses, and after them a port: "api.example.com:8443", or
	// "api.example.com:*" for every port. Without a port, the ports 80 and 443 are meant.
	// "*.example.org" means every name below example.org. "*" means every host and port that the
	// policy allows.
	Hosts []string
	// Binaries are the names of programs, which are looked up in PATH.
	Binaries []string
	// Secrets are references such as "providers/exa/key", or prefixes that end in "/*" and match
	// complete segments.
	Secrets []string
	// Storage scopes the key-value store.
	Storage StorageNeeds
	// Attachments are the kinds of attachments: "image", "file", or "*".
	Attachments []string
}

// Has reports whether every capability of kind is declared. It can be called on a nil *Needs.
func (n *Needs) Has(kind Kind) bool { return n != nil && n.Kinds.Has(kind) }

// StorageNeeds is what a tool declares about its key-value store.
type StorageNeeds struct {
	// Scope says which calls share the values.
	Scope Scope
	// TTL is how long a value exists after Set; zero means without limit.
	TTL time.Duration
}

// Scope says which calls share the values of a key-value store.
type Scope string

// The scopes of a key-value store.
const (
	// ScopeTool is for one tool, in all sessions.
	ScopeTool Scope = "tool-private"
	// ScopeSession is for all tools of one session.
	ScopeSession Scope = "session"
	// ScopePersonality is for all sessions of one personality.
	ScopePersonality Scope = "personality"
)

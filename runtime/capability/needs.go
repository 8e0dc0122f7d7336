package capability

import "time"

// Needs is what one tool declares: static data written by the generator. A
// nil *Needs declares nothing. Empty lists mean that policy alone decides,
// except for Hosts, Binaries, Secrets and Kinds of attachments, where an
// empty list allows nothing.
type Needs struct {
	// Kinds is the set of capabilities declared.
	Kinds Kind
	// Read and Write are the files and directories that the tool reads and
	// writes, with slashes: relative to the turn's working directory, or
	// absolute. Write implies Read. A call reaches what both these paths and
	// the policy hold.
	Read, Write []string
	// Hosts are host names. "*.example.org" stands for every name below
	// example.org, "*" for every host that policy allows.
	Hosts []string
	// Binaries are names of programs, looked up along PATH.
	Binaries []string
	// Secrets are references such as "providers/exa/key", or prefixes that
	// end in "/*" and match whole segments.
	Secrets []string
	// Storage scopes the key-value store.
	Storage StorageNeeds
	// Attachments are the kinds of attachments: "image", "file", or "*".
	Attachments []string
}

// Has reports whether every capability of kind is declared. It may be called
// on a nil *Needs.
func (n *Needs) Has(kind Kind) bool { return n != nil && n.Kinds.Has(kind) }

// StorageNeeds scopes a tool's key-value store.
type StorageNeeds struct {
	// Scope says who shares the values.
	Scope Scope
	// TTL is how long a value lives after it was set; zero means for ever.
	TTL time.Duration
}

// Scope says who shares the values of a key-value store.
type Scope string

// The scopes of a key-value store.
const (
	// ScopeTool keeps values for this tool alone, across sessions.
	ScopeTool Scope = "tool-private"
	// ScopeSession keeps values for all tools of one session.
	ScopeSession Scope = "session"
	// ScopePersonality keeps values for all sessions of one personality.
	ScopePersonality Scope = "personality"
)

package capability

import "strings"

// Kind is a set of capabilities, one bit each. The zero value is the empty
// set.
type Kind uint8

// The capabilities a tool can declare.
const (
	KindRead        Kind = 1 << iota // read files
	KindWrite                        // write files; implies Read
	KindNetwork                      // speak HTTP to named hosts
	KindProcess                      // run named programs
	KindSecrets                      // use named secrets
	KindStorage                      // keep values under keys
	KindAttachments                  // open what came in with the turn
	lastKindBit     = iota
)

// kindNames is indexed by bit. The names are those of the directives, but for
// the file system, whose directive covers reading and writing.
var kindNames = [lastKindBit]string{"fs:read", "fs:write", "network", "process", "secrets", "storage", "attachments"}

// Has reports whether k holds every capability of other.
func (k Kind) Has(other Kind) bool { return k&other == other }

// Names lists the capabilities of k in a fixed order, such as "fs:read" and
// "network".
func (k Kind) Names() []string {
	var names []string
	for bit, name := range kindNames {
		if k&(1<<bit) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String is the names of k, separated by commas; "none" for the empty set.
func (k Kind) String() string {
	if k == 0 {
		return "none"
	}
	return strings.Join(k.Names(), ", ")
}

package capability

import "strings"

// Kind is a set of capabilities, with one bit for each. The zero value is the empty set.
type Kind uint8

// The capabilities that a tool can declare.
const (
	KindRead        Kind = 1 << iota // read files
	KindWrite                        // write files; implies KindRead
	KindNetwork                      // send HTTP requests to declared hosts
	KindProcess                      // run declared programs
	KindSecrets                      // use declared secrets
	KindStorage                      // store values under keys
	KindAttachments                  // open the attachments of the turn
	lastKindBit     = iota
)

// kindNames are the names by bit. They are the names of the directives, except that the directive fs
// covers reading and writing.
var kindNames = [lastKindBit]string{"fs:read", "fs:write", "network", "process", "secrets", "storage", "attachments"}

// Has reports whether k contains all capabilities of other.
func (k Kind) Has(other Kind) bool { return k&other == other }

// Names returns the names of the capabilities, such as "fs:read" and "network", in the order of the
// constants.
func (k Kind) Names() []string {
	var names []string
	for bit, name := range kindNames {
		if k&(1<<bit) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String returns the names, separated by commas, and "none" for the empty set.
func (k Kind) String() string {
	if k == 0 {
		return "none"
	}
	return strings.Join(k.Names(), ", ")
}

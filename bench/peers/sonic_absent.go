//go:build !((amd64 || arm64) && !go1.28)

package peers

import (
	"fmt"
	"os"
)

// withSonic leaves out sonic, and eino, which reads with it: here they would
// run encoding/json under another name.
func withSonic() []Peer {
	fmt.Fprintln(os.Stderr, "bench: sonic does not support this version of Go or this machine; sonic and eino are left out")
	return nil
}

//go:build !((amd64 || arm64) && !go1.28)

package peers

import (
	"fmt"
	"os"
)

// withSonic returns no peers, because sonic would use encoding/json.
func withSonic() []Peer {
	fmt.Fprintln(os.Stderr, "bench: sonic does not support this version of Go or this machine; sonic and eino are left out")
	return nil
}

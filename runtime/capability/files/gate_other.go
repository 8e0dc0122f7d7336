//go:build !linux || mips || mipsle || mips64 || mips64le

package files

import (
	"io/fs"
	"os"
)

// gate looks up again what was found below a directory.
type gate struct {
	root   *os.Root
	device uint64
}

func openGate(root *os.Root) (gate, error) {
	info, err := root.Stat(".")
	if err != nil {
		return gate{}, err
	}
	return gate{root, device(info)}, nil
}

func (gate) close() {}

// check is errMount when what was found is on another file system, and errChanged when
// something else is there now.
func (g gate) check(rel string, want fs.FileInfo, mounts bool) error {
	return lookAgain(g.root, g.device, rel, want, mounts)
}

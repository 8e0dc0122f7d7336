//go:build !linux || mips || mipsle || mips64 || mips64le

package files

import (
	"io/fs"
	"os"
)

// resolver looks up paths below a directory again.
type resolver struct {
	root   *os.Root
	device uint64
}

// newResolver returns a resolver for the paths below a directory.
func newResolver(root *os.Root) (resolver, error) {
	info, err := root.Stat(".")
	if err != nil {
		return resolver{}, err
	}
	return resolver{root, deviceNumber(info)}, nil
}

func (resolver) close() {}

// check returns errMount if the file is on another file system, and errChanged if the path leads to
// another file now.
func (g resolver) check(rel string, want fs.FileInfo, mounts bool) error {
	return recheck(g.root, g.device, rel, want, mounts)
}

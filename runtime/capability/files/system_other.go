//go:build !unix && !windows

package files

import (
	"io/fs"
	"os"
)

// nonBlocking is not known here.
const nonBlocking = 0

// errManyLinks is not known here.
var errManyLinks = errLoop

// device is not known here.
func device(fs.FileInfo) uint64 { return 0 }

// links is not known here.
func links(*os.File, fs.FileInfo) uint64 { return 1 }

// keepOwner does nothing here.
func keepOwner(*os.File, fs.FileInfo) {}

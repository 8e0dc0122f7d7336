//go:build !unix && !windows

package files

import (
	"io/fs"
	"os"
)

// nonBlocking is zero: this system does not have it.
const nonBlocking = 0

// errManyLinks is never returned by this system.
var errManyLinks = errLoop

// deviceNumber returns 0: the number is unknown on this system.
func deviceNumber(fs.FileInfo) uint64 { return 0 }

// linkCount returns 1: the number is unknown on this system.
func linkCount(*os.File, fs.FileInfo) uint64 { return 1 }

// keepOwner does nothing: this system has no owners.
func keepOwner(*os.File, fs.FileInfo) {}

package files

import (
	"io/fs"
	"os"
	"syscall"
)

// nonBlocking is zero: on this system, opening a file does not wait.
const nonBlocking = 0

// errManyLinks is the error of opening a symbolic link with O_NOFOLLOW.
const errManyLinks = syscall.ELOOP

// deviceNumber returns 0. A mounted volume is a reparse point, which is refused as a link.
func deviceNumber(fs.FileInfo) uint64 { return 0 }

// linkCount returns the number of hard links of an open file.
func linkCount(file *os.File, _ fs.FileInfo) uint64 {
	var info syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(file.Fd()), &info); err != nil {
		return 2 // unknown: treated as several links
	}
	return uint64(info.NumberOfLinks)
}

// keepOwner does nothing: a new file inherits the owner of its directory.
func keepOwner(*os.File, fs.FileInfo) {}

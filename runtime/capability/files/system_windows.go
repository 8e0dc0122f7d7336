package files

import (
	"io/fs"
	"os"
	"syscall"
)

// nonBlocking is not needed where opening never waits.
const nonBlocking = 0

// errManyLinks is how the system answers where a link must not be followed.
const errManyLinks = syscall.ELOOP

// device is not known: a mounted volume is a reparse point, which is refused as a link.
func device(fs.FileInfo) uint64 { return 0 }

// links is how many names an open file has.
func links(file *os.File, _ fs.FileInfo) uint64 {
	var info syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(file.Fd()), &info); err != nil {
		return 2 // not known, so not to be trusted
	}
	return uint64(info.NumberOfLinks)
}

// keepOwner does nothing: a new file inherits from its directory.
func keepOwner(*os.File, fs.FileInfo) {}

//go:build darwin || freebsd || netbsd

package hidepath

import (
	"io/fs"
	"syscall"
	"time"
)

// ChangeTime returns the time at which the content, the name or the metadata of a file last changed. Programs
// cannot set it, other than the modification time. It is zero if it is unknown.
func ChangeTime(info fs.FileInfo) time.Time {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(stat.Ctimespec.Unix())
	}
	return time.Time{}
}

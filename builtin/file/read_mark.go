package file

import (
	"io/fs"
	"path"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// readMark accesses what a session knows about one file: its modification
// time, or its absence, when the session last read all or a part of it.
// Without a session, it records nothing.
type readMark struct {
	session *runtime.Session
	path    string
}

// readMarkOf returns the mark of a file in the call's session.
func readMarkOf(call *runtime.Call, name string) readMark {
	if !path.IsAbs(name) {
		name = path.Join(call.WorkingDir(), name)
	}
	return readMark{call.Session(), name}
}

// record records that the session has read the file in its current state. info
// is nil if the file does not exist.
func (m readMark) record(info fs.FileInfo) {
	if m.session != nil {
		m.session.MarkRead(m.path, modTime(info))
	}
}

// isStale reports whether the file has changed since the session read it. now
// is nil if the file does not exist. A file that the session has not read is
// not stale.
func (m readMark) isStale(now fs.FileInfo) bool {
	if m.session == nil {
		return false
	}
	was, ok := m.session.ReadTime(m.path)
	return ok && !was.Equal(modTime(now))
}

// modTime returns the modification time of a file; it is zero if the file does
// not exist.
func modTime(info fs.FileInfo) time.Time {
	if info == nil {
		return time.Time{}
	}
	return info.ModTime()
}

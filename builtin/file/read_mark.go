package file

import (
	"io/fs"
	"path"
	"time"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// readMark accesses what a session knows about one file: when it last changed,
// or its absence, when the session last read all or a part of it.
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
		m.session.MarkRead(m.path, changeTime(info))
	}
}

// isKnown reports whether the session has read the file in its current state.
func (m readMark) isKnown(now fs.FileInfo) bool {
	if m.session == nil {
		return false
	}
	was, ok := m.session.ReadTime(m.path)
	return ok && was.Equal(changeTime(now))
}

// isStale reports whether the session has read the file and it has changed since then.
func (m readMark) isStale(now fs.FileInfo) bool {
	if m.session == nil {
		return false
	}
	_, ok := m.session.ReadTime(m.path)
	return ok && !m.isKnown(now)
}

// check returns an error if the session must not replace the content of the
// file: it has not read the file, or the file has changed since then. now is nil
// if the file does not exist. name is the path for the model.
func (m readMark) check(now fs.FileInfo, name string) error {
	if m.session == nil || m.isKnown(now) {
		return nil
	}
	if _, ok := m.session.ReadTime(m.path); ok {
		return &capability.Stale{Name: name}
	}
	if now == nil || !now.Mode().IsRegular() { // the backend refuses to write other kinds of files
		return nil
	}
	err := texts.Error(runtime.StaleWrite, "", pathArgument, "%s exists (%s), and this session has not read it: read it first, then write; patch_file replaces a part of it",
		names.Quoted(name), texts.Bytes(now.Size()))
	err.ConflictKey = name
	return err
}

// changeTime returns when a file last changed: the time of the file system that
// programs cannot set, if the backend knows it, or else the modification time.
// It is zero if the file does not exist.
func changeTime(info fs.FileInfo) time.Time {
	if info == nil {
		return time.Time{}
	}
	if known, ok := info.(interface{ ChangeTime() time.Time }); ok && !known.ChangeTime().IsZero() {
		return known.ChangeTime()
	}
	return info.ModTime()
}

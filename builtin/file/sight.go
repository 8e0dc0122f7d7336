package file

import (
	"io/fs"
	"path"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// sight is what a session knows of one file: the time of change that it had when
// the session last read all or part of it, or that it was missing then. Without a session nothing is known.
type sight struct {
	session *runtime.Session
	path    string
}

func sightOf(call *runtime.Call, name string) sight {
	if !path.IsAbs(name) {
		name = path.Join(call.WorkingDir(), name)
	}
	return sight{call.Session(), name}
}

// note notes that the session knows the file as it is; nil when there is none.
func (s sight) note(info fs.FileInfo) {
	if s.session != nil {
		s.session.MarkRead(s.path, modified(info))
	}
}

// stale says that the file is not what the session knows; now is nil when there is
// none. A file that was never read is not stale.
func (s sight) stale(now fs.FileInfo) bool {
	if s.session == nil {
		return false
	}
	was, ok := s.session.ReadTime(s.path)
	return ok && !was.Equal(modified(now))
}

// modified is the time of change; that of a missing file is zero.
func modified(info fs.FileInfo) time.Time {
	if info == nil {
		return time.Time{}
	}
	return info.ModTime()
}

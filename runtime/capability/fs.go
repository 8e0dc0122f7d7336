package capability

import "io/fs"

// FS reads files. Names are slash-separated and relative, as io/fs defines them, so that fs.WalkDir,
// fs.Glob and fs.Sub can be used with it. Paths that are not declared or not allowed do not exist:
// errors are *fs.PathError with the name that the tool used, and never show another path.
//
// It is safe for concurrent use.
type FS interface {
	fs.StatFS
	fs.ReadFileFS
	fs.ReadDirFS
}

// WriteFS reads and writes files, under the same rules as [FS].
type WriteFS interface {
	FS
	// WriteFile replaces the content of the file atomically: readers get the old content or the
	// new one, and a crash leaves one of the two. A missing parent directory is an error. If the
	// session read the file and the file changed since then, the error is a *[Stale].
	WriteFile(name string, data []byte) error
	// Append adds data to the end of the file. A missing file is created.
	Append(name string, data []byte) error
	// MkdirAll creates the directory and its missing parents.
	MkdirAll(name string) error
	// Remove deletes a file or an empty directory.
	Remove(name string) error
	// Rename moves a file inside the paths that can be written.
	Rename(oldName, newName string) error
}

// Stale is the error of a write to a file that changed since the session read it. The runtime
// answers it with the code STALE_WRITE.
type Stale struct {
	// Name is the file as the tool named it.
	Name string
}

// Error returns a message with the name of the file that changed.
func (s *Stale) Error() string {
	return s.Name + " changed since it was read: read it again, then write"
}

package capability

import "io/fs"

// FS reads files. Names are slash-separated and relative, as io/fs defines
// them, so that fs.WalkDir, fs.Glob and fs.Sub work on it. What lies outside
// the declared and allowed paths does not exist for its user: errors are
// *fs.PathError with the relative name, never an absolute path.
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
	// WriteFile replaces the file's content atomically: readers see the old
	// content or the new, and a crash leaves one of the two. Missing parent
	// directories are an error. It returns a [Stale] error when the session
	// read the file and the file changed since.
	WriteFile(name string, data []byte) error
	// Append adds data to the end of the file, which it creates if missing.
	Append(name string, data []byte) error
	// MkdirAll creates the directory and its missing parents.
	MkdirAll(name string) error
	// Remove deletes a file or an empty directory.
	Remove(name string) error
	// Rename moves a file within what may be written.
	Rename(oldName, newName string) error
}

// Stale is the error of a write to a file that changed since the session read
// it. The runtime answers it with the code STALE_WRITE.
type Stale struct {
	// Name is the file, as the tool named it.
	Name string
}

// Error says which file changed.
func (s *Stale) Error() string {
	return s.Name + " changed since it was read: read it again, then write"
}

package browser

import (
	"errors"
	"os"
	"path/filepath"
	"time"
)

// directory has all files of one Chromium. An exclusive lock on its file lock
// shows that its program runs: the kernel releases the lock when the program
// ends in any way.
type directory struct {
	path string
	lock *os.File
}

// directoryPrefix is the beginning of the names of directories.
const directoryPrefix = "toolgen-browser-"

// unlockedAge is the age after which a directory without a lock is removed. A
// new directory gets its lock within a moment.
const unlockedAge = time.Hour

// newDirectory makes a directory, and removes those of programs that were
// killed.
func newDirectory() (*directory, error) {
	removeAbandoned(os.TempDir())
	path, err := os.MkdirTemp("", directoryPrefix)
	if err != nil {
		return nil, err
	}
	d := &directory{path: path}
	if err := d.fill(); err != nil {
		d.remove()
		return nil, err
	}
	return d, nil
}

// fill locks the directory and writes its programs and settings.
func (d *directory) fill() error {
	var err error
	temporary := filepath.Join(d.path, "new")
	if d.lock, err = os.OpenFile(temporary, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return err
	}
	if err := lockFile(d.lock); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	// The file gets its name when it is locked, so that no other program removes the directory.
	if err := os.Rename(temporary, filepath.Join(d.path, "lock")); err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(d.path, "bin"), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(d.path, "bin", "xdg-settings"), []byte(schemeHandler), 0o700); err != nil { //nolint:gosec // a program
		return err
	}
	profile := filepath.Join(d.path, "profile", "Default")
	if err := os.MkdirAll(profile, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(profile, "Preferences"), []byte(preferences), 0o600)
}

// preferences are the settings of Chromium's profile: a PDF is downloaded, because the
// text in Chromium's viewer cannot be read. viewPDF shows its text.
const preferences = `{"plugins": {"always_open_pdf_externally": true}}`

// remove removes the directory. Chromium must have ended.
func (d *directory) remove() {
	_ = os.RemoveAll(d.path)
	if d.lock != nil {
		d.lock.Close()
	}
}

// removeAbandoned removes the directories of this user whose programs have
// ended without removing them.
func removeAbandoned(parent string) {
	paths, _ := filepath.Glob(filepath.Join(parent, directoryPrefix+"*"))
	for _, path := range paths {
		info, err := os.Lstat(path)
		if err == nil && info.IsDir() && isOwn(info) && isAbandoned(path, info.ModTime()) {
			_ = os.RemoveAll(path)
		}
	}
}

// isAbandoned reports whether no program has the lock of a directory.
func isAbandoned(path string, modified time.Time) bool {
	lock, err := os.OpenFile(filepath.Join(path, "lock"), os.O_RDWR, 0)
	if err != nil {
		return errors.Is(err, os.ErrNotExist) && time.Since(modified) > unlockedAge
	}
	defer lock.Close()
	return lockFile(lock) == nil
}

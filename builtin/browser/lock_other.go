//go:build !unix || solaris || illumos || aix

package browser

import (
	"errors"
	"os"
)

// lockFile is not possible on this system: no directory counts as abandoned.
func lockFile(*os.File) error { return errors.ErrUnsupported }

// isOwn reports false, so that no directory is removed.
func isOwn(os.FileInfo) bool { return false }

package files

import (
	"io/fs"
	"os"
	"time"

	"github.com/toolgen/toolgen/internal/hidepath"
)

// file is an open regular file, with its description when it was opened.
type file struct {
	hidepath.File
	open *os.File
	info fs.FileInfo
}

// ancestorInfo describes an ancestor of what is in reach by its base name.
type ancestorInfo string

func (p ancestorInfo) Name() string       { return string(p) }
func (p ancestorInfo) Size() int64        { return 0 }
func (p ancestorInfo) Mode() fs.FileMode  { return fs.ModeDir | 0o555 }
func (p ancestorInfo) ModTime() time.Time { return time.Time{} }
func (p ancestorInfo) IsDir() bool        { return true }
func (p ancestorInfo) Sys() any           { return nil }

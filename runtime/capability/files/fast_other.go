//go:build !linux || mips || mipsle || mips64 || mips64le

package files

import (
	"io/fs"
	"os"
)

// fastOpen returns nil: this system has no fast path.
func (v *view) fastOpen(string) (*os.File, fs.FileInfo) { return nil, nil }

// fastOpenDirectory returns nil: this system has no fast path.
func (v *view) fastOpenDirectory(string) (*os.File, fs.FileInfo) { return nil, nil }

// fastInfo returns nil: this system has no fast path.
func (v *view) fastInfo(string) fs.FileInfo { return nil }

// usedDirs is empty: this system has no fast path.
type usedDirs struct{}

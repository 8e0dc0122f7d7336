package kv

import (
	"crypto/rand"
	"path"
	"strings"
	"time"
)

// Files that are being written have names that no key has.
const (
	tempPrefix = "writing-"
	// tempAge is when a file that is still being written counts as left by a
	// crash.
	tempAge = time.Hour
)

func tempName() string { return tempPrefix + rand.Text() }

// sweep removes what has expired from a scope, and what a crash left half
// written, and says how many values are left. The caller holds the lock.
func (d *disk) sweep(scope string, names []string, now time.Time) (left int, err error) {
	for _, name := range names {
		file := path.Join(hashed(scope), name)
		switch {
		case strings.HasPrefix(name, tempPrefix):
			if info, err := d.root.Stat(file); err == nil && now.Sub(info.ModTime()) > tempAge {
				_ = d.root.Remove(file)
			}
			continue
		case !isRecord(name):
			continue
		}
		r, err := d.read(file)
		if err != nil {
			return 0, err
		}
		if (kept{expires: r.Expires}).expired(now) {
			_ = d.root.Remove(file)
			continue
		}
		left++
	}
	return left, nil
}

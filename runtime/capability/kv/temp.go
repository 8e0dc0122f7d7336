package kv

import (
	"crypto/rand"
	"path"
	"strings"
	"time"
)

// The names of temporary files. isRecordName is false for all of them.
const (
	tempPrefix = "writing-"
	// tempAge is the age at which a temporary file counts as left by a crash.
	tempAge = time.Hour
)

func tempName() string { return tempPrefix + rand.Text() }

// sweep removes the expired values of a scope and the temporary files that a crash left. It
// returns how many values are left. The caller holds the lock.
func (d *disk) sweep(scope string, names []string, now time.Time) (left int, err error) {
	for _, name := range names {
		file := path.Join(hash(scope), name)
		switch {
		case strings.HasPrefix(name, tempPrefix):
			if info, err := d.root.Stat(file); err == nil && now.Sub(info.ModTime()) > tempAge {
				_ = d.root.Remove(file)
			}
			continue
		case !isRecordName(name):
			continue
		}
		r, err := d.read(file)
		if err != nil {
			return 0, err
		}
		if (entry{expires: r.Expires}).isExpired(now) {
			_ = d.root.Remove(file)
			continue
		}
		left++
	}
	return left, nil
}

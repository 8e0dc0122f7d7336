//go:build !unix

package kv

import (
	"os"
	"time"
)

// flock locks nothing here: one process at a time may have the store open.
func flock(*os.File) (locked bool, err error) { return true, nil }

const lockPause = 2 * time.Millisecond

//go:build !unix

package kv

import "os"

// flock does nothing: on this system only one process at a time may use a store.
func flock(*os.File) (locked bool, err error) { return true, nil }

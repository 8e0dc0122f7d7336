//go:build !unix

package search_test

import "errors"

// makePipe makes a named pipe, which this system does not have in its file systems.
func makePipe(string) error { return errors.ErrUnsupported }

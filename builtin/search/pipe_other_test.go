//go:build !unix

package search_test

import "errors"

// makePipe returns an error, because this system has no named pipes in its file
// systems.
func makePipe(string) error { return errors.ErrUnsupported }

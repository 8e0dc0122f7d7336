//go:build !amd64 && !arm64

package process

import (
	"errors"
	"syscall"
)

var errNoSupervisor = errors.New("there is no supervisor for this processor")

// supervised is the method that starts programs under the supervisor, which this processor does not
// have.
type supervised struct {
	isolation  Isolation
	attributes func() *syscall.SysProcAttr
}

func (supervised) probe() error { return errNoSupervisor }

func (supervised) start(*program) (tree, error) { return nil, errNoSupervisor }

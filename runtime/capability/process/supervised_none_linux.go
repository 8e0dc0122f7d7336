//go:build !amd64 && !arm64

package process

import (
	"errors"
	"syscall"
)

var errNoSupervisor = errors.New("there is no supervisor for this processor")

// supervised is what this processor has no supervisor for.
type supervised struct {
	isolation  Isolation
	attributes func() *syscall.SysProcAttr
}

func (supervised) probe() error { return errNoSupervisor }

func (supervised) start(*program) (tree, error) { return nil, errNoSupervisor }

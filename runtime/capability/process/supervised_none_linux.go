//go:build !amd64 && !arm64

package process

import (
	"errors"
	"syscall"
)

var errNoSupervisor = errors.New("there is no supervisor for this processor")

// supervisorMethod is the method that starts programs under the supervisor, which this processor does not
// have.
type supervisorMethod struct {
	isolation  Isolation
	attributes func() *syscall.SysProcAttr
}

func (supervisorMethod) probe() error { return errNoSupervisor }

func (supervisorMethod) start(*program) (tree, error) { return nil, errNoSupervisor }

package runtime

import (
	"errors"
	"fmt"
	"time"
)

// How code of others ends that runs alone, other than by returning.
var (
	errExited     = errors.New("it called runtime.Goexit")
	errUnanswered = errors.New("it did not return in time")
)

// apart runs f in a goroutine of its own, which a panic and runtime.Goexit may
// end, and tells how it ended: nil when it returned.
func apart(f func()) <-chan error {
	done := make(chan error, 1)
	go func() {
		err := errExited
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p)
			}
			done <- err
		}()
		f()
		err = nil
	}()
	return done
}

// alone runs f apart and waits for it that long. When it is late, what it
// writes must not be read.
func alone(limit time.Duration, f func()) error {
	done := apart(f)
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return errUnanswered
	}
}

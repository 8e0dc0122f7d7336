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
		defer func() { done <- err }() // even if the value of a panic exits when it is printed
		defer func() {
			if p := recover(); p != nil {
				err = errors.New("panic: " + printed(p))
			}
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

// printed is the text of a value of others, whose methods may panic so that
// fmt does as well: then it is the value's type.
func printed(value any) (text string) {
	defer func() {
		if recover() != nil {
			text = typeText(value)
		}
	}()
	return fmt.Sprint(value)
}

// printedAlone is printed where the value's methods may end the goroutine, or
// not return.
func printedAlone(value any) string {
	var text string
	if alone(hookTimeout, func() { text = printed(value) }) != nil {
		return typeText(value)
	}
	return text
}

func typeText(value any) string { return fmt.Sprintf("a value of the type %T", value) }

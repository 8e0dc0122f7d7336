package runtime

import (
	"errors"
	"fmt"
	"time"
)

// The errors of isolated code that does not return.
var (
	errExited      = errors.New("it called runtime.Goexit")
	errNotReturned = errors.New("it did not return in time")
)

// startIsolated runs f in a new goroutine, so that a panic or runtime.Goexit in
// f ends only that goroutine. The channel receives nil when f returns, and
// otherwise an error that says how f ended.
func startIsolated(f func()) <-chan error {
	done := make(chan error, 1)
	go func() {
		err := errExited
		defer func() { done <- err }() // runs even if formatting the panic value calls runtime.Goexit
		defer func() {
			if p := recover(); p != nil {
				err = errors.New("panic: " + formatValue(p))
			}
		}()
		f()
		err = nil
	}()
	return done
}

// runIsolated runs f in a new goroutine and waits for it at most for the limit.
// After errNotReturned, f may still be running: the caller must not read the
// variables that f writes.
func runIsolated(limit time.Duration, f func()) error {
	done := startIsolated(f)
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return errNotReturned
	}
}

// formatValue returns the text of a value as fmt.Sprint formats it. If the
// methods of the value panic in such a way that fmt panics, too, it describes
// the type.
func formatValue(value any) (text string) {
	defer func() {
		if recover() != nil {
			text = describeType(value)
		}
	}()
	return fmt.Sprint(value)
}

// formatIsolated is like formatValue, but it runs the methods of the value in a
// new goroutine. It describes the type if they call runtime.Goexit or do not
// return.
func formatIsolated(value any) string {
	var text string
	if runIsolated(hookTimeout, func() { text = formatValue(value) }) != nil {
		return describeType(value)
	}
	return text
}

// describeType returns a text that names the type of the value.
func describeType(value any) string { return fmt.Sprintf("a value of the type %T", value) }

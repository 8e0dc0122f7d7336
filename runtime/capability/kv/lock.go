package kv

import (
	"context"
	"fmt"
	"os"
	"time"
)

const (
	// maxLockWait is how long a writer waits for writers of other processes.
	maxLockWait = 5 * time.Second
	// lockPause is the time between two attempts to lock the store.
	lockPause = 2 * time.Millisecond
)

// withLock calls change while no other goroutine or process changes the store, or returns an
// error if the context ends first. Readers need no lock, because every file is replaced as a whole.
func (d *disk) withLock(ctx context.Context, change func() error) error {
	select {
	case d.writer <- struct{}{}:
		defer func() { <-d.writer }()
	case <-ctx.Done():
		return ctx.Err()
	}
	file, err := d.root.OpenFile("lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return storeError(err)
	}
	defer file.Close() // unlocks the file
	for start := time.Now(); ; time.Sleep(lockPause) {
		ok, err := flock(file)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return storeError(err)
		case ok:
			return change()
		case time.Since(start) > maxLockWait:
			return fmt.Errorf("kv: another process has locked the store for more than %s: try again later", maxLockWait)
		}
	}
}

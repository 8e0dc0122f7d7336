package kv

import (
	"context"
	"fmt"
	"os"
	"time"
)

// lockWait is how long a writer waits for those of other processes.
const lockWait = 5 * time.Second

// locked runs a change of the store while nobody else changes it, unless the
// context ends before. Readers need no lock: every file is replaced as a whole.
func (d *disk) locked(ctx context.Context, change func() error) error {
	select {
	case d.turn <- struct{}{}:
		defer func() { <-d.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	file, err := d.root.OpenFile("lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return clean(err)
	}
	defer file.Close() // which unlocks it
	for start := time.Now(); ; time.Sleep(lockPause) {
		ok, err := flock(file)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return clean(err)
		case ok:
			return change()
		case time.Since(start) > lockWait:
			return fmt.Errorf("kv: the store is locked by another process for more than %s", lockWait)
		}
	}
}

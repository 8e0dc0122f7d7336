package temporal

import (
	"context"
	"time"
)

// Store keeps records that all workers share: sessions, spilled texts, and data that
// is too large for a history. Package sqlite has a store for the workers of one
// machine. Its methods are called concurrently, from several processes.
//
// The records have the texts of results, and the arguments of calls if they are too large
// for a history or have a secret. They do not have the secrets that tools received. A
// program that can change the records can change what a model reads, and what a session has
// read and used: a store must be accessible to the workers only.
type Store interface {
	// Get returns the value of a key; nil if there is none, or if it has expired.
	// The value must not change later.
	Get(ctx context.Context, key string) ([]byte, error)
	// Update replaces the value of a key by the result of change, and sets when it
	// expires. change gets the current value, or nil, and must not change it. No other
	// update of the key may happen between the two; Update may call change again. If
	// change returns an error, the value stays, and Update returns the error. A value
	// has up to 64 MiB, and a key up to 1024 bytes of UTF-8.
	Update(ctx context.Context, key string, expires time.Time, change func(old []byte) ([]byte, error)) error
}

// The prefixes of keys. The rest of a key is the id of a session, of a text, or of
// a call.
const (
	sessionPrefix = "session/"
	textPrefix    = "text/"
	dataPrefix    = "data/"
)

// put stores a value without a condition.
func put(ctx context.Context, store Store, key string, expires time.Time, value []byte) error {
	return store.Update(ctx, key, expires, func([]byte) ([]byte, error) { return value, nil })
}

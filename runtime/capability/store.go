package capability

import (
	"context"
	"io/fs"
)

// Secrets gives the values of the secrets that a tool declares. The runtime removes every value that
// a tool got from the tool's results.
//
// It is safe for concurrent use.
type Secrets interface {
	// Get returns the secret of the reference. If the reference is not declared or not
	// configured, the error is a *Denied; it does not repeat a reference that is not declared.
	Get(ctx context.Context, reference string) (string, error)
}

// KV stores values under keys, in the scope that the tool declares.
//
// It is safe for concurrent use.
type KV interface {
	// Get returns the value of the key; ok is false if there is none.
	Get(ctx context.Context, key string) (value string, ok bool, err error)
	// Set stores a value under the key and replaces an older one.
	Set(ctx context.Context, key, value string) error
	// Delete removes the value of the key. A missing value is not an error.
	Delete(ctx context.Context, key string) error
	// List returns the keys that start with the prefix, sorted.
	List(ctx context.Context, prefix string) ([]string, error)
}

// Attachments opens the attachments of a turn whose kinds the tool declares.
//
// It is safe for concurrent use.
type Attachments interface {
	// List returns the attachments in the order of the turn, without their paths.
	List() []Attachment
	// Open opens the attachment with that id. The caller must close it.
	Open(ctx context.Context, id string) (fs.File, error)
}

// Attachment describes one file or image that belongs to a turn.
type Attachment struct {
	// ID identifies the attachment within the turn.
	ID string `json:"id"`
	// Kind is "image" or "file".
	Kind string `json:"kind"`
	// Name is the file name without a directory.
	Name string `json:"name,omitempty"`
	// MIME is the media type, such as "image/png".
	MIME string `json:"mime,omitempty"`
	// Path is the absolute path of the file on the host. Tools cannot see it: List leaves it
	// empty.
	Path string `json:"path,omitempty"`
}

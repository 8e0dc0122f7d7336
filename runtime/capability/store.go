package capability

import (
	"context"
	"io/fs"
)

// Secrets gives the values of the secrets that a tool declared. The runtime
// redacts every value handed out from the tool's results.
//
// It is safe for concurrent use.
type Secrets interface {
	// Get returns the value behind the reference. A reference that is not
	// declared or not allowed is a *Denied that does not repeat it.
	Get(ctx context.Context, reference string) (string, error)
}

// KV keeps values under keys, in the scope that the tool declared.
//
// It is safe for concurrent use.
type KV interface {
	// Get returns the value under key and whether there is one.
	Get(ctx context.Context, key string) (value string, ok bool, err error)
	// Set keeps the value under key.
	Set(ctx context.Context, key, value string) error
	// Delete removes the key; one that is missing is not an error.
	Delete(ctx context.Context, key string) error
	// List returns the keys that begin with prefix, sorted.
	List(ctx context.Context, prefix string) ([]string, error)
}

// Attachments opens what came in with the turn, of the kinds declared.
//
// It is safe for concurrent use.
type Attachments interface {
	// List returns the attachments in the order they came in.
	List() []Attachment
	// Open opens the attachment with that id. The caller closes it.
	Open(ctx context.Context, id string) (fs.File, error)
}

// Attachment describes one thing that came in with a turn.
type Attachment struct {
	// ID names it within the turn.
	ID string `json:"id"`
	// Kind is "image" or "file".
	Kind string `json:"kind"`
	// Name is its file name, without a directory.
	Name string `json:"name,omitempty"`
	// MIME is its media type, such as "image/png".
	MIME string `json:"mime,omitempty"`
	// Path is where the host keeps it. Tools never see it: List leaves it
	// empty.
	Path string `json:"path,omitempty"`
}

package temporal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// item is data that passes between the phases: inline, or as a reference to the
// store if it is too large for a history. Its content is the JSON form of a runtime
// type.
type item struct {
	// JSON is the data; empty if it is in the store.
	JSON json.RawMessage `json:"json,omitempty"`
	// Key is the key in the store.
	Key string `json:"key,omitempty"`
	// Bytes is the size of data in the store.
	Bytes int `json:"bytes,omitempty"`
}

// pack returns the value as an item. It stores a value of more than limit bytes.
func (w *host) pack(ctx context.Context, key string, limit int, value json.Marshaler) (item, error) {
	data, err := value.MarshalJSON()
	if err != nil {
		return item{}, err
	}
	if len(data) <= limit {
		return item{JSON: data}, nil
	}
	key = dataPrefix + key
	if err := put(ctx, w.options.Store, key, time.Now().Add(w.options.Keep), data); err != nil {
		return item{}, newFault(err, "the store did not take %d bytes", len(data))
	}
	return item{Key: key, Bytes: len(data)}, nil
}

// unpack reads an item into a value.
func (w *host) unpack(ctx context.Context, i item, value json.Unmarshaler) error {
	data := []byte(i.JSON)
	if i.Key != "" {
		var err error
		if data, err = w.options.Store.Get(ctx, i.Key); err != nil {
			return newFault(err, "the store did not return %q", i.Key)
		}
		if data == nil {
			return &ownError{text: fmt.Sprintf("the store no longer has %q, %d bytes", i.Key, i.Bytes)}
		}
	}
	return value.UnmarshalJSON(data)
}

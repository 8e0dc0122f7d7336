package temporal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// sessionRecord is the record of a session in the store.
type sessionRecord struct {
	Snapshot runtime.Snapshot `json:"snapshot"`
	// Batches are the last batches whose totals the snapshot has, the newest last.
	Batches []string `json:"batches"`
}

// maxBatches is the maximum number of batches in a record. A phase that runs again
// after that many further batches would count its totals twice.
const maxBatches = 256

// loadedSession is a session on a worker, and its state when it was loaded.
type loadedSession struct {
	*runtime.Session
	key    string
	before []byte
}

// parseSession reads a record; nil is the record of a new session.
func parseSession(ref Turn, data []byte) (*sessionRecord, error) {
	record := &sessionRecord{}
	if data == nil {
		record.Snapshot = runtime.NewSession(ref.Session, ref.SessionKey).Snapshot()
		return record, nil
	}
	if err := json.Unmarshal(data, record); err != nil {
		return nil, fmt.Errorf("the state of the session %q in the store is unreadable: %w", ref.Session, err)
	}
	return record, nil
}

// loadSession returns the session of a turn with the state that the workers have
// stored. The session is nil if the turn has none.
func (w *host) loadSession(ctx context.Context, ref Turn) (loadedSession, error) {
	if ref.Session == "" {
		return loadedSession{}, nil
	}
	key := sessionPrefix + ref.Session
	data, err := w.options.Store.Get(ctx, key)
	if err != nil {
		return loadedSession{}, fmt.Errorf("the state of the session %q cannot be read: %w", ref.Session, err)
	}
	record, err := parseSession(ref, data)
	if err != nil {
		return loadedSession{}, err
	}
	s := runtime.RestoreSession(record.Snapshot)
	before, err := s.Snapshot().MarshalJSON()
	return loadedSession{s, key, before}, err
}

// saveSession merges what has changed in the session into the store. batch is the
// id of the batch whose totals the session has, or empty: the totals of a batch are
// counted once, even if the phase that adds them runs again.
func (w *host) saveSession(ctx context.Context, ref Turn, s loadedSession, batch string) error {
	if s.Session == nil {
		return nil
	}
	after := s.Snapshot()
	if data, err := after.MarshalJSON(); err != nil || bytes.Equal(data, s.before) {
		return err
	}
	expires := time.Now().Add(w.options.Keep)
	return w.options.Store.Update(ctx, s.key, expires, func(old []byte) ([]byte, error) {
		record, err := parseSession(ref, old)
		if err != nil {
			return nil, err
		}
		if batch != "" && slices.Contains(record.Batches, batch) {
			return old, nil
		}
		merged := runtime.RestoreSession(record.Snapshot)
		if err := merged.Merge(after); err != nil {
			return nil, err
		}
		record.Snapshot = merged.Snapshot()
		if batch != "" {
			record.Batches = append(record.Batches[max(0, len(record.Batches)-maxBatches+1):], batch)
		}
		return json.Marshal(record)
	})
}

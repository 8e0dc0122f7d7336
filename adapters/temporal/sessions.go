package temporal

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// loadedSession is a session on a worker, and its state when it was loaded.
type loadedSession struct {
	*runtime.Session
	key    string
	before runtime.Snapshot
}

// maxSessionID is the maximum length of the id of a session in bytes, so that it fits
// into the keys of the store.
const maxSessionID = 900

// loadSession returns the session of a turn with the state that the workers have
// stored. The session is nil if the turn has none.
func (w *host) loadSession(ctx context.Context, ref Turn) (loadedSession, error) {
	if ref.Session == "" {
		return loadedSession{}, nil
	}
	if len(ref.Session) > maxSessionID {
		return loadedSession{}, tooLarge("the id of the session has %d bytes, of at most %d", len(ref.Session), maxSessionID)
	}
	key := sessionPrefix + ref.Session
	data, err := w.options.Store.Get(ctx, key)
	if err != nil {
		return loadedSession{}, newFault(err, "the state of the session %q cannot be read", ref.Session)
	}
	record, err := w.records.parse(ref, key, data)
	if err != nil {
		return loadedSession{}, err
	}
	s := runtime.RestoreSession(record.Snapshot)
	return loadedSession{s, key, s.Snapshot()}, nil
}

// saveSession merges what has changed in the session into the store. batch is the
// id of the batch whose totals the session has, or empty: the totals of a batch are
// counted once, even if the phase that adds them runs again.
func (w *host) saveSession(ctx context.Context, ref Turn, s loadedSession, batch string) error {
	if s.Session == nil {
		return nil
	}
	after, mark := s.Snapshot(), ""
	if reflect.DeepEqual(after, s.before) {
		return nil
	}
	if batch != "" {
		mark = batchMark(batch)
	}
	var saved *sessionRecord
	var data []byte
	err := w.options.Store.Update(ctx, s.key, time.Now().Add(w.options.Keep), func(old []byte) ([]byte, error) {
		record, err := w.records.parse(ref, s.key, old)
		if err != nil {
			return nil, err
		}
		if saved, err = record.merge(after, mark); err != nil || saved == record {
			data = old
			return old, err
		}
		data, err = json.Marshal(saved)
		return data, err
	})
	if err != nil {
		return newFault(err, "the state of the session %q cannot be stored", ref.Session)
	}
	w.records.add(s.key, data, saved)
	return nil
}

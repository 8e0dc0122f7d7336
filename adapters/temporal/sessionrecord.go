package temporal

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// sessionRecord is the record of a session in the store. It does not change after it
// was made, because phases share it.
type sessionRecord struct {
	Snapshot runtime.Snapshot `json:"snapshot"`
	// Batches are the marks of the last batches whose totals the snapshot has, the
	// newest last.
	Batches []string `json:"batches"`
}

// maxBatches is the maximum number of batches in a record. A phase that runs again
// after that many further batches would count its totals twice.
const maxBatches = 256

// batchMark returns a short text that identifies a batch. Each phase reads the record,
// so that its size matters.
func batchMark(id string) string { return shortHash(id) }

// shortHash returns a hash of a text in 16 characters.
func shortHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// parseSession reads a record; nil is the record of a new session.
func parseSession(ref Turn, data []byte) (*sessionRecord, error) {
	record := &sessionRecord{}
	if data == nil {
		record.Snapshot = runtime.NewSession(ref.Session, ref.SessionKey).Snapshot()
		return record, nil
	}
	if err := json.Unmarshal(data, record); err != nil {
		return nil, newFault(err, "the state of the session %q in the store is unreadable", ref.Session)
	}
	if id := runtime.RestoreSession(record.Snapshot).ID(); id != ref.Session {
		return nil, &ownError{text: fmt.Sprintf("the state of the session %q in the store is unreadable: it is the state of the session %q", ref.Session, id)}
	}
	return record, nil
}

// merge returns the record with the state of a snapshot. mark is the mark of the batch
// whose totals the snapshot has, or empty. It returns r itself if r has these totals.
func (r *sessionRecord) merge(snapshot runtime.Snapshot, mark string) (*sessionRecord, error) {
	if mark != "" && slices.Contains(r.Batches, mark) {
		return r, nil
	}
	session := runtime.RestoreSession(r.Snapshot)
	if err := session.Merge(snapshot); err != nil {
		return nil, err
	}
	merged := &sessionRecord{Snapshot: session.Snapshot(), Batches: r.Batches}
	if mark != "" {
		merged.Batches = slices.Concat(r.Batches[max(0, len(r.Batches)-maxBatches+1):], []string{mark})
	}
	return merged, nil
}

// maxCachedRecords is the maximum number of records in a recordCache.
const maxCachedRecords = 128

// recordCache has the records that a worker has read or written last, because parsing
// one takes longer than all other work of a phase. It is safe for concurrent use. The
// zero value is empty.
type recordCache struct {
	mu      sync.Mutex
	records map[string]cachedRecord // by the key in the store
}

// cachedRecord is a record and its text in the store.
type cachedRecord struct {
	data   []byte
	record *sessionRecord
}

// parse returns the record with the text data, as parseSession does.
func (c *recordCache) parse(ref Turn, key string, data []byte) (*sessionRecord, error) {
	c.mu.Lock()
	cached, ok := c.records[key]
	c.mu.Unlock()
	if ok && data != nil && bytes.Equal(cached.data, data) {
		return cached.record, nil
	}
	record, err := parseSession(ref, data)
	if err == nil && data != nil {
		c.add(key, data, record)
	}
	return record, err
}

// last returns the session of the record that was parsed or added last; nil if there is
// none.
func (c *recordCache) last(key string) *runtime.Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cached, ok := c.records[key]; ok {
		return runtime.RestoreSession(cached.record.Snapshot)
	}
	return nil
}

// add adds a record. It removes any other one if there are too many.
func (c *recordCache) add(key string, data []byte, record *sessionRecord) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.records == nil {
		c.records = make(map[string]cachedRecord)
	}
	for other := range c.records {
		if len(c.records) < maxCachedRecords {
			break
		}
		delete(c.records, other)
	}
	c.records[key] = cachedRecord{data, record}
}

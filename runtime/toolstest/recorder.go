package toolstest

import (
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// Recorder records progress events and log records. Set its methods in a turn:
//
//	var recorder toolstest.Recorder
//	toolstest.Call(t, tool, arguments, &runtime.Turn{Emit: recorder.Emit, Log: recorder.Log})
//
// The zero value is empty and ready to use. It is safe for concurrent use.
type Recorder struct {
	mu     sync.Mutex
	events []runtime.ProgressEvent
	logs   []runtime.LogRecord
}

// Emit records the event.
func (r *Recorder) Emit(e runtime.ProgressEvent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e)
}

// Events returns the events with one of the audiences in the order of Emit; without audiences, all events.
func (r *Recorder) Events(audiences ...runtime.Audience) []runtime.ProgressEvent {
	r.mu.Lock()
	defer r.mu.Unlock()
	return filter(r.events, audiences, func(e runtime.ProgressEvent) runtime.Audience { return e.Audience })
}

// Messages returns the messages of the events that Events returns.
func (r *Recorder) Messages(audiences ...runtime.Audience) []string {
	var messages []string
	for _, e := range r.Events(audiences...) {
		messages = append(messages, e.Message)
	}
	return messages
}

// Log records the record.
func (r *Recorder) Log(record runtime.LogRecord) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.logs = append(r.logs, record)
}

// Logs returns the log records with one of the levels in the order of Log; without levels, all records.
func (r *Recorder) Logs(levels ...runtime.LogLevel) []runtime.LogRecord {
	r.mu.Lock()
	defer r.mu.Unlock()
	return filter(r.logs, levels, func(record runtime.LogRecord) runtime.LogLevel { return record.Level })
}

// filter returns the values whose key is one of the keys; without keys, all values.
func filter[V any, K comparable](values []V, keys []K, key func(V) K) []V {
	var found []V
	for _, value := range values {
		if len(keys) == 0 || slices.Contains(keys, key(value)) {
			found = append(found, value)
		}
	}
	return found
}

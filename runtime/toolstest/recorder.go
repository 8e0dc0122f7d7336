package toolstest

import (
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// Recorder keeps progress events and log records. Give its Emit and its Log to
// a turn:
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

// Emit keeps the event.
func (r *Recorder) Emit(e runtime.ProgressEvent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e)
}

// Events are those so far, in the order in which they came; for the audiences
// given, or for all.
func (r *Recorder) Events(audiences ...runtime.Audience) []runtime.ProgressEvent {
	r.mu.Lock()
	defer r.mu.Unlock()
	var events []runtime.ProgressEvent
	for _, e := range r.events {
		if len(audiences) == 0 || slices.Contains(audiences, e.Audience) {
			events = append(events, e)
		}
	}
	return events
}

// Messages are the messages of those events.
func (r *Recorder) Messages(audiences ...runtime.Audience) []string {
	var messages []string
	for _, e := range r.Events(audiences...) {
		messages = append(messages, e.Message)
	}
	return messages
}

// Log keeps the record.
func (r *Recorder) Log(record runtime.LogRecord) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.logs = append(r.logs, record)
}

// Logs are the log records so far, in the order in which they came; those of
// the levels given, or all.
func (r *Recorder) Logs(levels ...runtime.LogLevel) []runtime.LogRecord {
	r.mu.Lock()
	defer r.mu.Unlock()
	var logs []runtime.LogRecord
	for _, record := range r.logs {
		if len(levels) == 0 || slices.Contains(levels, record.Level) {
			logs = append(logs, record)
		}
	}
	return logs
}

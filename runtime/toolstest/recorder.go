package toolstest

import (
	"slices"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// Recorder keeps progress events. Give its Emit to a turn:
//
//	var progress toolstest.Recorder
//	toolstest.Call(t, tool, arguments, &runtime.Turn{Emit: progress.Emit})
//
// The zero value is empty and ready to use. It is safe for concurrent use.
type Recorder struct {
	mu     sync.Mutex
	events []runtime.ProgressEvent
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

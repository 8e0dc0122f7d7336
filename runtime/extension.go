package runtime

import (
	"context"
	"encoding/json"
	"time"
)

// Approver decides whether a call may run. It may wait for a person: the
// call's timeout does not run meanwhile. An error denies. It is called
// concurrently.
type Approver func(ctx context.Context, request ApprovalRequest) (Decision, error)

// ApprovalRequest is the call that wants consent.
type ApprovalRequest struct {
	// Session and CallID say which call.
	Session *Session
	CallID  string
	// Tool is the tool, Args the decoded arguments' JSON text.
	Tool *Tool
	Args json.RawMessage
}

// Decision is an approver's answer. The zero value denies.
type Decision struct {
	// Approved lets the call run.
	Approved bool
	// Reason is told to the model when it does not.
	Reason string
}

// Middleware wraps the invocation of tools. A wrapper may act before and
// after, and may answer itself.
type Middleware struct {
	// Name is for logs.
	Name string
	// Tools and Toolsets select; both empty: every tool.
	Tools, Toolsets []string
	// Wrap is called once per tool, at registration.
	Wrap func(tool *Tool, next Handler) Handler
}

// SpillStore keeps the full text of results that were cut, each owned by one
// session. It is called concurrently.
type SpillStore interface {
	// Put keeps the text until expires and returns a handle.
	Put(ctx context.Context, session *Session, text string, expires time.Time) (handle string, err error)
	// Get returns the code points from start up to, not including, end, and
	// the length of the whole text.
	Get(ctx context.Context, session *Session, handle string, start, end int) (text string, total int, err error)
}

// Hook observes calls. It is called synchronously and concurrently, and must
// be quick.
type Hook interface {
	Observe(ctx context.Context, event Event)
}

// Event is something that happened to a call.
type Event struct {
	// Kind is what happened.
	Kind EventKind
	// Call is the call; it must not be kept.
	Call *Call
	// Result is set from EventRefused and EventEnd on.
	Result *CallResult
}

// EventKind tells events apart.
type EventKind string

// The kinds of events.
const (
	EventStart    EventKind = "start"
	EventRefused  EventKind = "refused"
	EventRepaired EventKind = "repaired"
	EventCached   EventKind = "cached"
	EventCut      EventKind = "cut"
	EventEnd      EventKind = "end"
)

// Plugin is a set of tools that policies name together.
type Plugin struct {
	// ID names the plugin in policies; Version is its own.
	ID, Version string
	// Tools, Reducers and Middleware are what it brings.
	Tools      []*Tool
	Reducers   []Reducer
	Middleware []Middleware
}

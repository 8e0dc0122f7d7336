package loop

import (
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/runtime/models"
)

// Event is something that a person may want to see while the agent works. Its JSON form is a line of the output of
// "agent run".
type Event struct {
	Kind Kind `json:"event"`
	// Text is a text of the model, the message of a progress event, the text of a result, or a message for a person.
	Text string `json:"text,omitempty"`
	// CallID, Tool and Args identify a call.
	CallID string          `json:"call,omitempty"`
	Tool   string          `json:"tool,omitempty"`
	Args   json.RawMessage `json:"args,omitempty"`
	// Percent is the part of a call that is complete, from 0 to 100; nil if it is unknown.
	Percent *float64 `json:"percent,omitempty"`
	// Code is the code of a failed call, with the reason of the tool; empty for a success.
	Code   string `json:"code,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Duration is how long a call took, or how long the agent waits.
	Duration time.Duration `json:"duration_ns,omitzero"`
	// Usage and CostUSD are the sums of this run, in tokens and US dollars. CostUSD is 0 if no prices are known, MaxCostUSD
	// if there is no limit.
	Usage      *models.Usage `json:"usage,omitempty"`
	CostUSD    float64       `json:"cost_usd,omitzero"`
	MaxCostUSD float64       `json:"max_cost_usd,omitzero"`
}

// Kind says what an event reports.
type Kind string

// The kinds of events.
const (
	EventSession  Kind = "session"  // the first event of "agent run": Text is the id of the session
	EventText     Kind = "text"     // a piece of the model's text
	EventRetry    Kind = "retry"    // the model is asked again; the pieces of text since the last event of another kind are void
	EventStep     Kind = "step"     // an answer of the model with calls is complete
	EventAnswer   Kind = "answer"   // the last answer of the model is complete: one for each prompt that does not fail
	EventCall     Kind = "call"     // a call waits for its turn or its approval, or runs
	EventProgress Kind = "progress" // a call reports its progress
	EventResult   Kind = "result"   // the model gets the result of a call
	EventShorter  Kind = "shorter"  // the conversation is shortened to fit the model's window
	EventNotice   Kind = "notice"   // something else that a person should know
)

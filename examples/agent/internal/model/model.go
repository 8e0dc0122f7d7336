// Package model asks language models. It has the models of three vendors, every endpoint that imitates OpenAI's chat
// completions, and a scripted model that needs no network.
package model

import (
	"context"
	"encoding/json"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// Model continues a conversation. It must be safe for concurrent use.
type Model interface {
	// Name identifies the model for people, such as "anthropic:claude-sonnet-4-5".
	Name() string
	// Ask returns the next answer of the model. Asking again changes nothing but the costs.
	Ask(ctx context.Context, r *Request) (*Answer, error)
}

// Request is a conversation that the model continues.
type Request struct {
	// System has the instructions for the model.
	System string
	// Conversation has the entries so far, oldest first.
	Conversation []Entry
	// Tools returns the definitions of the tools in a dialect; nil means that the model gets no tools.
	Tools func(runtime.Dialect) ([]byte, error)
	// Show gets each piece of the answer's text as it arrives; nil drops it.
	Show func(text string)
	// Retry is called before the model is asked again after an error. What Show got is then void. Nil does nothing.
	Retry func(err error, wait time.Duration)
}

// Entry is one step of a conversation. Exactly one field is set.
type Entry struct {
	// Prompt is a text of the user, or the summary of earlier entries.
	Prompt string `json:"prompt,omitempty"`
	// Answer is an answer of the model.
	Answer *Answer `json:"answer,omitempty"`
	// Results are the results of the calls of the answer before this entry.
	Results []runtime.CallResult `json:"results,omitempty"`
}

// Answer is one reply of a model: a text, calls, or both.
type Answer struct {
	// API is the name of the API that Messages are for. Messages are the answer as the provider wants it back.
	API      string            `json:"api,omitempty"`
	Messages []json.RawMessage `json:"messages,omitempty"`
	// Text is the text for the user, Calls are the tool calls. An answer without calls is the last one.
	Text  string             `json:"text,omitempty"`
	Calls []runtime.ToolCall `json:"calls,omitempty"`
	// Truncated reports that the answer reached a limit of its length; Refused that the model declined.
	Truncated bool `json:"truncated,omitzero"`
	Refused   bool `json:"refused,omitzero"`
	// Usage counts the tokens of the request and of the answer.
	Usage models.Usage `json:"usage,omitzero"`
}

// ReasonNotExecuted is the reason of a result of a call that was not executed, because an earlier call of its answer has an
// unknown outcome.
const ReasonNotExecuted = "not_executed"

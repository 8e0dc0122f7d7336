package models

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// Reply is the answer of a model.
type Reply struct {
	// Messages are what the answer adds to the conversation. Members keep the
	// bytes of the response, because providers want reasoning and signatures
	// back unchanged. The package changes only what a provider refuses: it
	// replaces arguments that are not a JSON object by {}, adds missing ids,
	// types and roles, and leaves out parts with an empty text.
	Messages []json.RawMessage
	// Text is the text for the user: all text parts, joined. It is empty if the
	// answer has no text.
	Text string
	// Calls are the tool calls in the order of the answer. If the API needs an
	// id, a call without an id, or with the id of an earlier call, has a random
	// one.
	Calls []runtime.ToolCall
	// Stop is the reason why the model stopped, as the provider names it.
	Stop string
	// Truncated reports whether the answer ended because it reached a limit of
	// its length. The last call may be incomplete then. The decoder refuses an
	// incomplete call, because its arguments are not valid JSON.
	Truncated bool
	// Refused reports whether the model or the provider declined to answer.
	Refused bool
	// Usage counts the tokens of the request and of the answer; zero if the provider does not report them.
	Usage Usage
	// Malformed reports whether the provider could not read a call that the
	// model wrote, and left it out (MALFORMED_FUNCTION_CALL of Gemini). Send
	// the same request again.
	Malformed bool
}

// Answer returns the text of a reply that has no calls. It returns the text and an
// error if the answer is truncated, refused, malformed or empty.
func (r *Reply) Answer() (string, error) {
	problem := ""
	switch {
	case r.Malformed:
		problem = "the provider could not read a call of the model"
	case r.Refused:
		problem = "the model or the provider declined to answer"
	case r.Truncated:
		problem = "the answer is cut off, because it reached the maximum length"
	case r.Text == "":
		problem = "the answer has no text"
	default:
		return r.Text, nil
	}
	return r.Text, fmt.Errorf("models: %s (reason to stop: %q)", problem, r.Stop)
}

// API is the API of one provider. Its methods are safe for concurrent use.
type API struct {
	name    string
	dialect runtime.Dialect
	strict  runtime.Dialect
	// read reads a complete response.
	read func(body []byte) (*Reply, error)
	// results returns the messages with the results of calls.
	results func(results []runtime.CallResult) []json.RawMessage
	// newCollector returns a collector for one streamed response.
	newCollector func() collector
	// body returns the body of a request, message a message with a text and the role of OpenAI's APIs.
	body    func(a *API, r *Request) any
	message func(role, text string) any
}

// The APIs.
var (
	// OpenAIChat is OpenAI's API for chat completions. Many other providers and
	// local servers have a compatible API.
	OpenAIChat = &API{"OpenAI chat completions", runtime.DialectOpenAI, runtime.DialectOpenAIStrict, readChat, chatResults, newChatStream, chatBody, roleMessage}
	// OpenAIResponses is OpenAI's API for responses.
	OpenAIResponses = &API{"OpenAI responses", runtime.DialectOpenAIResponses, runtime.DialectOpenAIResponsesStrict, readResponses, responsesResults, newResponsesStream, responsesBody, roleMessage}
	// Anthropic is Anthropic's API for messages.
	Anthropic = &API{"Anthropic messages", runtime.DialectAnthropic, runtime.DialectAnthropicStrict, readAnthropic, anthropicResults, newAnthropicStream, anthropicBody, roleMessage}
	// Gemini is Gemini's API generateContent.
	Gemini = &API{"Gemini", runtime.DialectGemini, runtime.DialectGemini, readGemini, geminiResults, newGeminiStream, geminiBody, geminiMessage}
)

// Name returns the name of the API for messages.
func (a *API) Name() string { return a.name }

// Dialect returns the dialect of the definitions of tools, or the dialect of the
// strict mode. Gemini has no strict mode.
func (a *API) Dialect(strict bool) runtime.Dialect {
	if strict {
		return a.strict
	}
	return a.dialect
}

// ReadReply reads the body of a response that is not streamed. It returns a
// *ResponseError if the body is not a response of the API or is an error of the
// provider.
func (a *API) ReadReply(body []byte) (*Reply, error) {
	if err := findError(a.name, body); err != nil {
		return nil, err
	}
	reply, err := a.read(body)
	if err != nil {
		return nil, &ResponseError{API: a.name, Message: err.Error(), Body: beginning(body)}
	}
	reply.refuseCutOffCall()
	reply.Usage.read(body)
	return reply, nil
}

// Results returns the messages that give the results of calls to the model. The
// results must be those of all calls of one reply, in the order of the calls.
// Without results it returns nil.
func (a *API) Results(results []runtime.CallResult) []json.RawMessage {
	if len(results) == 0 {
		return nil
	}
	return a.results(results)
}

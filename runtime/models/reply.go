package models

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// Reply is what a model answered.
type Reply struct {
	// Messages are what the answer adds to the conversation: the members of
	// the response byte for byte, except for arguments that are not a JSON
	// object. They hold what a provider wants back unchanged, such as
	// reasoning and signatures.
	Messages []json.RawMessage
	// Text is the text for the user, all pieces joined; empty for none.
	Text string
	// Calls are the tool calls, in the order of the model. A call without an
	// id has a generated one where the API needs it.
	Calls []runtime.ToolCall
	// Stop is the reason why the model stopped, in the provider's words.
	Stop string
	// Truncated reports whether the answer ended because it reached a limit of
	// its length. The arguments of the last call may be incomplete; the call
	// is refused as any call with arguments that are not JSON.
	Truncated bool
	// Refused reports whether the model or the provider declined to answer.
	Refused bool
}

// API is the API of one provider. Its methods are safe for concurrent use.
type API struct {
	name    string
	dialect runtime.Dialect
	strict  runtime.Dialect
	// read reads a whole response.
	read func(body []byte) (*Reply, error)
	// results are the messages with results.
	results func(results []runtime.CallResult) []json.RawMessage
	// stream returns what collects the events of a streamed response.
	stream func() collector
}

// The APIs.
var (
	// OpenAIChat is OpenAI's API for chat completions, which many providers and
	// local servers imitate.
	OpenAIChat = &API{"OpenAI chat completions", runtime.DialectOpenAI, runtime.DialectOpenAIStrict, readChat, chatResults, newChatStream}
	// OpenAIResponses is OpenAI's API for responses.
	OpenAIResponses = &API{"OpenAI responses", runtime.DialectOpenAIResponses, runtime.DialectOpenAIResponsesStrict, readResponses, responsesResults, newResponsesStream}
	// Anthropic is Anthropic's API for messages.
	Anthropic = &API{"Anthropic messages", runtime.DialectAnthropic, runtime.DialectAnthropicStrict, readAnthropic, anthropicResults, newAnthropicStream}
	// Gemini is Gemini's API generateContent.
	Gemini = &API{"Gemini", runtime.DialectGemini, runtime.DialectGemini, readGemini, geminiResults, newGeminiStream}
)

// Name is the name of the API, for messages.
func (a *API) Name() string { return a.name }

// Dialect is the dialect of the API's tools, or the one of its strict mode.
// Gemini has no strict mode.
func (a *API) Dialect(strict bool) runtime.Dialect {
	if strict {
		return a.strict
	}
	return a.dialect
}

// ReadReply reads the body of a response that is not streamed. It fails with a
// *ResponseError when the body is not a response of the API, and when it is an
// error of the provider.
func (a *API) ReadReply(body []byte) (*Reply, error) {
	if err := a.check(body); err != nil {
		return nil, err
	}
	reply, err := a.read(body)
	if err != nil {
		return nil, &ResponseError{API: a.name, Message: err.Error(), Body: beginning(body)}
	}
	return reply, nil
}

// Results are the messages that give the results of calls to the model. The
// results must answer the calls of one reply, in their order.
func (a *API) Results(results []runtime.CallResult) []json.RawMessage {
	if len(results) == 0 {
		return nil
	}
	return a.results(results)
}

// ResponseError says that a response cannot be used.
type ResponseError struct {
	// API is the name of the API.
	API string
	// Type is the provider's type or status of the error; empty when the
	// response is not an error of the provider.
	Type string
	// Message is the provider's message, or what is wrong with the response.
	Message string
	// Body is the beginning of the body, at most 200 bytes of it.
	Body string
}

func (e *ResponseError) Error() string {
	if e.Type != "" {
		return fmt.Sprintf("models: %s: the provider answered with the error %s: %s", e.API, e.Type, e.Message)
	}
	return fmt.Sprintf("models: %s: the response cannot be read: %s; it begins with %q", e.API, e.Message, e.Body)
}

// check finds bodies that are not JSON objects, and errors of the provider.
func (a *API) check(body []byte) error {
	var head struct {
		Type  string          `json:"type"`
		Error json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(body, &head); err != nil {
		return &ResponseError{API: a.name, Message: err.Error(), Body: beginning(body)}
	}
	if len(head.Error) == 0 || string(head.Error) == "null" {
		return nil
	}
	var reported struct {
		Type    string `json:"type"`
		Status  string `json:"status"`
		Code    any    `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(head.Error, &reported) != nil {
		_ = json.Unmarshal(head.Error, &reported.Message) // some servers report a text
	}
	e := &ResponseError{API: a.name, Type: "error", Message: reported.Message, Body: beginning(body)}
	switch {
	case reported.Type != "":
		e.Type = reported.Type
	case reported.Status != "":
		e.Type = reported.Status
	case reported.Code != nil:
		e.Type = fmt.Sprint(reported.Code)
	}
	return e
}

// beginning is the first 200 bytes of a body.
func beginning(body []byte) string { return string(body[:min(len(body), 200)]) }

// object is the arguments as a JSON object, or an empty one when they are not
// one.
func object(arguments json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(arguments, &members) != nil || members == nil {
		return json.RawMessage("{}")
	}
	return arguments
}

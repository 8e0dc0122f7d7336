package models

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Request is a request for the next answer of a model.
type Request struct {
	// Model is the name of the model. For Gemini it is a part of the URL, and not of the body.
	Model string
	// System has the instructions for the model.
	System string
	// Messages is the conversation so far, oldest first.
	Messages []json.RawMessage
	// Tools are the definitions of the tools in [API.Dialect]; nil for none.
	Tools json.RawMessage
	// MaxTokens is the maximum length of the answer in tokens. Zero means [DefaultMaxTokens] for Anthropic, whose API
	// requires a limit, and no limit for the others.
	MaxTokens int
	// Stream requests a streamed response with the numbers of tokens. For Gemini the URL decides this.
	Stream bool
}

// DefaultMaxTokens is the default of Request.MaxTokens for Anthropic.
const DefaultMaxTokens = 16_000

// Body returns the body of a request. A program that needs other members of the API adds them to the object. It returns an
// error if a message or the definitions of the tools are not JSON.
func (a *API) Body(r *Request) (json.RawMessage, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(a.body(a, r)); err != nil {
		return nil, fmt.Errorf("models: the request for %s: %w", a.name, err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// UserMessage returns a message of the user with a text.
func (a *API) UserMessage(text string) json.RawMessage { return encode(a.message("user", text)) }

// AssistantMessage returns a message of the model with a text: for an answer that another API gave, for example. The
// messages of the API's own answers are in [Reply.Messages].
func (a *API) AssistantMessage(text string) json.RawMessage {
	return encode(a.message("assistant", text))
}

// chatBody returns the body of a request for OpenAI's chat completions.
func chatBody(a *API, r *Request) any {
	type streamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	}
	body := struct {
		Model     string            `json:"model"`
		Messages  []json.RawMessage `json:"messages"`
		Tools     json.RawMessage   `json:"tools,omitempty"`
		MaxTokens int               `json:"max_completion_tokens,omitempty"`
		Stream    bool              `json:"stream,omitempty"`
		Options   *streamOptions    `json:"stream_options,omitempty"`
	}{Model: r.Model, Tools: r.Tools, MaxTokens: r.MaxTokens, Stream: r.Stream}
	if r.System != "" {
		body.Messages = append(body.Messages, encode(a.message("system", r.System)))
	}
	body.Messages = append(body.Messages, r.Messages...)
	if r.Stream {
		body.Options = &streamOptions{IncludeUsage: true}
	}
	return body
}

// responsesBody returns the body of a request for OpenAI's responses. The provider stores nothing, because each request
// has the whole conversation; the reasoning of the model is in it, encrypted.
func responsesBody(_ *API, r *Request) any {
	return struct {
		Model        string            `json:"model"`
		Instructions string            `json:"instructions,omitempty"`
		Input        []json.RawMessage `json:"input"`
		Tools        json.RawMessage   `json:"tools,omitempty"`
		MaxTokens    int               `json:"max_output_tokens,omitempty"`
		Stream       bool              `json:"stream,omitempty"`
		Store        bool              `json:"store"`
		Include      []string          `json:"include"`
	}{r.Model, r.System, r.Messages, r.Tools, r.MaxTokens, r.Stream, false, []string{"reasoning.encrypted_content"}}
}

// anthropicBody returns the body of a request for Anthropic's messages.
func anthropicBody(_ *API, r *Request) any {
	limit := r.MaxTokens
	if limit == 0 {
		limit = DefaultMaxTokens
	}
	return struct {
		Model     string            `json:"model"`
		MaxTokens int               `json:"max_tokens"`
		System    string            `json:"system,omitempty"`
		Messages  []json.RawMessage `json:"messages"`
		Tools     json.RawMessage   `json:"tools,omitempty"`
		Stream    bool              `json:"stream,omitempty"`
	}{r.Model, limit, r.System, r.Messages, r.Tools, r.Stream}
}

// geminiBody returns the body of a request for Gemini.
func geminiBody(a *API, r *Request) any {
	type declarations struct {
		Functions json.RawMessage `json:"functionDeclarations"`
	}
	type config struct {
		MaxTokens int `json:"maxOutputTokens"`
	}
	body := struct {
		System   any               `json:"systemInstruction,omitempty"`
		Contents []json.RawMessage `json:"contents"`
		Tools    []declarations    `json:"tools,omitempty"`
		Config   *config           `json:"generationConfig,omitempty"`
	}{Contents: r.Messages}
	if r.System != "" {
		body.System = a.message("user", r.System)
	}
	if r.Tools != nil {
		body.Tools = []declarations{{r.Tools}}
	}
	if r.MaxTokens > 0 {
		body.Config = &config{r.MaxTokens}
	}
	return body
}

// roleMessage returns a message with a text for OpenAI and Anthropic.
func roleMessage(role, text string) any {
	return struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}{role, text}
}

// geminiMessage returns a message with a text for Gemini, where the role of the model is "model".
func geminiMessage(role, text string) any {
	type part struct {
		Text string `json:"text"`
	}
	if role == "assistant" {
		role = "model"
	}
	return struct {
		Role  string `json:"role"`
		Parts []part `json:"parts"`
	}{role, []part{{text}}}
}

package model

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/models"
)

// provider describes the API of one kind of endpoint.
type provider struct {
	name    string
	api     *models.API
	base    string // the default of the environment variable baseEnv
	baseEnv string
	keyEnv  string
	path    func(model string) string
	headers func(h http.Header, key string)
	body    func(b *body) any
	message func(role, text string) any
}

// body has the members of a request that all APIs have in some form.
type body struct {
	model, system string
	messages      []json.RawMessage
	tools         json.RawMessage // nil for no tools
}

// maxOutputTokens is the limit of one answer for Anthropic, whose API requires a limit.
const maxOutputTokens = 16_000

// providers is the table of endpoints. An endpoint that imitates OpenAI is reached with OPENAI_BASE_URL.
var providers = []provider{
	{
		name: "openai", api: models.OpenAIChat, base: "https://api.openai.com/v1", baseEnv: "OPENAI_BASE_URL", keyEnv: "OPENAI_API_KEY",
		path: func(string) string { return "/chat/completions" }, headers: bearer, body: chatBody, message: roleMessage,
	},
	{
		name: "openai-responses", api: models.OpenAIResponses, base: "https://api.openai.com/v1", baseEnv: "OPENAI_BASE_URL", keyEnv: "OPENAI_API_KEY",
		path: func(string) string { return "/responses" }, headers: bearer, body: responsesBody, message: roleMessage,
	},
	{
		name: "anthropic", api: models.Anthropic, base: "https://api.anthropic.com", baseEnv: "ANTHROPIC_BASE_URL", keyEnv: "ANTHROPIC_API_KEY",
		path: func(string) string { return "/v1/messages" }, headers: anthropicHeaders, body: anthropicBody, message: roleMessage,
	},
	{
		name: "gemini", api: models.Gemini, base: "https://generativelanguage.googleapis.com", baseEnv: "GEMINI_BASE_URL", keyEnv: "GEMINI_API_KEY",
		path:    func(model string) string { return "/v1beta/models/" + model + ":streamGenerateContent?alt=sse" },
		headers: func(h http.Header, key string) { h.Set("X-Goog-Api-Key", key) }, body: geminiBody, message: geminiMessage,
	},
}

func bearer(h http.Header, key string) { h.Set("Authorization", "Bearer "+key) }

func anthropicHeaders(h http.Header, key string) {
	h.Set("X-Api-Key", key)
	h.Set("Anthropic-Version", "2023-06-01")
}

// chatBody returns the body of a request for OpenAI's chat completions.
func chatBody(b *body) any {
	messages := append([]json.RawMessage{encode(roleMessage("system", b.system))}, b.messages...)
	return struct {
		Model    string            `json:"model"`
		Messages []json.RawMessage `json:"messages"`
		Tools    json.RawMessage   `json:"tools,omitempty"`
		Stream   bool              `json:"stream"`
		Options  any               `json:"stream_options"`
	}{b.model, messages, b.tools, true, map[string]bool{"include_usage": true}}
}

// responsesBody returns the body of a request for OpenAI's responses.
func responsesBody(b *body) any {
	return struct {
		Model        string            `json:"model"`
		Instructions string            `json:"instructions"`
		Input        []json.RawMessage `json:"input"`
		Tools        json.RawMessage   `json:"tools,omitempty"`
		Stream       bool              `json:"stream"`
		Store        bool              `json:"store"` // each request has the whole conversation
		Include      []string          `json:"include"`
	}{b.model, b.system, b.messages, b.tools, true, false, []string{"reasoning.encrypted_content"}}
}

// anthropicBody returns the body of a request for Anthropic's messages.
func anthropicBody(b *body) any {
	return struct {
		Model    string            `json:"model"`
		Limit    int               `json:"max_tokens"`
		System   string            `json:"system"`
		Messages []json.RawMessage `json:"messages"`
		Tools    json.RawMessage   `json:"tools,omitempty"`
		Stream   bool              `json:"stream"`
	}{b.model, maxOutputTokens, b.system, b.messages, b.tools, true}
}

// geminiBody returns the body of a request for Gemini.
func geminiBody(b *body) any {
	type declarations struct {
		Functions json.RawMessage `json:"functionDeclarations"`
	}
	var tools []declarations
	if b.tools != nil {
		tools = []declarations{{b.tools}}
	}
	return struct {
		System   any               `json:"systemInstruction"`
		Contents []json.RawMessage `json:"contents"`
		Tools    []declarations    `json:"tools,omitempty"`
	}{geminiMessage("user", b.system), b.messages, tools}
}

// roleMessage is a message with a text for OpenAI and Anthropic.
func roleMessage(role, text string) any {
	return struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}{role, text}
}

// geminiMessage is a message with a text for Gemini.
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

// encode returns the JSON of a value that can be encoded, without escapes for HTML.
func encode(value any) json.RawMessage {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // all values are texts and JSON
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n"))
}

// Open returns the model with the name: "scripted", or PROVIDER:MODEL, such as "openai:gpt-5.1". The environment has
// the key and the base URL of the provider, such as OPENAI_API_KEY and OPENAI_BASE_URL. The client sends the requests;
// nil means the default.
func Open(name string, client *http.Client) (Model, error) {
	kind, model, found := strings.Cut(name, ":")
	if name == "scripted" {
		return Scripted{}, nil
	}
	i := slices.IndexFunc(providers, func(p provider) bool { return p.name == kind })
	if i < 0 || !found || model == "" {
		return nil, fmt.Errorf("unknown model %q: use scripted or PROVIDER:MODEL, where PROVIDER is one of %s", name, strings.Join(ProviderNames(), ", "))
	}
	p := &providers[i]
	base := strings.TrimRight(os.Getenv(p.baseEnv), "/")
	key := os.Getenv(p.keyEnv)
	if base == "" {
		if base = p.base; key == "" {
			return nil, fmt.Errorf("model %s needs a key: set %s", name, p.keyEnv)
		}
	}
	if !strings.HasPrefix(base, "http://") && !strings.HasPrefix(base, "https://") {
		return nil, fmt.Errorf("%s is %q, expected a URL that begins with http:// or https://", p.baseEnv, base)
	}
	return newEndpoint(p, name, model, base, key, client), nil
}

// ProviderNames returns the names of the providers for [Open].
func ProviderNames() []string {
	names := make([]string, len(providers))
	for i := range providers {
		names[i] = providers[i].name
	}
	return names
}

// KeyVariables returns the names of the environment variables with the keys of the providers.
func KeyVariables() []string {
	names := make([]string, len(providers))
	for i := range providers {
		names[i] = providers[i].keyEnv
	}
	return names
}

package model

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/models"
)

// provider describes one kind of endpoint.
type provider struct {
	name    string
	api     *models.API
	base    string // the default of the environment variable baseEnv
	baseEnv string
	keyEnv  string
	path    string // {model} is replaced by the name of the model
	headers func(h http.Header, key string)
}

// providers is the table of endpoints. An endpoint that imitates OpenAI is reached with OPENAI_BASE_URL.
var providers = []provider{
	{"openai", models.OpenAIChat, "https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY", "/chat/completions", openAIHeaders},
	{"openai-responses", models.OpenAIResponses, "https://api.openai.com/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY", "/responses", openAIHeaders},
	{"anthropic", models.Anthropic, "https://api.anthropic.com", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "/v1/messages", anthropicHeaders},
	{
		"gemini", models.Gemini, "https://generativelanguage.googleapis.com", "GEMINI_BASE_URL", "GEMINI_API_KEY",
		"/v1beta/models/{model}:streamGenerateContent?alt=sse", geminiHeaders,
	},
}

func openAIHeaders(h http.Header, key string) { h.Set("Authorization", "Bearer "+key) }

func anthropicHeaders(h http.Header, key string) {
	h.Set("X-Api-Key", key)
	h.Set("Anthropic-Version", "2023-06-01")
}

func geminiHeaders(h http.Header, key string) { h.Set("X-Goog-Api-Key", key) }

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

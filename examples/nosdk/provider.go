package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/toolgen/toolgen/runtime/models"
)

// provider describes the requests of one API.
type provider struct {
	api    *models.API
	url    string // the base URL
	path   string // of a streamed request; {model} is replaced by the name of the model
	model  string
	key    string            // the environment variable with the key
	header map[string]string // values may have environment variables
}

// providers are the providers by the name of their API.
var providers = map[string]provider{
	"openai": {
		api: models.OpenAIChat, url: "https://api.openai.com/v1", path: "/chat/completions", model: "gpt-5",
		key: "OPENAI_API_KEY", header: map[string]string{"Authorization": "Bearer $OPENAI_API_KEY"},
	},
	"responses": {
		api: models.OpenAIResponses, url: "https://api.openai.com/v1", path: "/responses", model: "gpt-5",
		key: "OPENAI_API_KEY", header: map[string]string{"Authorization": "Bearer $OPENAI_API_KEY"},
	},
	"anthropic": {
		api: models.Anthropic, url: "https://api.anthropic.com", path: "/v1/messages", model: "claude-sonnet-4-5",
		key: "ANTHROPIC_API_KEY", header: map[string]string{"X-Api-Key": "$ANTHROPIC_API_KEY", "Anthropic-Version": "2023-06-01"},
	},
	"gemini": {
		api: models.Gemini, url: "https://generativelanguage.googleapis.com", path: "/v1beta/models/{model}:streamGenerateContent?alt=sse", model: "gemini-2.5-flash",
		key: "GEMINI_API_KEY", header: map[string]string{"X-Goog-Api-Key": "$GEMINI_API_KEY"},
	},
}

// newProvider returns the provider with the name of an API. The URL and the model
// replace those of the provider, if they are not empty.
func newProvider(name, url, model string) (*provider, error) {
	p, ok := providers[name]
	if !ok {
		return nil, fmt.Errorf("unknown API %q: use openai, responses, anthropic or gemini", name)
	}
	if os.Getenv(p.key) == "" {
		return nil, fmt.Errorf("set %s to the key of your account", p.key)
	}
	p.url, p.model = cmp.Or(url, p.url), cmp.Or(model, p.model)
	return &p, nil
}

// send sends a request and returns the body of the streamed response.
func (p *provider) send(ctx context.Context, tools json.RawMessage, conversation []json.RawMessage) (io.ReadCloser, error) {
	body, err := p.api.Body(&models.Request{Model: p.model, Messages: conversation, Tools: tools, Stream: true})
	if err != nil {
		return nil, err
	}
	path := strings.ReplaceAll(p.path, "{model}", p.model)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range p.header {
		request.Header.Set(name, os.ExpandEnv(value))
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	return bodyOf(response, p.api)
}

// bodyOf returns the body of a response, or an error with its status.
func bodyOf(response *http.Response, api *models.API) (io.ReadCloser, error) {
	if response.StatusCode == http.StatusOK {
		return response.Body, nil
	}
	defer response.Body.Close()
	if _, err := api.ReadStream(response.Body, nil); err != nil {
		return nil, fmt.Errorf("%s: %w", response.Status, err)
	}
	return nil, errors.New(response.Status)
}

package modelservers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// plainForm describes the requests of an API.
type plainForm struct {
	api                    *models.API
	path, streamPath       string // %s is the name of the model
	conversation, question string
	members                map[string]any
}

var plainForms = map[string]plainForm{
	"chat":      {models.OpenAIChat, "/v1/chat/completions", "/v1/chat/completions", "messages", `{"role":"user","content":"Go."}`, nil},
	"responses": {models.OpenAIResponses, "/v1/responses", "/v1/responses", "input", `{"role":"user","content":"Go."}`, nil},
	"anthropic": {models.Anthropic, "/v1/messages", "/v1/messages", "messages", `{"role":"user","content":"Go."}`, map[string]any{"max_tokens": 100}},
	"gemini": {
		models.Gemini, "/v1beta/models/%s:generateContent", "/v1beta/models/%s:streamGenerateContent?alt=sse", "contents", `{"role":"user","parts":[{"text":"Go."}]}`, nil,
	},
}

// plainClient uses no SDK.
type plainClient struct {
	*setup
	form     plainForm
	tools    json.RawMessage
	messages []json.RawMessage
}

func newPlainClient(form string) func(s *setup) (conversation, error) {
	return func(s *setup) (conversation, error) {
		c := &plainClient{setup: s, form: plainForms[form]}
		c.messages = []json.RawMessage{json.RawMessage(c.form.question)}
		var err error
		c.tools, err = s.registry.AppendTurnDefinitionsFor(nil, c.form.api.Dialect(false), s.turn)
		if form == "gemini" {
			c.tools = json.RawMessage(`[{"functionDeclarations":` + string(c.tools) + `}]`)
		}
		return c, err
	}
}

func (c *plainClient) ask(ctx context.Context) (*models.Reply, error) {
	response, err := c.send(ctx)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var reply *models.Reply
	if c.isStreamed {
		reply, err = c.form.api.ReadStream(response.Body, c.show)
	} else {
		var body []byte
		if body, err = io.ReadAll(response.Body); err == nil {
			reply, err = c.form.api.ReadReply(body)
		}
	}
	if err != nil || response.StatusCode != http.StatusOK {
		return nil, errors.Join(errors.New(response.Status), err)
	}
	c.messages = append(c.messages, reply.Messages...)
	return reply, nil
}

// send sends the conversation.
func (c *plainClient) send(ctx context.Context) (*http.Response, error) {
	members := map[string]any{c.form.conversation: c.messages, "tools": c.tools}
	for name, value := range c.form.members {
		members[name] = value
	}
	path := c.form.path
	if c.isStreamed {
		path = c.form.streamPath
	}
	if c.form.api == models.Gemini {
		path = fmt.Sprintf(path, c.model)
	} else {
		members["model"], members["stream"] = c.model, c.isStreamed
	}
	body, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	return http.DefaultClient.Do(request)
}

func (c *plainClient) add(results []runtime.CallResult) error {
	c.messages = append(c.messages, c.form.api.Results(results)...)
	return nil
}

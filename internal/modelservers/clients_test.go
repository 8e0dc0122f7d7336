package modelservers_test

import (
	"context"
	"net/http"

	anthropicsdk "github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	openaisdk "github.com/openai/openai-go/v3"
	openaioption "github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
	"google.golang.org/genai"

	"github.com/toolgen/toolgen/adapters/anthropic"
	"github.com/toolgen/toolgen/adapters/gemini"
	"github.com/toolgen/toolgen/adapters/openai"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// setup is what a client needs.
type setup struct {
	url, model string
	registry   *runtime.Registry
	turn       *runtime.Turn
	isStreamed bool
	show       func(models.Delta) // for a streamed response
}

// conversation is a conversation with a model, which began with a question.
type conversation interface {
	// ask sends the conversation and adds the reply to it.
	ask(ctx context.Context) (*models.Reply, error)
	// add adds the results of the calls of the reply.
	add(results []runtime.CallResult) error
}

// chatClient uses OpenAI's SDK for chat completions.
type chatClient struct {
	*setup
	client openaisdk.Client
	params openaisdk.ChatCompletionNewParams
}

func newChatClient(s *setup) (conversation, error) {
	tools, err := openai.ChatTools(s.registry, s.turn, false)
	return &chatClient{
		s, openaisdk.NewClient(openaioption.WithBaseURL(s.url+"/v1"), openaioption.WithAPIKey("k"), openaioption.WithMaxRetries(0)),
		openaisdk.ChatCompletionNewParams{Model: s.model, Tools: tools, Messages: openai.Messages{openaisdk.UserMessage("Go.")}},
	}, err
}

func (c *chatClient) ask(ctx context.Context) (reply *models.Reply, err error) {
	var messages openai.Messages
	if c.isStreamed {
		reply, messages, err = openai.ReadChatStream(c.client.Chat.Completions.NewStreaming(ctx, c.params), c.show)
	} else {
		completion, failed := c.client.Chat.Completions.New(ctx, c.params)
		if failed != nil {
			return nil, failed
		}
		reply, messages, err = openai.ChatReply(completion)
	}
	c.params.Messages = append(c.params.Messages, messages...)
	return reply, err
}

func (c *chatClient) add(results []runtime.CallResult) error {
	c.params.Messages = append(c.params.Messages, openai.ChatResults(results)...)
	return nil
}

// responsesClient uses OpenAI's SDK for responses.
type responsesClient struct {
	*setup
	client openaisdk.Client
	params responses.ResponseNewParams
}

func newResponsesClient(s *setup) (conversation, error) {
	tools, err := openai.ResponseTools(s.registry, s.turn, false)
	question := openai.Items{responses.ResponseInputItemParamOfMessage("Go.", responses.EasyInputMessageRoleUser)}
	return &responsesClient{
		s, openaisdk.NewClient(openaioption.WithBaseURL(s.url+"/v1"), openaioption.WithAPIKey("k"), openaioption.WithMaxRetries(0)),
		responses.ResponseNewParams{Model: s.model, Tools: tools, Input: responses.ResponseNewParamsInputUnion{OfInputItemList: question}},
	}, err
}

func (c *responsesClient) ask(ctx context.Context) (reply *models.Reply, err error) {
	var items openai.Items
	if c.isStreamed {
		reply, items, err = openai.ReadResponseStream(c.client.Responses.NewStreaming(ctx, c.params), c.show)
	} else {
		response, failed := c.client.Responses.New(ctx, c.params)
		if failed != nil {
			return nil, failed
		}
		reply, items, err = openai.ResponseReply(response)
	}
	c.params.Input.OfInputItemList = append(c.params.Input.OfInputItemList, items...)
	return reply, err
}

func (c *responsesClient) add(results []runtime.CallResult) error {
	c.params.Input.OfInputItemList = append(c.params.Input.OfInputItemList, openai.ResponseResults(results)...)
	return nil
}

// anthropicClient uses Anthropic's SDK.
type anthropicClient struct {
	*setup
	client anthropicsdk.Client
	params anthropicsdk.MessageNewParams
}

func newAnthropicClient(s *setup) (conversation, error) {
	tools, err := anthropic.Tools(s.registry, s.turn, false)
	return &anthropicClient{
		s, anthropicsdk.NewClient(anthropicoption.WithBaseURL(s.url), anthropicoption.WithAPIKey("k"), anthropicoption.WithMaxRetries(0)),
		anthropicsdk.MessageNewParams{
			Model: s.model, MaxTokens: 100, Tools: tools,
			Messages: anthropic.Messages{anthropicsdk.NewUserMessage(anthropicsdk.NewTextBlock("Go."))},
		},
	}, err
}

func (c *anthropicClient) ask(ctx context.Context) (reply *models.Reply, err error) {
	var messages anthropic.Messages
	if c.isStreamed {
		reply, messages, err = anthropic.ReadStream(c.client.Messages.NewStreaming(ctx, c.params), c.show)
	} else {
		message, failed := c.client.Messages.New(ctx, c.params)
		if failed != nil {
			return nil, failed
		}
		reply, messages, err = anthropic.Reply(message)
	}
	c.params.Messages = append(c.params.Messages, messages...)
	return reply, err
}

func (c *anthropicClient) add(results []runtime.CallResult) error {
	c.params.Messages = append(c.params.Messages, anthropic.Results(results)...)
	return nil
}

// geminiClient uses Google's SDK.
type geminiClient struct {
	*setup
	client   *genai.Client
	config   *genai.GenerateContentConfig
	contents []*genai.Content
}

func newGeminiClient(s *setup) (conversation, error) {
	client, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		APIKey: "k", Backend: genai.BackendGeminiAPI, HTTPClient: &http.Client{Transport: &gemini.Transport{}},
		HTTPOptions: genai.HTTPOptions{BaseURL: s.url, RetryOptions: &genai.HTTPRetryOptions{Attempts: genai.Ptr[int32](1)}},
	})
	if err != nil {
		return nil, err
	}
	c := &geminiClient{s, client, &genai.GenerateContentConfig{}, genai.Text("Go.")}
	return c, gemini.AddTools(c.config, s.registry, s.turn)
}

func (c *geminiClient) ask(ctx context.Context) (reply *models.Reply, err error) {
	var contents []*genai.Content
	if c.isStreamed {
		reply, contents, err = gemini.ReadStream(c.client.Models.GenerateContentStream(ctx, c.model, c.contents, c.config), c.show)
	} else {
		response, failed := c.client.Models.GenerateContent(ctx, c.model, c.contents, c.config)
		if failed != nil {
			return nil, failed
		}
		reply, contents, err = gemini.Reply(response)
	}
	c.contents = append(c.contents, contents...)
	return reply, err
}

func (c *geminiClient) add(results []runtime.CallResult) error {
	contents, err := gemini.Results(results)
	c.contents = append(c.contents, contents...)
	return err
}

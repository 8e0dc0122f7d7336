// Package openai connects registries with OpenAI's Go SDK: tools, tool calls and
// results in the types of the SDK, for chat completions and for responses. It
// works with every endpoint that the SDK can be pointed at.
//
// The definitions keep the bytes that were generated, key order included, and
// messages go back to the provider as it wrote them; see package
// [github.com/toolgen/toolgen/runtime/models] for what happens to damaged ones.
package openai

import (
	"encoding/json"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// Messages are a part of a conversation with chat completions.
type Messages = []openai.ChatCompletionMessageParamUnion

// Items are a part of a conversation with responses.
type Items = responses.ResponseInputParam

// ChatTools are the tools that the model may see in the turn, for chat
// completions. Strict asks for the strict mode where a tool has a projection for
// it. It fails as [runtime.Registry.AppendTurnDefinitionsFor] does.
func ChatTools(r *runtime.Registry, turn *runtime.Turn, strict bool) ([]openai.ChatCompletionToolUnionParam, error) {
	definitions, err := definitions(r, turn, models.OpenAIChat.Dialect(strict))
	return each[openai.ChatCompletionToolUnionParam](definitions), err
}

// ChatReply reads a completion. The messages are what it adds to the
// conversation. It fails with a *models.ResponseError.
func ChatReply(c *openai.ChatCompletion) (*models.Reply, Messages, error) {
	reply, err := models.OpenAIChat.ReadReply([]byte(c.RawJSON()))
	if err != nil {
		return nil, nil, err
	}
	return reply, each[openai.ChatCompletionMessageParamUnion](reply.Messages), nil
}

// ChatResults are the messages with the results of calls.
func ChatResults(results []runtime.CallResult) Messages {
	return each[openai.ChatCompletionMessageParamUnion](models.OpenAIChat.Results(results))
}

// ChatStream puts a streamed completion together. It is not safe for concurrent
// use.
type ChatStream struct{ stream *models.Stream }

// NewChatStream returns a stream for one completion.
func NewChatStream() *ChatStream { return &ChatStream{models.OpenAIChat.NewStream()} }

// Add adds a chunk, and returns what a person may see of it.
func (s *ChatStream) Add(chunk openai.ChatCompletionChunk) (models.Delta, error) {
	return s.stream.Add([]byte(chunk.RawJSON()))
}

// Reply is the reply after the last chunk. It fails with a *models.ResponseError
// when the stream is not complete.
func (s *ChatStream) Reply() (*models.Reply, Messages, error) {
	reply, err := s.stream.Reply()
	if err != nil {
		return nil, nil, err
	}
	return reply, each[openai.ChatCompletionMessageParamUnion](reply.Messages), nil
}

// ResponseTools are the tools that the model may see in the turn, for responses.
// They fail as those of [ChatTools].
func ResponseTools(r *runtime.Registry, turn *runtime.Turn, strict bool) ([]responses.ToolUnionParam, error) {
	definitions, err := definitions(r, turn, models.OpenAIResponses.Dialect(strict))
	return each[responses.ToolUnionParam](definitions), err
}

// ResponseReply reads a response. The items are what it adds to the
// conversation. It fails with a *models.ResponseError.
func ResponseReply(r *responses.Response) (*models.Reply, Items, error) {
	reply, err := models.OpenAIResponses.ReadReply([]byte(r.RawJSON()))
	if err != nil {
		return nil, nil, err
	}
	return reply, each[responses.ResponseInputItemUnionParam](reply.Messages), nil
}

// ResponseResults are the items with the results of calls.
func ResponseResults(results []runtime.CallResult) Items {
	return each[responses.ResponseInputItemUnionParam](models.OpenAIResponses.Results(results))
}

// ResponseStream puts a streamed response together. It is not safe for
// concurrent use.
type ResponseStream struct{ stream *models.Stream }

// NewResponseStream returns a stream for one response.
func NewResponseStream() *ResponseStream { return &ResponseStream{models.OpenAIResponses.NewStream()} }

// Add adds an event, and returns what a person may see of it.
func (s *ResponseStream) Add(event responses.ResponseStreamEventUnion) (models.Delta, error) {
	return s.stream.Add([]byte(event.RawJSON()))
}

// Reply is the reply after the last event. It fails with a
// *models.ResponseError when the stream is not complete.
func (s *ResponseStream) Reply() (*models.Reply, Items, error) {
	reply, err := s.stream.Reply()
	if err != nil {
		return nil, nil, err
	}
	return reply, each[responses.ResponseInputItemUnionParam](reply.Messages), nil
}

// definitions are the definitions of the turn's tools, each by itself.
func definitions(r *runtime.Registry, turn *runtime.Turn, d runtime.Dialect) ([]json.RawMessage, error) {
	text, err := r.AppendTurnDefinitionsFor(nil, d, turn)
	if err != nil {
		return nil, err
	}
	var all []json.RawMessage
	err = json.Unmarshal(text, &all)
	return all, err
}

// each makes values of a type of the SDK that are sent as the given JSON.
func each[T param.ParamStruct, P param.InferPtr[T]](texts []json.RawMessage) []T {
	var all []T
	for _, text := range texts {
		all = append(all, param.Override[T, P](text))
	}
	return all
}

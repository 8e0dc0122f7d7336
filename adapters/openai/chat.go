package openai

import (
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/ssestream"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// Messages are messages of a conversation with chat completions.
type Messages = []openai.ChatCompletionMessageParamUnion

// ChatTools returns the tools that the model may see in the turn, for chat
// completions. If strict is true, tools have the strict mode if their package has
// a schema for it. ChatTools returns the errors of
// [runtime.Registry.AppendTurnDefinitionsFor].
func ChatTools(r *runtime.Registry, turn *runtime.Turn, strict bool) ([]openai.ChatCompletionToolUnionParam, error) {
	definitions, err := turnDefinitions(r, turn, models.OpenAIChat.Dialect(strict))
	return paramsOf[openai.ChatCompletionToolUnionParam](definitions), err
}

// ChatReply reads a completion. It returns the reply and the messages that the
// reply adds to the conversation. It returns a *models.ResponseError if the
// completion cannot be used.
func ChatReply(c *openai.ChatCompletion) (*models.Reply, Messages, error) {
	return chatReply(models.OpenAIChat.ReadReply([]byte(c.RawJSON())))
}

// ChatResults returns the messages that give the results of calls to the model.
func ChatResults(results []runtime.CallResult) Messages {
	return paramsOf[openai.ChatCompletionMessageParamUnion](models.OpenAIChat.Results(results))
}

// ChatStream builds the reply of a streamed completion from its chunks. A
// ChatStream is for one completion. It is not safe for concurrent use.
type ChatStream struct{ stream *models.Stream }

// NewChatStream returns a stream for one completion.
func NewChatStream() *ChatStream { return &ChatStream{models.OpenAIChat.NewStream()} }

// Add adds a chunk. It returns the part of the chunk that a program may show at
// once.
func (s *ChatStream) Add(chunk openai.ChatCompletionChunk) (models.Delta, error) {
	return s.stream.Add([]byte(chunk.RawJSON()))
}

// Reply returns the reply after the last chunk, and the messages that the reply
// adds to the conversation. It returns a *models.ResponseError if the completion
// is not complete.
func (s *ChatStream) Reply() (*models.Reply, Messages, error) { return chatReply(s.stream.Reply()) }

// ReadChatStream reads a stream of the SDK to its end, closes it and returns what
// [ChatStream.Reply] returns. It calls show, unless show is nil, with each delta.
func ReadChatStream(stream *ssestream.Stream[openai.ChatCompletionChunk], show func(models.Delta)) (*models.Reply, Messages, error) {
	s := NewChatStream()
	if err := readStream(stream, s.Add, show); err != nil {
		return nil, nil, err
	}
	return s.Reply()
}

// chatReply converts the messages of a reply to the type of the SDK.
func chatReply(reply *models.Reply, err error) (*models.Reply, Messages, error) {
	if err != nil {
		return nil, nil, err
	}
	return reply, paramsOf[openai.ChatCompletionMessageParamUnion](reply.Messages), nil
}

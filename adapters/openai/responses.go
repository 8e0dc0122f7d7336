package openai

import (
	"github.com/openai/openai-go/v3/packages/ssestream"
	"github.com/openai/openai-go/v3/responses"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// Items are input items of a conversation with responses.
type Items = responses.ResponseInputParam

// ResponseTools returns the tools that the model may see in the turn, for
// responses. Strict and the errors are those of [ChatTools].
func ResponseTools(r *runtime.Registry, turn *runtime.Turn, strict bool) ([]responses.ToolUnionParam, error) {
	definitions, err := turnDefinitions(r, turn, models.OpenAIResponses.Dialect(strict))
	return paramsOf[responses.ToolUnionParam](definitions), err
}

// ResponseReply reads a response. It returns the reply and the items that the
// reply adds to the conversation. It returns a *models.ResponseError if the
// response cannot be used.
func ResponseReply(r *responses.Response) (*models.Reply, Items, error) {
	return responseReply(models.OpenAIResponses.ReadReply([]byte(r.RawJSON())))
}

// ResponseResults returns the items that give the results of calls to the model.
func ResponseResults(results []runtime.CallResult) Items {
	return paramsOf[responses.ResponseInputItemUnionParam](models.OpenAIResponses.Results(results))
}

// ResponseStream builds the reply of a streamed response from its events. A
// ResponseStream is for one response. It is not safe for concurrent use.
type ResponseStream struct{ stream *models.Stream }

// NewResponseStream returns a stream for one response.
func NewResponseStream() *ResponseStream { return &ResponseStream{models.OpenAIResponses.NewStream()} }

// Add adds an event. It returns the part of the event that a program may show at
// once.
func (s *ResponseStream) Add(event responses.ResponseStreamEventUnion) (models.Delta, error) {
	return s.stream.Add([]byte(event.RawJSON()))
}

// Reply returns the reply after the last event, and the items that the reply adds
// to the conversation. It returns a *models.ResponseError if the response is not
// complete.
func (s *ResponseStream) Reply() (*models.Reply, Items, error) {
	return responseReply(s.stream.Reply())
}

// ReadResponseStream reads a stream of the SDK to its end, closes it and returns
// what [ResponseStream.Reply] returns. It calls show, unless show is nil, with
// each delta.
func ReadResponseStream(stream *ssestream.Stream[responses.ResponseStreamEventUnion], show func(models.Delta)) (*models.Reply, Items, error) {
	s := NewResponseStream()
	if err := readStream(stream, s.Add, show); err != nil {
		return nil, nil, err
	}
	return s.Reply()
}

// responseReply converts the items of a reply to the type of the SDK.
func responseReply(reply *models.Reply, err error) (*models.Reply, Items, error) {
	if err != nil {
		return nil, nil, err
	}
	return reply, paramsOf[responses.ResponseInputItemUnionParam](reply.Messages), nil
}

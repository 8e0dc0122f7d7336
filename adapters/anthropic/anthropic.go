// Package anthropic connects registries with Anthropic's Go SDK: tools, tool
// calls and results in the types of the SDK, for messages.
//
// The definitions keep the bytes that were generated, key order included, and
// messages go back to the provider as it wrote them; see package
// [github.com/toolgen/toolgen/runtime/models] for what happens to damaged ones.
package anthropic

import (
	"encoding/json"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// Messages are a part of a conversation.
type Messages = []anthropic.MessageParam

// Tools are the tools that the model may see in the turn. Strict asks for the
// strict mode where a tool has a projection for it. It fails as
// [runtime.Registry.AppendTurnDefinitionsFor] does.
func Tools(r *runtime.Registry, turn *runtime.Turn, strict bool) ([]anthropic.ToolUnionParam, error) {
	text, err := r.AppendTurnDefinitionsFor(nil, models.Anthropic.Dialect(strict), turn)
	if err != nil {
		return nil, err
	}
	var definitions []json.RawMessage
	if err := json.Unmarshal(text, &definitions); err != nil {
		return nil, err
	}
	return each[anthropic.ToolUnionParam](definitions), nil
}

// Reply reads a message. The messages are what it adds to the conversation. It
// fails with a *models.ResponseError.
func Reply(m *anthropic.Message) (*models.Reply, Messages, error) {
	reply, err := models.Anthropic.ReadReply([]byte(m.RawJSON()))
	if err != nil {
		return nil, nil, err
	}
	return reply, each[anthropic.MessageParam](reply.Messages), nil
}

// Results are the messages with the results of calls.
func Results(results []runtime.CallResult) Messages {
	return each[anthropic.MessageParam](models.Anthropic.Results(results))
}

// Stream puts a streamed message together. It is not safe for concurrent use.
type Stream struct{ stream *models.Stream }

// NewStream returns a stream for one message.
func NewStream() *Stream { return &Stream{models.Anthropic.NewStream()} }

// Add adds an event, and returns what a person may see of it.
func (s *Stream) Add(event anthropic.MessageStreamEventUnion) (models.Delta, error) {
	return s.stream.Add([]byte(event.RawJSON()))
}

// Reply is the reply after the last event. It fails with a
// *models.ResponseError when the stream is not complete.
func (s *Stream) Reply() (*models.Reply, Messages, error) {
	reply, err := s.stream.Reply()
	if err != nil {
		return nil, nil, err
	}
	return reply, each[anthropic.MessageParam](reply.Messages), nil
}

// each makes values of a type of the SDK that are sent as the given JSON.
func each[T param.ParamStruct, P param.InferPtr[T]](texts []json.RawMessage) []T {
	var all []T
	for _, text := range texts {
		all = append(all, param.Override[T, P](text))
	}
	return all
}

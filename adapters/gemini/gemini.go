// Package gemini connects registries with Google's Gen AI SDK: tools, tool calls
// and results in the types of the SDK.
//
// The SDK reads the arguments of calls into maps: the order of their members is
// lost, and so are integers beyond 2^53. A program that cannot have that uses
// package [github.com/toolgen/toolgen/runtime/models], which reads responses
// without the SDK.
package gemini

import (
	"encoding/json"

	"google.golang.org/genai"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// AddTools adds the tools that the model may see in the turn to a
// configuration. They are part of its HTTPOptions.ExtraBody, because the SDK
// would sort the members of their schemas; tools in the configuration itself
// are replaced. It fails as [runtime.Registry.AppendTurnDefinitionsFor] does.
func AddTools(config *genai.GenerateContentConfig, r *runtime.Registry, turn *runtime.Turn) error {
	declarations, err := r.AppendTurnDefinitionsFor(nil, runtime.DialectGemini, turn)
	if err != nil {
		return err
	}
	if string(declarations) == "[]" {
		return nil // the API takes no empty list
	}
	if config.HTTPOptions == nil {
		config.HTTPOptions = &genai.HTTPOptions{}
	}
	body := map[string]any{}
	for name, value := range config.HTTPOptions.ExtraBody {
		body[name] = value
	}
	body["tools"] = json.RawMessage(`[{"functionDeclarations":` + string(declarations) + `}]`)
	config.HTTPOptions.ExtraBody = body
	return nil
}

// Reply reads a response. The contents are what it adds to the conversation. It
// fails with a *models.ResponseError.
func Reply(response *genai.GenerateContentResponse) (*models.Reply, []*genai.Content, error) {
	text, err := json.Marshal(response)
	if err != nil {
		return nil, nil, err
	}
	return read(models.Gemini.ReadReply(text))
}

// Results are the contents with the results of calls.
func Results(results []runtime.CallResult) ([]*genai.Content, error) {
	return contents(models.Gemini.Results(results))
}

// Stream puts a streamed response together. It is not safe for concurrent use.
type Stream struct{ stream *models.Stream }

// NewStream returns a stream for one response.
func NewStream() *Stream { return &Stream{models.Gemini.NewStream()} }

// Add adds a chunk, and returns what a person may see of it.
func (s *Stream) Add(chunk *genai.GenerateContentResponse) (models.Delta, error) {
	text, err := json.Marshal(chunk)
	if err != nil {
		return models.Delta{}, err
	}
	return s.stream.Add(text)
}

// Reply is the reply after the last chunk. It fails with a *models.ResponseError
// when the stream is not complete.
func (s *Stream) Reply() (*models.Reply, []*genai.Content, error) {
	return read(s.stream.Reply())
}

func read(reply *models.Reply, err error) (*models.Reply, []*genai.Content, error) {
	if err != nil {
		return nil, nil, err
	}
	all, err := contents(reply.Messages)
	return reply, all, err
}

// contents are messages in the type of the SDK.
func contents(messages []json.RawMessage) ([]*genai.Content, error) {
	var all []*genai.Content
	for _, message := range messages {
		content := &genai.Content{}
		if err := json.Unmarshal(message, content); err != nil {
			return nil, err
		}
		all = append(all, content)
	}
	return all, nil
}

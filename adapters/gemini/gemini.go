// Package gemini connects registries with Google's Gen AI SDK. It converts
// tools, tool calls and results to and from the types of the SDK.
//
// The SDK reads the arguments of calls into maps. This loses the order of their
// members, and it rounds integers beyond 2^53. [Transport] keeps the bytes of the
// arguments; use it in the HTTP client of the SDK:
//
//	client, err := genai.NewClient(ctx, &genai.ClientConfig{
//		APIKey: key, HTTPClient: &http.Client{Transport: &gemini.Transport{}},
//	})
//
// Without Transport, [Reply] refuses a call with a number of 2^53 or more, which the
// SDK may have rounded. Of other numbers, the SDK keeps about 16 digits.
package gemini

import (
	"encoding/json"
	"iter"
	"maps"

	"google.golang.org/genai"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// AddTools sets the functions of a configuration to the tools that the model may
// see in the turn. Tools in config.Tools are sent, too. The functions are in
// HTTPOptions.ExtraBody, because the SDK would sort the members of their schemas.
// Each call of AddTools replaces the functions of the call before. It returns
// the errors of [runtime.Registry.AppendTurnDefinitionsFor].
func AddTools(config *genai.GenerateContentConfig, r *runtime.Registry, turn *runtime.Turn) error {
	declarations, err := r.AppendTurnDefinitionsFor(nil, runtime.DialectGemini, turn)
	if err != nil {
		return err
	}
	text, err := json.Marshal(config.Tools)
	if err != nil {
		return err
	}
	var tools []map[string]any // the SDK has the same type
	if err := json.Unmarshal(text, &tools); err != nil {
		return err
	}
	if string(declarations) != "[]" { // the API refuses an empty list
		tools = append(tools, map[string]any{"functionDeclarations": json.RawMessage(declarations)})
	}
	setTools(config, tools)
	return nil
}

// setTools sets the tools in the request body. It copies the options, because
// other configurations may share them.
func setTools(config *genai.GenerateContentConfig, tools []map[string]any) {
	var options genai.HTTPOptions
	if config.HTTPOptions != nil {
		options = *config.HTTPOptions
	}
	body := maps.Clone(options.ExtraBody)
	if body == nil {
		body = map[string]any{}
	}
	delete(body, "tools")
	if len(tools) > 0 {
		body["tools"] = tools
	}
	options.ExtraBody = body
	config.HTTPOptions = &options
}

// Reply reads a response. It returns the reply and the contents that the reply
// adds to the conversation. It returns a *models.ResponseError if the response
// cannot be used.
func Reply(response *genai.GenerateContentResponse) (*models.Reply, []*genai.Content, error) {
	text, isExact, err := encodeResponse(response)
	if err != nil {
		return nil, nil, err
	}
	reply, err := models.Gemini.ReadReply(text)
	return replyOf(reply, isExact, err)
}

// Results returns the contents that give the results of calls to the model.
func Results(results []runtime.CallResult) ([]*genai.Content, error) {
	return contentsOf(models.Gemini.Results(results), false)
}

// Stream builds the reply of a streamed response from its chunks. A Stream is
// for one response. It is not safe for concurrent use.
type Stream struct {
	stream  *models.Stream
	isExact bool
}

// NewStream returns a stream for one response.
func NewStream() *Stream { return &Stream{stream: models.Gemini.NewStream()} }

// Add adds a chunk. It returns the part of the chunk that a program may show at
// once.
func (s *Stream) Add(chunk *genai.GenerateContentResponse) (models.Delta, error) {
	text, isExact, err := encodeResponse(chunk)
	if err != nil {
		return models.Delta{}, err
	}
	s.isExact = s.isExact || isExact
	return s.stream.Add(text)
}

// Reply returns the reply after the last chunk, and the contents that the reply
// adds to the conversation. It returns a *models.ResponseError if the response is
// not complete.
func (s *Stream) Reply() (*models.Reply, []*genai.Content, error) {
	reply, err := s.stream.Reply()
	return replyOf(reply, s.isExact, err)
}

// ReadStream reads a stream of the SDK to its end and returns what [Stream.Reply]
// returns. It calls show, unless show is nil, with each delta.
func ReadStream(chunks iter.Seq2[*genai.GenerateContentResponse, error], show func(models.Delta)) (*models.Reply, []*genai.Content, error) {
	s := NewStream()
	for chunk, err := range chunks {
		if err != nil {
			return nil, nil, err
		}
		delta, err := s.Add(chunk)
		if err != nil {
			return nil, nil, err
		}
		if show != nil && delta != (models.Delta{}) {
			show(delta)
		}
	}
	return s.Reply()
}

// replyOf converts the messages of a reply to the type of the SDK.
func replyOf(reply *models.Reply, isExact bool, err error) (*models.Reply, []*genai.Content, error) {
	if err != nil {
		return nil, nil, err
	}
	contents, err := contentsOf(reply.Messages, isExact)
	return reply, contents, err
}

// contentsOf converts messages to the type of the SDK. If the arguments of calls
// are exact, the contents keep their bytes for Transport.
func contentsOf(messages []json.RawMessage, isExact bool) ([]*genai.Content, error) {
	var contents []*genai.Content
	for _, message := range messages {
		if isExact {
			message = editArguments(message, messageArguments, addExactText)
		}
		content := &genai.Content{}
		if err := json.Unmarshal(message, content); err != nil {
			return nil, err
		}
		content.Parts = withData(content.Parts)
		if len(content.Parts) > 0 {
			contents = append(contents, content)
		}
	}
	return contents, nil
}

// withData returns the parts without those that have only a signature and an
// empty text. The SDK leaves out an empty text, and the API refuses a part
// without data.
func withData(parts []*genai.Part) []*genai.Part {
	var kept []*genai.Part
	for _, part := range parts {
		data := *part
		data.Thought, data.ThoughtSignature = false, nil
		if text, err := json.Marshal(data); err != nil || string(text) != "{}" {
			kept = append(kept, part)
		}
	}
	return kept
}

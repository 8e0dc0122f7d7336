package models

import (
	"encoding/json"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// chatChoice is one choice of a response of chat completions.
type chatChoice struct {
	Message json.RawMessage `json:"message"`
	Finish  string          `json:"finish_reason"`
}

// chatMessage is what matters in a message of the assistant.
type chatMessage struct {
	Content json.RawMessage   `json:"content"` // a text, null or a list of parts
	Refusal string            `json:"refusal"`
	Calls   []json.RawMessage `json:"tool_calls"`
}

// chatCall is a tool call in a message. Some servers write the arguments as an
// object instead of a text.
type chatCall struct {
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

func readChat(body []byte) (*Reply, error) {
	var response struct {
		Choices []chatChoice `json:"choices"`
	}
	if err := json.Unmarshal(body, &response); err != nil {
		return nil, err
	}
	if len(response.Choices) == 0 || len(response.Choices[0].Message) == 0 {
		return nil, errors.New("it has no choices[0].message")
	}
	choice := &response.Choices[0]
	var message chatMessage
	if err := json.Unmarshal(choice.Message, &message); err != nil {
		return nil, err
	}
	reply := &Reply{
		Text: chatText(message.Content), Stop: choice.Finish, Truncated: choice.Finish == "length",
		Refused: message.Refusal != "" || choice.Finish == "content_filter",
	}
	if reply.Text == "" {
		reply.Text = message.Refusal
	}
	written := choice.Message
	if changed, err := reply.chatCalls(message.Calls); err != nil {
		return nil, err
	} else if changed {
		written = with(written, "tool_calls", encode(message.Calls))
	}
	reply.Messages = []json.RawMessage{written}
	return reply, nil
}

// chatCalls adds the calls of a message. It reports whether it changed one of
// them, so that a provider takes it back.
func (r *Reply) chatCalls(calls []json.RawMessage) (changed bool, err error) {
	for i, raw := range calls {
		var call chatCall
		if err := json.Unmarshal(raw, &call); err != nil {
			return false, err
		}
		if call.ID == "" {
			call.ID = newID()
			raw, changed = with(raw, "id", encode(call.ID)), true
		}
		arguments := argumentText(call.Function.Arguments)
		if fixed := object(arguments); string(fixed) != string(arguments) || !isText(call.Function.Arguments) {
			raw, changed = withArguments(raw, fixed), true
		}
		calls[i] = raw
		r.Calls = append(r.Calls, runtime.ToolCall{ID: call.ID, Name: call.Function.Name, Args: arguments})
	}
	return changed, nil
}

// withArguments is a call with other arguments.
func withArguments(call, arguments json.RawMessage) json.RawMessage {
	var outer struct {
		Function json.RawMessage `json:"function"`
	}
	_ = json.Unmarshal(call, &outer) // it was read before
	return with(call, "function", with(orObject(outer.Function), "arguments", encode(string(arguments))))
}

// chatText is the text of a content, which is a text or a list of parts.
func chatText(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(content, &parts) // another form has no text
	for _, part := range parts {
		text += part.Text
	}
	return text
}

// chatResults has a message for each result. Its content is a text only, so that
// images follow in a message of the user.
func chatResults(results []runtime.CallResult) []json.RawMessage {
	type message struct {
		Role    string `json:"role"`
		ID      string `json:"tool_call_id,omitempty"`
		Content any    `json:"content"`
	}
	type imageURL struct {
		URL string `json:"url"`
	}
	type part struct {
		Type  string    `json:"type"`
		Text  string    `json:"text,omitempty"`
		Image *imageURL `json:"image_url,omitempty"`
	}
	var messages []json.RawMessage
	var shown []part
	for i := range results {
		text, images := joined(pieces(&results[i], isImage))
		for n := range images {
			shown = append(shown, part{Type: "text", Text: "An image of the result of " + results[i].Name + ":"},
				part{Type: "image_url", Image: &imageURL{images[n].dataURL()}})
		}
		if len(images) > 0 && text == "" {
			text = "[the image follows]"
		}
		messages = append(messages, encode(message{"tool", results[i].ID, text}))
	}
	if len(shown) > 0 {
		messages = append(messages, encode(message{Role: "user", Content: shown}))
	}
	return messages
}

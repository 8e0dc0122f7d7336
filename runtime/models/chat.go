package models

import (
	"encoding/json"
	"errors"
)

// chatChoice is one choice of a response.
type chatChoice struct {
	Message json.RawMessage `json:"message"`
	Finish  string          `json:"finish_reason"`
}

// chatMessage has the members of an assistant message that this package reads.
type chatMessage struct {
	Role    string            `json:"role"`
	Content json.RawMessage   `json:"content"` // a string, null or a list of parts
	Refusal string            `json:"refusal"`
	Calls   []json.RawMessage `json:"tool_calls"`
}

// chatCall is a tool call in a message. Some servers write the arguments as an
// object instead of a string.
type chatCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// readChat reads a chat completion.
func readChat(body []byte) (*Reply, error) {
	var response struct {
		Choices []chatChoice `json:"choices"`
	}
	if err := json.Unmarshal(body, &response); err != nil {
		return nil, err
	}
	if len(response.Choices) == 0 || !isObject(response.Choices[0].Message) {
		return nil, errors.New("it has no choices[0].message")
	}
	choice := &response.Choices[0]
	var message chatMessage
	if err := json.Unmarshal(choice.Message, &message); err != nil {
		return nil, err
	}
	reply := &Reply{
		Text: contentText(message.Content), Stop: choice.Finish, Truncated: choice.Finish == "length",
		Refused: message.Refusal != "" || choice.Finish == "content_filter",
	}
	if reply.Text == "" {
		reply.Text = message.Refusal
	}
	accepted := choice.Message
	if message.Role == "" {
		accepted = setMember(accepted, "role", encode("assistant"))
	}
	if changed, err := reply.addChatCalls(message.Calls); err != nil {
		return nil, err
	} else if changed {
		accepted = setMember(accepted, "tool_calls", encode(message.Calls))
	}
	reply.Messages = []json.RawMessage{accepted}
	return reply, nil
}

// addChatCalls adds the calls of functions. Calls of other types are for the
// program, which declared such tools itself. In the list, addChatCalls replaces
// calls that the provider would refuse; it reports whether there was one.
func (r *Reply) addChatCalls(calls []json.RawMessage) (changed bool, err error) {
	for i, raw := range calls {
		var call chatCall
		if err := json.Unmarshal(raw, &call); err != nil {
			return false, err
		}
		if call.Type != "" && call.Type != "function" {
			continue
		}
		accepted := r.addChatCall(raw, &call)
		changed = changed || string(accepted) != string(raw)
		calls[i] = accepted
	}
	return changed, nil
}

// addChatCall adds a call. It returns the call in a form that the provider
// accepts.
func (r *Reply) addChatCall(raw json.RawMessage, call *chatCall) json.RawMessage {
	id := r.uniqueID(call.ID)
	if id != call.ID {
		raw = setMember(raw, "id", encode(id))
	}
	if call.Type == "" {
		raw = setMember(raw, "type", encode("function"))
	}
	arguments := argumentText(call.Function.Arguments)
	if !isObject(arguments) || !isString(call.Function.Arguments) {
		raw = setChatArguments(raw, argumentObject(arguments))
	}
	r.addCall(id, call.Function.Name, arguments)
	return raw
}

// setChatArguments returns the call with other arguments.
func setChatArguments(call, arguments json.RawMessage) json.RawMessage {
	outer := struct {
		Function json.RawMessage `json:"function"`
	}{emptyObject}
	_ = json.Unmarshal(call, &outer) // the caller has read it before
	return setMember(call, "function", setMember(outer.Function, "arguments", encode(string(arguments))))
}

// contentText returns the text of a content, which is a string or a list of
// parts.
func contentText(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(content, &parts) // any other content has no text
	for _, part := range parts {
		text += part.Text
	}
	return text
}

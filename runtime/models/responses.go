package models

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// responsesItem has the members of an output item that this package reads.
type responsesItem struct {
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Content   []struct {
		Text    string `json:"text"`
		Refusal string `json:"refusal"`
	} `json:"content"`
}

// readResponses reads a response.
func readResponses(body []byte) (*Reply, error) {
	var response struct {
		Status     string                   `json:"status"`
		Incomplete *struct{ Reason string } `json:"incomplete_details"`
		Output     []json.RawMessage        `json:"output"`
	}
	if err := json.Unmarshal(body, &response); err != nil {
		return nil, err
	}
	if response.Output == nil {
		return nil, errors.New("it has no output")
	}
	switch response.Status {
	case "completed", "incomplete", "": // compatible servers may leave out the status
	default:
		return nil, fmt.Errorf("its status is %q, want completed or incomplete", response.Status)
	}
	reply := &Reply{Stop: response.Status}
	if response.Incomplete != nil {
		reply.Stop = response.Incomplete.Reason
		reply.Truncated = reply.Stop == "max_output_tokens"
		reply.Refused = reply.Stop == "content_filter"
	}
	for _, raw := range response.Output {
		if err := reply.addResponsesItem(raw); err != nil {
			return nil, err
		}
	}
	return reply, nil
}

// addResponsesItem adds one item of the output. Items of unknown types go back
// to the provider unchanged.
func (r *Reply) addResponsesItem(raw json.RawMessage) error {
	var item struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(raw, &item); err != nil {
		return err
	}
	if item.Type == "message" || item.Type == "function_call" {
		var known responsesItem
		if err := json.Unmarshal(raw, &known); err != nil {
			return err
		}
		if item.Type == "message" {
			r.addResponsesText(&known)
		} else {
			raw = r.addResponsesCall(raw, &known)
		}
	}
	r.Messages = append(r.Messages, raw)
	return nil
}

// addResponsesText adds the texts and refusals of a message.
func (r *Reply) addResponsesText(item *responsesItem) {
	for _, part := range item.Content {
		r.Text += part.Text + part.Refusal
		r.Refused = r.Refused || part.Refusal != ""
	}
}

// addResponsesCall adds a call. It returns the item in a form that the provider
// accepts.
func (r *Reply) addResponsesCall(raw json.RawMessage, item *responsesItem) json.RawMessage {
	id := r.uniqueID(item.CallID)
	if id != item.CallID {
		raw = setMember(raw, "call_id", encode(id))
	}
	arguments := argumentText(item.Arguments)
	if !isObject(arguments) || !isString(item.Arguments) {
		raw = setMember(raw, "arguments", encode(string(argumentObject(arguments))))
	}
	r.addCall(id, item.Name, arguments)
	return raw
}

// responsesResults returns one item for each result.
func responsesResults(results []runtime.CallResult) []json.RawMessage {
	type output struct {
		Type   string `json:"type"`
		CallID string `json:"call_id"`
		Output any    `json:"output"`
	}
	var items []json.RawMessage
	for i := range results {
		parts := contentOf(&results[i], isImageOrPDF)
		text, data := splitContent(parts)
		item := output{"function_call_output", results[i].ID, text}
		if len(data) > 0 {
			item.Output = responsesContent(parts)
		}
		items = append(items, encode(item))
	}
	return items
}

// responsesContent returns content parts for texts, images and files.
func responsesContent(parts []contentPart) any {
	type part struct {
		Type  string `json:"type"`
		Text  string `json:"text,omitempty"`
		Image string `json:"image_url,omitempty"`
		Name  string `json:"filename,omitempty"`
		File  string `json:"file_data,omitempty"`
	}
	var list []part
	for i := range parts {
		switch p := &parts[i]; {
		case p.mime == "":
			list = append(list, part{Type: "input_text", Text: p.text})
		case isImage(p.mime):
			list = append(list, part{Type: "input_image", Image: p.dataURL()})
		default:
			list = append(list, part{Type: "input_file", Name: "result.pdf", File: p.dataURL()})
		}
	}
	return list
}

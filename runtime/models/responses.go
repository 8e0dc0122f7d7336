package models

import (
	"encoding/json"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// responsesItem is what matters in an item of the output of a response.
type responsesItem struct {
	Type      string          `json:"type"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Content   []struct {
		Text    string `json:"text"`
		Refusal string `json:"refusal"`
	} `json:"content"`
}

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
	reply := &Reply{Stop: response.Status}
	if response.Incomplete != nil {
		reply.Stop = response.Incomplete.Reason
		reply.Truncated = reply.Stop == "max_output_tokens"
		reply.Refused = reply.Stop == "content_filter"
	}
	for _, raw := range response.Output {
		if err := reply.responsesItem(raw); err != nil {
			return nil, err
		}
	}
	return reply, nil
}

// responsesItem adds one item of the output.
func (r *Reply) responsesItem(raw json.RawMessage) error {
	var item struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(raw, &item); err != nil {
		return err
	}
	switch item.Type {
	case "message", "function_call":
		var known responsesItem
		if err := json.Unmarshal(raw, &known); err != nil {
			return err
		}
		if item.Type == "message" {
			r.responsesText(&known)
		} else {
			raw = r.responsesCall(raw, &known)
		}
	}
	r.Messages = append(r.Messages, raw)
	return nil
}

func (r *Reply) responsesText(item *responsesItem) {
	for _, part := range item.Content {
		r.Text += part.Text + part.Refusal
		r.Refused = r.Refused || part.Refusal != ""
	}
}

// responsesCall adds a call, and returns the item in a form that the provider
// takes back.
func (r *Reply) responsesCall(raw json.RawMessage, item *responsesItem) json.RawMessage {
	arguments := argumentText(item.Arguments)
	if item.CallID == "" {
		item.CallID = newID()
		raw = with(raw, "call_id", encode(item.CallID))
	}
	if fixed := object(arguments); string(fixed) != string(arguments) || !isText(item.Arguments) {
		raw = with(raw, "arguments", encode(string(fixed)))
	}
	r.Calls = append(r.Calls, runtime.ToolCall{ID: item.CallID, Name: item.Name, Args: arguments})
	return raw
}

// responsesResults has an item for each result.
func responsesResults(results []runtime.CallResult) []json.RawMessage {
	type output struct {
		Type   string `json:"type"`
		CallID string `json:"call_id"`
		Output any    `json:"output"`
	}
	var items []json.RawMessage
	for i := range results {
		all := pieces(&results[i], isImageOrPDF)
		text, data := joined(all)
		of := output{"function_call_output", results[i].ID, text}
		if len(data) > 0 {
			of.Output = responsesContent(all)
		}
		items = append(items, encode(of))
	}
	return items
}

// responsesContent is a content of texts, images and files.
func responsesContent(all []piece) any {
	type content struct {
		Type  string `json:"type"`
		Text  string `json:"text,omitempty"`
		Image string `json:"image_url,omitempty"`
		Name  string `json:"filename,omitempty"`
		File  string `json:"file_data,omitempty"`
	}
	var list []content
	for i := range all {
		switch p := &all[i]; {
		case p.mime == "":
			list = append(list, content{Type: "input_text", Text: p.text})
		case isImage(p.mime):
			list = append(list, content{Type: "input_image", Image: p.dataURL()})
		default:
			list = append(list, content{Type: "input_file", Name: "result.pdf", File: p.dataURL()})
		}
	}
	return list
}

// isImageOrPDF reports whether the media type is one that an API takes which
// reads documents.
func isImageOrPDF(mime string) bool { return isImage(mime) || mime == mimePDF }

const mimePDF = "application/pdf"

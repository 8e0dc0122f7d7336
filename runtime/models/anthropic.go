package models

import (
	"encoding/json"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// anthropicBlock is what matters in a block of a message.
type anthropicBlock struct {
	Type  string          `json:"type"`
	Text  string          `json:"text"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

func readAnthropic(body []byte) (*Reply, error) {
	var response struct {
		Content []json.RawMessage `json:"content"`
		Stop    string            `json:"stop_reason"`
	}
	if err := json.Unmarshal(body, &response); err != nil {
		return nil, err
	}
	if response.Content == nil {
		return nil, errors.New("it has no content")
	}
	reply := &Reply{
		Stop: response.Stop, Refused: response.Stop == "refusal",
		Truncated: response.Stop == "max_tokens" || response.Stop == "model_context_window_exceeded",
	}
	for i, raw := range response.Content {
		var block anthropicBlock
		if err := json.Unmarshal(raw, &block); err != nil {
			return nil, err
		}
		switch block.Type {
		case "text":
			reply.Text += block.Text
		case "tool_use":
			response.Content[i] = reply.anthropicCall(raw, &block)
		}
	}
	if len(response.Content) > 0 { // the API takes no empty message
		reply.Messages = []json.RawMessage{encode(struct {
			Role    string            `json:"role"`
			Content []json.RawMessage `json:"content"`
		}{"assistant", response.Content})}
	}
	return reply, nil
}

// anthropicCall adds a call, and returns the block in a form that the provider
// takes back. The input is a text where a stream ended within it.
func (r *Reply) anthropicCall(raw json.RawMessage, block *anthropicBlock) json.RawMessage {
	if block.ID == "" {
		block.ID = newID()
		raw = with(raw, "id", encode(block.ID))
	}
	arguments := argumentText(block.Input)
	if fixed := object(block.Input); string(fixed) != string(block.Input) {
		raw = with(raw, "input", fixed)
	}
	r.Calls = append(r.Calls, runtime.ToolCall{ID: block.ID, Name: block.Name, Args: arguments})
	return raw
}

// anthropicResults is one message with all results, as the API wants it.
func anthropicResults(results []runtime.CallResult) []json.RawMessage {
	type result struct {
		Type    string `json:"type"`
		ID      string `json:"tool_use_id"`
		Content any    `json:"content,omitempty"`
		IsError bool   `json:"is_error,omitzero"`
	}
	content := make([]result, len(results))
	for i := range results {
		r := &results[i]
		content[i] = result{Type: "tool_result", ID: r.ID, IsError: !r.Result.OK}
		all := pieces(r, isImageOrPDF)
		if text, data := joined(all); len(data) > 0 {
			content[i].Content = anthropicContent(all)
		} else if text != "" {
			content[i].Content = text
		}
	}
	return []json.RawMessage{encode(struct {
		Role    string   `json:"role"`
		Content []result `json:"content"`
	}{"user", content})}
}

// anthropicContent is a content of texts, images and documents.
func anthropicContent(all []piece) any {
	type source struct {
		Type string `json:"type"`
		MIME string `json:"media_type"`
		Data string `json:"data"`
	}
	type content struct {
		Type   string  `json:"type"`
		Text   string  `json:"text,omitempty"`
		Source *source `json:"source,omitempty"`
	}
	var list []content
	for _, p := range all {
		switch {
		case p.mime == "" && p.text == "": // the API takes no empty text
		case p.mime == "":
			list = append(list, content{Type: "text", Text: p.text})
		case isImage(p.mime):
			list = append(list, content{Type: "image", Source: &source{"base64", p.mime, p.data}})
		default:
			list = append(list, content{Type: "document", Source: &source{"base64", p.mime, p.data}})
		}
	}
	return list
}

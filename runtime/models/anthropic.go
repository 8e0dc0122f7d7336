package models

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// anthropicBlock has the members of a content block that this package reads.
type anthropicBlock struct {
	Type  string          `json:"type"`
	Text  string          `json:"text"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

// readAnthropic reads a message.
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
	blocks, err := reply.addAnthropicBlocks(response.Content)
	if len(blocks) > 0 { // the API refuses a message without content
		reply.Messages = []json.RawMessage{encode(struct {
			Role    string            `json:"role"`
			Content []json.RawMessage `json:"content"`
		}{"assistant", blocks})}
	}
	return reply, err
}

// addAnthropicBlocks adds the texts and calls of content blocks. It returns the
// blocks in a form that the provider accepts.
func (r *Reply) addAnthropicBlocks(blocks []json.RawMessage) (accepted []json.RawMessage, err error) {
	for i, raw := range blocks {
		var block anthropicBlock
		if err := json.Unmarshal(raw, &block); err != nil {
			return nil, err
		}
		switch block.Type {
		case "text":
			r.Text += block.Text
			if strings.TrimSpace(block.Text) == "" {
				continue // the API refuses a blank text
			}
		case "tool_use":
			raw = r.addAnthropicCall(raw, &block)
			if r.Truncated && i == len(blocks)-1 {
				r.removeClosingBrace() // the provider closes the input of a cut off call
			}
		}
		accepted = append(accepted, raw)
	}
	return accepted, nil
}

// addAnthropicCall adds a call. It returns the block in a form that the provider
// accepts. The input is a string if a stream ended within the input.
func (r *Reply) addAnthropicCall(raw json.RawMessage, block *anthropicBlock) json.RawMessage {
	id := r.uniqueID(block.ID)
	if id != block.ID {
		raw = setMember(raw, "id", encode(id))
	}
	if !isObject(block.Input) {
		raw = setMember(raw, "input", argumentObject(argumentText(block.Input)))
	}
	r.addCall(id, block.Name, argumentText(block.Input))
	return raw
}

// anthropicResults returns one message with all results, as the API requires.
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
		supports := isImageOrPDF
		if !r.Result.OK {
			supports = acceptsNothing // the API refuses an error with an image
		}
		parts := contentOf(r, supports)
		if text, data := splitContent(parts); len(data) > 0 {
			content[i].Content = anthropicContent(parts)
		} else if text != "" {
			content[i].Content = text
		}
	}
	return []json.RawMessage{encode(struct {
		Role    string   `json:"role"`
		Content []result `json:"content"`
	}{"user", content})}
}

// anthropicContent returns content blocks for texts, images and documents.
func anthropicContent(parts []contentPart) any {
	type source struct {
		Type string `json:"type"`
		MIME string `json:"media_type"`
		Data string `json:"data"`
	}
	type block struct {
		Type   string  `json:"type"`
		Text   string  `json:"text,omitempty"`
		Source *source `json:"source,omitempty"`
	}
	var blocks []block
	for _, p := range parts {
		switch {
		case p.mime == "" && strings.TrimSpace(p.text) == "": // the API refuses a blank text
		case p.mime == "":
			blocks = append(blocks, block{Type: "text", Text: p.text})
		case isImage(p.mime):
			blocks = append(blocks, block{Type: "image", Source: &source{"base64", p.mime, p.data}})
		default:
			blocks = append(blocks, block{Type: "document", Source: &source{"base64", p.mime, p.data}})
		}
	}
	return blocks
}

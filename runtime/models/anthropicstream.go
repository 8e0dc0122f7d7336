package models

import (
	"encoding/json"
	"fmt"
	"strings"
)

// anthropicStream collects the events of a message.
type anthropicStream struct {
	blocks   []*anthropicStreamBlock
	stop     string
	complete bool
}

// anthropicStreamBlock is a block of which events bring pieces.
type anthropicStreamBlock struct {
	members texts
	input   strings.Builder // JSON in pieces
}

func newAnthropicStream() collector { return &anthropicStream{} }

func (s *anthropicStream) add(event []byte) (Delta, error) {
	var e struct {
		Type  string          `json:"type"`
		Index int             `json:"index"`
		Block json.RawMessage `json:"content_block"`
		Delta json.RawMessage `json:"delta"`
	}
	if err := json.Unmarshal(event, &e); err != nil {
		return Delta{}, err
	}
	switch e.Type {
	case "content_block_start":
		if e.Index != len(s.blocks) {
			return Delta{}, fmt.Errorf("block %d begins where block %d was expected", e.Index, len(s.blocks))
		}
		all, err := members(e.Block)
		s.blocks = append(s.blocks, &anthropicStreamBlock{members: texts{all}})
		return Delta{}, err
	case "content_block_delta":
		if e.Index < 0 || e.Index >= len(s.blocks) {
			return Delta{}, fmt.Errorf("there is no block %d", e.Index)
		}
		return s.blocks[e.Index].add(e.Delta)
	case "message_delta":
		var delta struct {
			Stop string `json:"stop_reason"`
		}
		if err := json.Unmarshal(e.Delta, &delta); err != nil {
			return Delta{}, err
		}
		s.stop = delta.Stop
	case "message_stop":
		s.complete = true
	}
	return Delta{}, nil
}

// add adds a piece to the block.
func (b *anthropicStreamBlock) add(delta json.RawMessage) (Delta, error) {
	var d struct {
		Type      string          `json:"type"`
		Text      string          `json:"text"`
		Input     string          `json:"partial_json"`
		Thinking  string          `json:"thinking"`
		Signature string          `json:"signature"`
		Citation  json.RawMessage `json:"citation"`
	}
	if err := json.Unmarshal(delta, &d); err != nil {
		return Delta{}, err
	}
	switch d.Type {
	case "text_delta":
		b.members.add("text", encode(d.Text))
		return Delta{Text: d.Text}, nil
	case "input_json_delta":
		b.input.WriteString(d.Input)
	case "thinking_delta":
		b.members.add("thinking", encode(d.Thinking))
		return Delta{Reasoning: d.Thinking}, nil
	case "signature_delta":
		b.members.add("signature", encode(d.Signature))
	case "citations_delta":
		var citations []json.RawMessage
		_ = json.Unmarshal(b.members.get("citations"), &citations) // null at first
		b.members.add("citations", encode(append(citations, d.Citation)))
	}
	return Delta{}, nil
}

func (s *anthropicStream) body() []byte {
	if !s.complete {
		return nil
	}
	content := []json.RawMessage{}
	for _, b := range s.blocks {
		block := objectOf(b.members.all)
		if input := b.input.String(); input != "" {
			block = with(block, "input", valueOrText(input))
		}
		content = append(content, block)
	}
	return encode(map[string]any{"content": content, "stop_reason": s.stop})
}

// valueOrText is the JSON value, or a JSON text that contains what is not one.
func valueOrText(value string) json.RawMessage {
	if json.Valid([]byte(value)) {
		return json.RawMessage(value)
	}
	return encode(value)
}

package models

import (
	"encoding/json"
	"fmt"
	"slices"
)

// anthropicStream collects the events of a message.
type anthropicStream struct {
	blocks     []*anthropicStreamBlock
	stop       string
	isComplete bool
}

// anthropicStreamBlock is a content block that arrives in pieces.
type anthropicStreamBlock struct {
	index   int
	members objectBuilder
	input   *jsonString // a string that contains JSON; nil before the first piece
}

func newAnthropicStream() collector { return &anthropicStream{} }

// anthropicEvent has the members of an event that this package reads.
type anthropicEvent struct {
	Type  string          `json:"type"`
	Index int             `json:"index"`
	Block json.RawMessage `json:"content_block"`
	Delta json.RawMessage `json:"delta"`
}

// anthropicEvents are the types of the events that this package reads.
var anthropicEvents = map[string]bool{"content_block_start": true, "content_block_delta": true, "message_delta": true, "message_stop": true}

// add implements collector.
func (s *anthropicStream) add(event []byte) (Delta, error) {
	var e anthropicEvent
	if err := json.Unmarshal(event, &e); err != nil && anthropicEvents[e.Type] {
		return Delta{}, err
	}
	switch e.Type {
	case "content_block_start":
		return s.start(&e)
	case "content_block_delta":
		block := s.block(e.Index)
		if block == nil {
			return Delta{}, fmt.Errorf("there is no content block with the index %d", e.Index)
		}
		return block.add(e.Delta)
	case "message_delta":
		var delta struct {
			Stop string `json:"stop_reason"`
		}
		if err := json.Unmarshal(e.Delta, &delta); err != nil {
			return Delta{}, err
		}
		if delta.Stop != "" {
			s.stop = delta.Stop
		}
	case "message_stop":
		s.isComplete = true
	}
	return Delta{}, nil
}

// start adds a content block. Some servers give all blocks the same index.
func (s *anthropicStream) start(e *anthropicEvent) (Delta, error) {
	all, err := membersOf(e.Block)
	if err != nil {
		return Delta{}, err
	}
	block := &anthropicStreamBlock{index: e.Index}
	s.blocks = append(s.blocks, block)
	var delta Delta
	for _, m := range all {
		delta.append(block.addMember(m.name, m.value))
	}
	return delta, nil
}

// block returns the latest block with the index, or nil.
func (s *anthropicStream) block(index int) *anthropicStreamBlock {
	for _, block := range slices.Backward(s.blocks) {
		if block.index == index {
			return block
		}
	}
	return nil
}

// add adds a piece to the block. Pieces of unknown types are ignored.
func (b *anthropicStreamBlock) add(piece json.RawMessage) (Delta, error) {
	var p struct {
		Type      string          `json:"type"`
		Text      json.RawMessage `json:"text"`
		Input     json.RawMessage `json:"partial_json"`
		Thinking  json.RawMessage `json:"thinking"`
		Signature json.RawMessage `json:"signature"`
		Citation  json.RawMessage `json:"citation"`
	}
	if err := json.Unmarshal(piece, &p); err != nil {
		return Delta{}, err
	}
	switch p.Type {
	case "text_delta":
		return b.addMember("text", p.Text), nil
	case "thinking_delta":
		return b.addMember("thinking", p.Thinking), nil
	case "signature_delta":
		return b.addMember("signature", p.Signature), nil
	case "citations_delta":
		return b.addMember("citations", encode([]json.RawMessage{p.Citation})), nil
	case "input_json_delta":
		if b.input == nil {
			b.input = &jsonString{}
		}
		if isString(p.Input) {
			b.input.add(p.Input)
		}
	}
	return Delta{}, nil
}

// addMember adds a piece of a member. It returns what a program may show of it.
func (b *anthropicStreamBlock) addMember(name string, piece json.RawMessage) (d Delta) {
	if len(piece) == 0 {
		return d
	}
	m := b.members.add(name, piece)
	switch {
	case m.text == nil:
	case name == "text":
		d.Text = m.text.next()
	case name == "thinking":
		d.Reasoning = m.text.next()
	}
	return d
}

// block returns the block of the message. Its input is a string if the pieces
// are not JSON.
func (b *anthropicStreamBlock) block() json.RawMessage {
	block := b.members.object()
	if b.input == nil || len(b.input.raw) == 0 {
		return block
	}
	input := json.RawMessage(b.input.text())
	if !json.Valid(input) {
		input = b.input.value()
	}
	return setMember(block, "input", input)
}

// body implements collector.
func (s *anthropicStream) body() []byte {
	if !s.isComplete {
		return nil
	}
	slices.SortStableFunc(s.blocks, func(a, b *anthropicStreamBlock) int { return a.index - b.index })
	content := make([]json.RawMessage, len(s.blocks))
	for i, b := range s.blocks {
		content[i] = b.block()
	}
	return encode(map[string]any{"content": content, "stop_reason": s.stop})
}

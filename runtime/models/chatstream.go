package models

import (
	"encoding/json"
	"strings"
)

// chatStream collects the chunks of a chat completion.
type chatStream struct {
	message objectBuilder // without the calls
	calls   chatStreamCalls
	finish  string
}

func newChatStream() collector { return &chatStream{} }

// add implements collector.
func (s *chatStream) add(event []byte) (Delta, error) {
	var chunk struct {
		Choices []struct {
			Index  int             `json:"index"`
			Delta  json.RawMessage `json:"delta"`
			Finish string          `json:"finish_reason"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(event, &chunk); err != nil {
		return Delta{}, err
	}
	var sum Delta
	for _, choice := range chunk.Choices {
		if choice.Index != 0 {
			continue
		}
		if choice.Finish != "" {
			s.finish = choice.Finish
		}
		if len(choice.Delta) == 0 || string(choice.Delta) == "null" {
			continue
		}
		delta, err := s.addDelta(choice.Delta)
		if err != nil {
			return Delta{}, err
		}
		sum.append(delta)
	}
	return sum, nil
}

// addDelta adds the members of a delta.
func (s *chatStream) addDelta(delta json.RawMessage) (Delta, error) {
	all, err := membersOf(delta)
	if err != nil {
		return Delta{}, err
	}
	var sum Delta
	for _, m := range all {
		switch {
		case m.name == "tool_calls":
			var pieces []chatCallPiece
			if err := json.Unmarshal(m.value, &pieces); err != nil {
				return Delta{}, err
			}
			for i := range pieces {
				s.calls.add(&pieces[i])
			}
		case m.name == "role" && s.message.get("role") != nil:
			// Some servers repeat the role in every chunk.
		default:
			sum.append(s.addMember(m))
		}
	}
	return sum, nil
}

// addMember adds a piece of a member of the message. It returns what a program
// may show of it.
func (s *chatStream) addMember(m member) (d Delta) {
	added := s.message.add(m.name, m.value)
	isText := m.name == "content" || m.name == "refusal"
	if !isText && !strings.HasPrefix(m.name, "reasoning") {
		return d
	}
	text := contentText(m.value)
	if added.text != nil {
		text = added.text.next()
	}
	if isText {
		d.Text = text
	} else {
		d.Reasoning = text
	}
	return d
}

// body implements collector.
func (s *chatStream) body() []byte {
	if s.finish == "" {
		return nil
	}
	message := s.message.object()
	if len(s.calls) > 0 {
		message = setMember(message, "tool_calls", s.calls.encode())
	}
	return encode(map[string]any{"choices": []any{map[string]any{"message": message, "finish_reason": s.finish}}})
}

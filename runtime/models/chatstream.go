package models

import (
	"encoding/json"
	"strings"
)

// chatStream collects the chunks of chat completions.
type chatStream struct {
	message texts // but the calls
	calls   []*chatStreamCall
	finish  string
}

// chatStreamCall is a call of which chunks bring pieces.
type chatStreamCall struct {
	index     int
	id, name  string
	arguments strings.Builder
}

func newChatStream() collector { return &chatStream{} }

// chatDelta is what matters in a piece of a call. Servers may leave the index
// out.
type chatDelta struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

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
		d, err := s.delta(choice.Delta)
		if err != nil {
			return Delta{}, err
		}
		sum.Text, sum.Reasoning = sum.Text+d.Text, sum.Reasoning+d.Reasoning
	}
	return sum, nil
}

// delta adds the members of a delta.
func (s *chatStream) delta(delta json.RawMessage) (Delta, error) {
	all, err := members(delta)
	if err != nil {
		return Delta{}, err
	}
	var d Delta
	for _, m := range all {
		if m.name == "tool_calls" {
			var calls []chatDelta
			if err := json.Unmarshal(m.value, &calls); err != nil {
				return Delta{}, err
			}
			for i := range calls {
				s.call(&calls[i])
			}
			continue
		}
		switch {
		case m.name == "role" && s.message.get("role") != nil:
			continue // some servers repeat it in every chunk
		case m.name == "content" || m.name == "refusal":
			d.Text += chatText(m.value)
		case strings.HasPrefix(m.name, "reasoning"):
			d.Reasoning += chatText(m.value)
		}
		s.message.add(m.name, m.value)
	}
	return d, nil
}

// call adds a piece of a call. A piece belongs to the call with its index. A
// piece with another id begins a call of its own: some servers give all calls
// the index 0.
func (s *chatStream) call(piece *chatDelta) {
	var call *chatStreamCall
	for _, known := range s.calls {
		if piece.Index != nil && known.index == *piece.Index {
			call = known // the last one with the index
		}
	}
	if piece.Index == nil && piece.ID == "" && len(s.calls) > 0 {
		call = s.calls[len(s.calls)-1]
	}
	if call == nil || piece.ID != "" && call.id != "" && piece.ID != call.id {
		call = &chatStreamCall{index: len(s.calls)}
		if piece.Index != nil {
			call.index = *piece.Index
		}
		s.calls = append(s.calls, call)
	}
	if piece.ID != "" {
		call.id = piece.ID
	}
	if piece.Function.Name != "" {
		call.name = piece.Function.Name // some servers repeat it
	}
	call.arguments.WriteString(piece.Function.Arguments)
}

func (s *chatStream) body() []byte {
	if s.finish == "" {
		return nil
	}
	message := objectOf(s.message.all)
	if s.message.get("role") == nil {
		message = with(message, "role", encode("assistant"))
	}
	var calls []any
	for _, call := range s.calls {
		calls = append(calls, map[string]any{
			"id": call.id, "type": "function",
			"function": map[string]any{"name": call.name, "arguments": call.arguments.String()},
		})
	}
	if calls != nil {
		message = with(message, "tool_calls", encode(calls))
	}
	return encode(map[string]any{"choices": []any{map[string]any{"message": message, "finish_reason": s.finish}}})
}

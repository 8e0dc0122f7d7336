package models

import (
	"encoding/json"
)

// geminiStream collects the chunks of streamGenerateContent. Each has parts of
// the content.
type geminiStream struct {
	parts    []json.RawMessage
	finish   string
	feedback json.RawMessage
}

func newGeminiStream() collector { return &geminiStream{} }

func (s *geminiStream) add(event []byte) (Delta, error) {
	var chunk struct {
		Candidates []struct {
			Content struct {
				Parts []json.RawMessage `json:"parts"`
			} `json:"content"`
			Finish string `json:"finishReason"`
		} `json:"candidates"`
		Feedback json.RawMessage `json:"promptFeedback"`
	}
	if err := json.Unmarshal(event, &chunk); err != nil {
		return Delta{}, err
	}
	if len(chunk.Feedback) > 0 {
		s.feedback = chunk.Feedback
	}
	var sum Delta
	if len(chunk.Candidates) == 0 {
		return sum, nil
	}
	candidate := &chunk.Candidates[0]
	if candidate.Finish != "" {
		s.finish = candidate.Finish
	}
	for _, raw := range candidate.Content.Parts {
		var part geminiPart
		if err := json.Unmarshal(raw, &part); err != nil {
			return Delta{}, err
		}
		if part.Thought {
			sum.Reasoning += part.Text
		} else {
			sum.Text += part.Text
		}
		s.part(raw)
	}
	return sum, nil
}

// part adds a part. A text goes on with the text of the part before it, when
// both have nothing but texts of the same kind.
func (s *geminiStream) part(raw json.RawMessage) {
	if n := len(s.parts); n > 0 {
		before, after := plainText(s.parts[n-1]), plainText(raw)
		if before != nil && after != nil && before.Thought == after.Thought {
			s.parts[n-1] = with(s.parts[n-1], "text", encode(before.Text+after.Text))
			return
		}
	}
	s.parts = append(s.parts, raw)
}

// plainText is a part that has a text, perhaps marked as a thought, and nothing
// else; nil for another part.
func plainText(raw json.RawMessage) *geminiPart {
	all, err := members(raw)
	if err != nil {
		return nil
	}
	for _, m := range all {
		if m.name != "text" && m.name != "thought" {
			return nil
		}
	}
	var part geminiPart
	if json.Unmarshal(raw, &part) != nil {
		return nil
	}
	return &part
}

func (s *geminiStream) body() []byte {
	if s.finish == "" {
		if s.feedback == nil {
			return nil
		}
		return encode(map[string]any{"promptFeedback": s.feedback})
	}
	content := map[string]any{"role": "model", "parts": s.parts}
	return encode(map[string]any{"candidates": []any{map[string]any{"content": content, "finishReason": s.finish}}})
}

package models

import (
	"encoding/json"
)

// geminiStream collects the chunks of streamGenerateContent. Each chunk has
// parts of the content.
type geminiStream struct {
	parts    []geminiStreamPart
	finish   string
	feedback json.RawMessage
}

// geminiStreamPart is a part of the content. A text may arrive in pieces.
type geminiStreamPart struct {
	raw       json.RawMessage // a part that is not a plain text
	text      *jsonString
	isThought bool
}

func newGeminiStream() collector { return &geminiStream{} }

// add implements collector.
func (s *geminiStream) add(event []byte) (Delta, error) {
	var chunk struct {
		Candidates []geminiCandidate `json:"candidates"`
		Feedback   json.RawMessage   `json:"promptFeedback"`
	}
	if err := json.Unmarshal(event, &chunk); err != nil {
		return Delta{}, err
	}
	if len(chunk.Feedback) > 0 {
		s.feedback = chunk.Feedback
	}
	var sum Delta
	for _, candidate := range chunk.Candidates {
		if candidate.Index != 0 {
			continue
		}
		delta, err := s.addCandidate(&candidate)
		if err != nil {
			return Delta{}, err
		}
		sum.append(delta)
	}
	return sum, nil
}

// addCandidate adds the parts of a candidate.
func (s *geminiStream) addCandidate(candidate *geminiCandidate) (Delta, error) {
	if candidate.Finish != "" {
		s.finish = candidate.Finish
	}
	var content struct {
		Parts []json.RawMessage `json:"parts"`
	}
	if len(candidate.Content) > 0 {
		if err := json.Unmarshal(candidate.Content, &content); err != nil {
			return Delta{}, err
		}
	}
	var sum Delta
	for _, raw := range content.Parts {
		delta, err := s.addPart(raw)
		if err != nil {
			return Delta{}, err
		}
		sum.append(delta)
	}
	return sum, nil
}

// addPart adds a part. A plain text continues the text of the part before it if
// both are thoughts or both are not.
func (s *geminiStream) addPart(raw json.RawMessage) (d Delta, err error) {
	var part geminiPart
	if err := json.Unmarshal(raw, &part); err != nil {
		return d, err
	}
	text := part.Text
	if piece, isThought, ok := plainGeminiText(raw); ok {
		last := len(s.parts) - 1
		if last < 0 || s.parts[last].text == nil || s.parts[last].isThought != isThought {
			s.parts = append(s.parts, geminiStreamPart{text: &jsonString{}, isThought: isThought})
			last++
		}
		s.parts[last].text.add(piece)
		text = s.parts[last].text.next()
	} else {
		s.parts = append(s.parts, geminiStreamPart{raw: raw})
	}
	if part.Thought {
		d.Reasoning = text
	} else {
		d.Text = text
	}
	return d, nil
}

// plainGeminiText returns the JSON string of a part that has only a text and,
// optionally, the mark of a thought. ok is false for any other part.
func plainGeminiText(raw json.RawMessage) (text json.RawMessage, isThought, ok bool) {
	all, err := membersOf(raw)
	if err != nil {
		return nil, false, false
	}
	for _, m := range all {
		switch m.name {
		case "text":
			text = m.value
		case "thought":
			isThought = string(m.value) == "true"
		default:
			return nil, false, false
		}
	}
	return text, isThought, len(text) > 0 && text[0] == '"'
}

// part returns the JSON of the part.
func (p *geminiStreamPart) part() json.RawMessage {
	if p.text == nil {
		return p.raw
	}
	all := []member{{"text", p.text.value()}}
	if p.isThought {
		all = append(all, member{"thought", json.RawMessage("true")})
	}
	return objectOf(all)
}

// body implements collector.
func (s *geminiStream) body() []byte {
	if s.finish == "" {
		if s.feedback == nil {
			return nil
		}
		return encode(map[string]any{"promptFeedback": s.feedback})
	}
	parts := make([]json.RawMessage, len(s.parts))
	for i := range s.parts {
		parts[i] = s.parts[i].part()
	}
	content := map[string]any{"role": "model", "parts": parts}
	return encode(map[string]any{"candidates": []any{map[string]any{"content": content, "finishReason": s.finish}}})
}

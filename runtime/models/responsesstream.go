package models

import (
	"encoding/json"
	"maps"
	"slices"
)

// responsesStream collects the events of responses.
type responsesStream struct {
	items    map[int]json.RawMessage // that are complete, by their index
	response json.RawMessage         // the last event's; nil until it comes
}

func newResponsesStream() collector {
	return &responsesStream{items: make(map[int]json.RawMessage)}
}

func (s *responsesStream) add(event []byte) (Delta, error) {
	var e struct {
		Type     string          `json:"type"`
		Index    int             `json:"output_index"`
		Item     json.RawMessage `json:"item"`
		Delta    json.RawMessage `json:"delta"`
		Response json.RawMessage `json:"response"`
		Code     string          `json:"code"`
		Message  string          `json:"message"`
	}
	if err := json.Unmarshal(event, &e); err != nil {
		return Delta{}, err
	}
	switch e.Type {
	case "error":
		return Delta{}, &ResponseError{API: OpenAIResponses.name, Type: orText(e.Code, "error"), Message: e.Message, Body: beginning(event)}
	case "response.output_item.done":
		s.items[e.Index] = e.Item
	case "response.completed", "response.incomplete", "response.failed":
		s.response = e.Response
	case "response.output_text.delta", "response.refusal.delta":
		return Delta{Text: chatText(e.Delta)}, nil
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		return Delta{Reasoning: chatText(e.Delta)}, nil
	}
	return Delta{}, nil
}

// body is the response of the last event. Some servers leave its output empty,
// because all items came before.
func (s *responsesStream) body() []byte {
	if s.response == nil {
		return nil
	}
	var response struct {
		Output []json.RawMessage `json:"output"`
	}
	if json.Unmarshal(s.response, &response) != nil || len(response.Output) > 0 || len(s.items) == 0 {
		return s.response
	}
	for _, i := range slices.Sorted(maps.Keys(s.items)) {
		response.Output = append(response.Output, s.items[i])
	}
	return with(s.response, "output", encode(response.Output))
}

// orText is the text, or another one when it is empty.
func orText(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

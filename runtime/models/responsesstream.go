package models

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
)

// responsesStream collects the events of a response.
type responsesStream struct {
	items    map[int]json.RawMessage // the complete items by their index
	response json.RawMessage         // the response of the last event; nil before this event
	texts    map[string]*jsonString  // what the deltas of each type have
}

func newResponsesStream() collector {
	return &responsesStream{items: make(map[int]json.RawMessage), texts: make(map[string]*jsonString)}
}

// responsesEvent has the members of an event that this package reads.
type responsesEvent struct {
	Type     string          `json:"type"`
	Index    int             `json:"output_index"`
	Item     json.RawMessage `json:"item"`
	Delta    json.RawMessage `json:"delta"`
	Response json.RawMessage `json:"response"`
	Code     string          `json:"code"`
	Message  string          `json:"message"`
}

// responsesEvents are the types of the events that this package reads.
var responsesEvents = map[string]bool{
	"error": true, "response.output_item.done": true,
	"response.completed": true, "response.incomplete": true, "response.failed": true,
	"response.output_text.delta": true, "response.refusal.delta": true,
	"response.reasoning_summary_text.delta": true, "response.reasoning_text.delta": true,
}

// add implements collector.
func (s *responsesStream) add(event []byte) (Delta, error) {
	var e responsesEvent
	if err := json.Unmarshal(event, &e); err != nil && responsesEvents[e.Type] {
		return Delta{}, err
	}
	switch e.Type {
	case "error":
		return Delta{}, &ResponseError{API: OpenAIResponses.name, Type: cmp.Or(e.Code, "error"), Message: e.Message, Body: beginning(event)}
	case "response.output_item.done":
		if len(e.Item) > 0 {
			s.items[e.Index] = e.Item
		}
	case "response.completed", "response.incomplete", "response.failed":
		s.response = e.Response
	case "response.output_text.delta", "response.refusal.delta":
		return Delta{Text: s.text(&e)}, nil
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		return Delta{Reasoning: s.text(&e)}, nil
	}
	return Delta{}, nil
}

// text returns the text of a delta. An incomplete code point at the end is kept
// for the next delta of the same type.
func (s *responsesStream) text(e *responsesEvent) string {
	if !isString(e.Delta) {
		return ""
	}
	collected := s.texts[e.Type]
	if collected == nil {
		collected = &jsonString{}
		s.texts[e.Type] = collected
	}
	collected.add(e.Delta)
	return collected.next()
}

// body returns the response of the last event. Some servers leave its output
// empty, because all items came before.
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
	return setMember(s.response, "output", encode(response.Output))
}

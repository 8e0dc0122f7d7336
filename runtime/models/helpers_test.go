package models_test

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/models"
)

// apis are all APIs by a short name.
var apis = map[string]*models.API{
	"chat": models.OpenAIChat, "responses": models.OpenAIResponses, "anthropic": models.Anthropic, "gemini": models.Gemini,
}

// call is a call as tests write it.
func call(id, name, args string) runtime.ToolCall {
	return runtime.ToolCall{ID: id, Name: name, Args: json.RawMessage(args)}
}

func raw(texts ...string) []json.RawMessage {
	var all []json.RawMessage
	for _, text := range texts {
		all = append(all, json.RawMessage(text))
	}
	return all
}

func texts(all []json.RawMessage) []string {
	var texts []string
	for _, m := range all {
		texts = append(texts, string(m))
	}
	return texts
}

package models

import (
	"encoding/json"

	"github.com/toolgen/toolgen/runtime"
)

// chatResultMessage is a message with a result, or with the images of results.
type chatResultMessage struct {
	Role    string `json:"role"`
	ID      string `json:"tool_call_id,omitempty"`
	Content any    `json:"content"`
}

// chatPart is a content part of a message of the user.
type chatPart struct {
	Type  string        `json:"type"`
	Text  string        `json:"text,omitempty"`
	Image *chatImageURL `json:"image_url,omitempty"`
}

// chatImageURL is the URL of an image.
type chatImageURL struct {
	URL string `json:"url"`
}

// chatResults returns one message for each result. The content of these
// messages is text only, so a message of the user with all images follows them.
func chatResults(results []runtime.CallResult) []json.RawMessage {
	var messages []json.RawMessage
	var imageParts []chatPart
	for i := range results {
		text, images := splitContent(contentOf(&results[i], isImage))
		for n := range images {
			imageParts = append(imageParts, chatPart{Type: "text", Text: "An image of the result of " + results[i].Name + ":"},
				chatPart{Type: "image_url", Image: &chatImageURL{images[n].dataURL()}})
		}
		if len(images) > 0 && text == "" {
			text = "[the image follows]"
		}
		messages = append(messages, encode(chatResultMessage{"tool", results[i].ID, text}))
	}
	if len(imageParts) > 0 {
		messages = append(messages, encode(chatResultMessage{Role: "user", Content: imageParts}))
	}
	return messages
}

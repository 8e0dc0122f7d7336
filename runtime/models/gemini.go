package models

import (
	"encoding/json"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// geminiCandidate is one candidate of a response.
type geminiCandidate struct {
	Content json.RawMessage `json:"content"`
	Finish  string          `json:"finishReason"`
}

// geminiPart is what matters in a part of a content.
type geminiPart struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought"`
	Call    *struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
}

// geminiRefusals are the reasons with which the provider ends an answer that it
// does not allow.
var geminiRefusals = map[string]bool{
	"SAFETY": true, "RECITATION": true, "BLOCKLIST": true, "PROHIBITED_CONTENT": true, "SPII": true,
	"IMAGE_SAFETY": true, "IMAGE_PROHIBITED_CONTENT": true, "LANGUAGE": true,
}

func readGemini(body []byte) (*Reply, error) {
	var response struct {
		Candidates []geminiCandidate `json:"candidates"`
		Feedback   struct {
			Reason string `json:"blockReason"`
		} `json:"promptFeedback"`
	}
	if err := json.Unmarshal(body, &response); err != nil {
		return nil, err
	}
	if len(response.Candidates) == 0 {
		if response.Feedback.Reason != "" {
			return &Reply{Stop: response.Feedback.Reason, Refused: true}, nil
		}
		return nil, errors.New("it has no candidates")
	}
	candidate := &response.Candidates[0]
	reply := &Reply{Stop: candidate.Finish, Truncated: candidate.Finish == "MAX_TOKENS", Refused: geminiRefusals[candidate.Finish]}
	return reply, reply.geminiContent(candidate.Content)
}

// geminiContent adds the content of a candidate. There may be none, for example
// when the model wrote a call that the provider could not read.
func (r *Reply) geminiContent(content json.RawMessage) error {
	if len(content) == 0 {
		return nil
	}
	var message struct {
		Role  string            `json:"role"`
		Parts []json.RawMessage `json:"parts"`
	}
	if err := json.Unmarshal(content, &message); err != nil {
		return err
	}
	if len(message.Parts) == 0 {
		return nil // the API takes no content without parts
	}
	for _, raw := range message.Parts {
		var part geminiPart
		if err := json.Unmarshal(raw, &part); err != nil {
			return err
		}
		if !part.Thought {
			r.Text += part.Text
		}
		if part.Call != nil {
			r.Calls = append(r.Calls, runtime.ToolCall{ID: part.Call.ID, Name: part.Call.Name, Args: part.Call.Args})
		}
	}
	if message.Role == "" {
		content = with(content, "role", encode("model"))
	}
	r.Messages = []json.RawMessage{content}
	return nil
}

// geminiResults is one content with all results, and after them the images and
// other data of the results.
func geminiResults(results []runtime.CallResult) []json.RawMessage {
	type response struct {
		ID       string            `json:"id,omitempty"`
		Name     string            `json:"name"`
		Response map[string]string `json:"response"`
	}
	type inline struct {
		MIME string `json:"mimeType"`
		Data string `json:"data"`
	}
	type part struct {
		Response *response `json:"functionResponse,omitempty"`
		Text     string    `json:"text,omitempty"`
		Inline   *inline   `json:"inlineData,omitempty"`
	}
	var parts, shown []part
	for i := range results {
		r := &results[i]
		text, data := joined(pieces(r, func(string) bool { return true }))
		key := "output"
		if !r.Result.OK {
			key = "error"
		}
		parts = append(parts, part{Response: &response{r.ID, r.Name, map[string]string{key: text}}})
		for _, p := range data {
			shown = append(shown, part{Text: "A part of the result of " + r.Name + ":"}, part{Inline: &inline{p.mime, p.data}})
		}
	}
	return []json.RawMessage{encode(struct {
		Role  string `json:"role"`
		Parts []part `json:"parts"`
	}{"user", append(parts, shown...)})}
}

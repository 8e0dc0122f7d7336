package models

import (
	"encoding/json"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// geminiCandidate is one candidate of a response.
type geminiCandidate struct {
	Index   int             `json:"index"`
	Content json.RawMessage `json:"content"`
	Finish  string          `json:"finishReason"`
}

// geminiPart has the members of a part that this package reads.
type geminiPart struct {
	Text    string          `json:"text"`
	Thought bool            `json:"thought"`
	Call    json.RawMessage `json:"functionCall"`
}

// geminiCall is a call of a function. Without an id, the provider matches
// results by their order.
type geminiCall struct {
	ID   string          `json:"id"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

// The reasons to stop with which the provider refuses an answer, and those with
// which it leaves out a call that it cannot read.
var (
	geminiRefusals = map[string]bool{
		"SAFETY": true, "RECITATION": true, "BLOCKLIST": true, "PROHIBITED_CONTENT": true, "SPII": true,
		"IMAGE_SAFETY": true, "IMAGE_PROHIBITED_CONTENT": true, "LANGUAGE": true,
	}
	geminiMalformed = map[string]bool{"MALFORMED_FUNCTION_CALL": true, "UNEXPECTED_TOOL_CALL": true, "MALFORMED_RESPONSE": true}
)

// readGemini reads a response of generateContent.
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
	reply := &Reply{
		Stop: candidate.Finish, Truncated: candidate.Finish == "MAX_TOKENS",
		Refused: geminiRefusals[candidate.Finish], Malformed: geminiMalformed[candidate.Finish],
	}
	return reply, reply.addGeminiContent(candidate.Content)
}

// addGeminiContent adds the content of a candidate. A candidate may have none.
func (r *Reply) addGeminiContent(content json.RawMessage) error {
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
	accepted, changed, err := r.addGeminiParts(message.Parts)
	if err != nil || len(accepted) == 0 {
		return err // the API refuses a content without parts
	}
	if changed {
		content = setMember(content, "parts", encode(accepted))
	}
	if message.Role == "" {
		content = setMember(content, "role", encode("model"))
	}
	r.Messages = []json.RawMessage{content}
	return nil
}

// addGeminiParts adds the texts and calls of parts. It returns the parts in a
// form that the provider accepts, and whether they differ.
func (r *Reply) addGeminiParts(parts []json.RawMessage) (accepted []json.RawMessage, changed bool, err error) {
	for i, raw := range parts {
		var part geminiPart
		if err := json.Unmarshal(raw, &part); err != nil {
			return nil, false, err
		}
		if isEmptyGeminiText(raw) {
			changed = true
			continue
		}
		if !part.Thought {
			r.Text += part.Text
		}
		if isObject(part.Call) {
			added, err := r.addGeminiCall(raw, part.Call)
			if err != nil {
				return nil, false, err
			}
			changed = changed || string(added) != string(raw)
			raw = added
			if r.Truncated && i == len(parts)-1 {
				r.removeClosingBrace() // the provider closes the arguments of a cut off call
			}
		}
		accepted = append(accepted, raw)
	}
	return accepted, changed, nil
}

// isEmptyGeminiText reports whether a part has nothing but an empty text. The
// API refuses such a part.
func isEmptyGeminiText(raw json.RawMessage) bool {
	text, _, ok := plainGeminiText(raw)
	return ok && len(text) == len(`""`)
}

// addGeminiCall adds a call. It returns the part in a form that the provider
// accepts.
func (r *Reply) addGeminiCall(raw, object json.RawMessage) (json.RawMessage, error) {
	var call geminiCall
	if err := json.Unmarshal(object, &call); err != nil {
		return nil, err
	}
	arguments := argumentText(call.Args)
	if call.Args != nil && !isObject(call.Args) {
		raw = setMember(raw, "functionCall", setMember(object, "args", argumentObject(arguments)))
	}
	r.addCall(call.ID, call.Name, arguments)
	return raw, nil
}

// geminiResults returns one content with all results. Images and other data of
// the results are after the last result.
func geminiResults(results []runtime.CallResult) []json.RawMessage {
	type response struct {
		ID       string            `json:"id,omitempty"`
		Name     string            `json:"name"`
		Response map[string]string `json:"response"`
	}
	type inlineData struct {
		MIME string `json:"mimeType"`
		Data string `json:"data"`
	}
	type part struct {
		Response *response   `json:"functionResponse,omitempty"`
		Text     string      `json:"text,omitempty"`
		Inline   *inlineData `json:"inlineData,omitempty"`
	}
	var parts, dataParts []part
	for i := range results {
		r := &results[i]
		text, data := splitContent(contentOf(r, isGeminiMedia))
		key := "output"
		if !r.Result.OK {
			key = "error"
		}
		parts = append(parts, part{Response: &response{r.ID, r.Name, map[string]string{key: text}}})
		for _, p := range data {
			dataParts = append(dataParts, part{Text: "A part of the result of " + r.Name + ":"}, part{Inline: &inlineData{p.mime, p.data}})
		}
	}
	return []json.RawMessage{encode(struct {
		Role  string `json:"role"`
		Parts []part `json:"parts"`
	}{"user", append(parts, dataParts...)})}
}

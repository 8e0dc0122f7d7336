package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/decode"
)

// wireResult is a result of tools/call.
type wireResult struct {
	Type       string            `json:"resultType"`
	Content    []json.RawMessage `json:"content"`
	Structured json.RawMessage   `json:"structuredContent"`
	IsError    bool              `json:"isError"`
}

// wireContent is a part of a result. Its fields are those of all kinds.
type wireContent struct {
	Type        string        `json:"type"`
	Text        string        `json:"text"`
	Data        []byte        `json:"data"`
	MIME        string        `json:"mimeType"`
	URI         string        `json:"uri"`
	Name        string        `json:"name"`
	Title       string        `json:"title"`
	Description string        `json:"description"`
	Size        *int64        `json:"size"`
	Resource    *wireResource `json:"resource"`
}

// wireResource is an embedded resource.
type wireResource struct {
	URI  string `json:"uri"`
	MIME string `json:"mimeType"`
	Text string `json:"text"`
	Blob []byte `json:"blob"`
}

// readResult returns a result for the runtime. The text is the answer as the
// server wrote it.
func (b *Bridge) readResult(d *remoteTool, text json.RawMessage) runtime.Result {
	var answer wireResult
	if err := json.Unmarshal(text, &answer); err != nil || !isObject(text) {
		return b.withoutAnswer(fmt.Errorf("its result is not valid: %.100q", text))
	}
	if answer.Type == "input_required" {
		return runtime.Fail(runtime.NotAvailable, "The server %s requires input of the user or of a model, which this program does not give to it.", b.options.Name)
	}
	var parts []runtime.Part
	for _, content := range answer.Content {
		parts = append(parts, readContent(content))
	}
	result := runtime.Mixed(parts...)
	if answer.IsError {
		return failure(result, "The tool failed without a message.")
	}
	if len(answer.Structured) == 0 || string(answer.Structured) == "null" {
		return result
	}
	structured := bytes.ToValidUTF8(answer.Structured, []byte("\uFFFD"))
	if problem := d.checkOutput(structured); problem != "" {
		failed := failure(result, "")
		failed.Error = fmt.Sprintf("The call may have taken effect, but the structured content of the server %s violates the output schema of the tool: %s\n%s", b.options.Name, problem, failed.Error)
		failed.Reason = ReasonInvalidOutput
		return failed
	}
	if isObject(structured) { // the runtime has no other structured content
		result.Structured = structured
	}
	if len(parts) == 0 {
		result.Value = string(structured) // the model sees only the text
	}
	return result
}

// failure returns a failure with the text and the parts of a result. The text is
// used if the result has none.
func failure(result runtime.Result, text string) runtime.Result {
	if result.Value != "" {
		text = result.Value
	}
	failed := runtime.Fail(runtime.ExecutionFailed, "%s", text)
	failed.Parts = result.Parts
	return failed
}

// isObject reports whether a JSON text is an object.
func isObject(text json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) }

// readContent returns a part of a result. A part that is not valid, or of an
// unknown kind, becomes a text that says so.
func readContent(text json.RawMessage) runtime.Part {
	var c wireContent
	if err := json.Unmarshal(text, &c); err != nil {
		return runtime.TextPart("[A part of the result is not valid and was left out.]")
	}
	switch {
	case c.Type == "text":
		return runtime.TextPart(c.Text)
	case c.Type == "image":
		return runtime.ImagePart(c.MIME, c.Data)
	case c.Type == "audio":
		return runtime.AudioPart(c.MIME, c.Data)
	case c.Type == "resource" && c.Resource != nil:
		part := runtime.Part{Kind: runtime.PartResource, URI: c.Resource.URI, MIME: c.Resource.MIME, Text: c.Resource.Text}
		if c.Resource.Blob != nil {
			part.Text, part.Data = "", c.Resource.Blob
		}
		return part
	case c.Type == "resource_link":
		return runtime.Part{
			Kind: runtime.PartResourceLink, URI: c.URI, Name: c.Name, Title: c.Title, Description: c.Description, MIME: c.MIME, Size: c.Size,
		}
	}
	return runtime.TextPart(fmt.Sprintf("[A part of the kind %q was left out.]", measure.Clip(c.Type, 40)))
}

// checkOutput returns how structured content violates the output schema; empty
// if it does not.
func (d *remoteTool) checkOutput(structured json.RawMessage) string {
	if d.output == nil {
		return ""
	}
	var decoder decode.D
	decoder.Reset(structured, decode.Options{MaxBytes: len(structured) + 1, NoRepair: true})
	if d.output.Decode(&decoder) != nil {
		return ""
	}
	return measure.Clip(fmt.Sprint(decoder.Err(d.name)), maxErrorChars)
}

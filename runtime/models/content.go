package models

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// contentPart is a part of a result in the form that all APIs share: a text, or
// data of a media type.
type contentPart struct {
	text string
	mime string // empty for a text
	data string // base64
}

// contentOf returns the content of a result. supports reports whether the API
// accepts data of a media type. A text describes all other data.
func contentOf(r *runtime.CallResult, supports func(mime string) bool) []contentPart {
	var parts []contentPart
	for i, part := range resultParts(&r.Result) {
		p := contentPartOf(&part, supports)
		if i == 0 && !r.Result.OK {
			p.text = failureText(&r.Result, p.text)
		}
		if p != (contentPart{}) {
			parts = append(parts, p)
		}
	}
	return parts
}

// resultParts returns the parts of a result. The first part of a failure is a
// text, which may be empty.
func resultParts(r *runtime.Result) []runtime.Part {
	parts := r.Content()
	if !r.OK && r.Error == "" {
		parts = append([]runtime.Part{runtime.TextPart("")}, parts...)
	}
	return parts
}

// failureText returns the text of a failed call, which begins with the code and,
// if there is one, the reason.
func failureText(r *runtime.Result, text string) string {
	code := string(r.Code)
	if r.Reason != "" {
		code += " (" + r.Reason + ")"
	}
	if text == "" {
		return code
	}
	return code + ": " + text
}

// contentPartOf converts a part of a result. The zero value means that the part has
// no content.
func contentPartOf(p *runtime.Part, supports func(mime string) bool) contentPart {
	switch {
	case p.Kind == runtime.PartText:
		return contentPart{text: p.Text}
	case p.Kind == runtime.PartResourceLink:
		return contentPart{text: strings.TrimSpace(p.Name + " " + p.URI)}
	case p.Kind == runtime.PartResource && p.Data == nil:
		return contentPart{text: p.Text}
	case len(p.Data) > 0 && supports(p.MIME):
		return contentPart{mime: p.MIME, data: base64.StdEncoding.EncodeToString(p.Data)}
	case len(p.Data) > 0:
		return contentPart{text: fmt.Sprintf("[%s of %d bytes, %s: this API cannot show it]", p.Kind, len(p.Data), p.MIME)}
	}
	return contentPart{}
}

// splitContent returns the texts, joined with line feeds, and the parts with
// data.
func splitContent(parts []contentPart) (text string, data []contentPart) {
	var texts []string
	for _, p := range parts {
		if p.mime == "" {
			texts = append(texts, p.text)
		} else {
			data = append(data, p)
		}
	}
	return strings.Join(texts, "\n"), data
}

// dataURL returns the data as a URL.
func (p *contentPart) dataURL() string { return "data:" + p.mime + ";base64," + p.data }

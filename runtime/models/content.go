package models

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// piece is a part of a result as an API shows it: a text, or data of a media
// type.
type piece struct {
	text string
	mime string // empty for a text
	data string // base64
}

// pieces are the content of a result. shows reports whether the API takes data
// of a media type; the model is told of other data in a text.
func pieces(r *runtime.CallResult, shows func(mime string) bool) []piece {
	var all []piece
	for i, part := range content(&r.Result) {
		p := pieceOf(&part, shows)
		if i == 0 && !r.Result.OK {
			p.text = failure(&r.Result, p.text)
		}
		if p != (piece{}) {
			all = append(all, p)
		}
	}
	return all
}

// content is the content of a result. That of a failure begins with a text,
// even an empty one.
func content(r *runtime.Result) []runtime.Part {
	all := r.Content()
	if !r.OK && r.Error == "" {
		all = append([]runtime.Part{runtime.TextPart("")}, all...)
	}
	return all
}

// failure is the text of a failed call: the code, then what was wrong.
func failure(r *runtime.Result, text string) string {
	if text == "" {
		return string(r.Code)
	}
	return string(r.Code) + ": " + text
}

func pieceOf(p *runtime.Part, shows func(mime string) bool) piece {
	switch {
	case p.Kind == runtime.PartText:
		return piece{text: p.Text}
	case p.Kind == runtime.PartResourceLink:
		return piece{text: strings.TrimSpace(p.Name + " " + p.URI)}
	case p.Kind == runtime.PartResource && p.Data == nil:
		return piece{text: p.Text}
	case len(p.Data) > 0 && shows(p.MIME):
		return piece{mime: p.MIME, data: base64.StdEncoding.EncodeToString(p.Data)}
	case len(p.Data) > 0:
		return piece{text: fmt.Sprintf("[%s of %d bytes, %s: this API cannot show it]", p.Kind, len(p.Data), p.MIME)}
	}
	return piece{}
}

// joined is the texts of pieces, one after the other, and the other pieces.
func joined(all []piece) (text string, data []piece) {
	var texts []string
	for _, p := range all {
		if p.mime == "" {
			texts = append(texts, p.text)
		} else {
			data = append(data, p)
		}
	}
	return strings.Join(texts, "\n"), data
}

// isImage reports whether the media type is one of the images that all
// providers take.
func isImage(mime string) bool {
	switch mime {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
		return true
	}
	return false
}

// dataURL is the data as a URL.
func (p *piece) dataURL() string { return "data:" + p.mime + ";base64," + p.data }

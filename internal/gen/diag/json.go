package diag

import (
	"encoding/json"
	"go/token"
	"io"
)

// These types are the JSON form of diagnostics. Unknown positions have no members.
// Members must not be renamed or removed, because programs read them.
type (
	jsonDiagnostic struct {
		jsonPosition
		jsonEnd
		Code    Code          `json:"code"`
		Message string        `json:"message"`
		Related []jsonRelated `json:"related,omitempty"`
		Fix     string        `json:"fix,omitempty"`
		Edits   []jsonEdit    `json:"edits,omitempty"`
	}
	jsonRelated struct {
		jsonPosition
		Message string `json:"message"`
	}
	jsonEdit struct {
		jsonPosition
		jsonEnd
		Text string `json:"text"`
	}
	jsonPosition struct {
		File   string `json:"file,omitempty"`
		Line   int    `json:"line,omitempty"`
		Column int    `json:"column,omitempty"`
	}
	jsonEnd struct {
		EndLine   int `json:"end_line,omitempty"`
		EndColumn int `json:"end_column,omitempty"`
	}
)

// WriteJSON prints the diagnostics for programs, sorted and merged: a JSON
// array of objects with file, line, column, end_line, end_column, code,
// message, related, fix and edits. Columns count bytes from 1, ends are
// excluded. No diagnostics give an empty array.
func WriteJSON(w io.Writer, list []Diagnostic, o *Options) error {
	array := make([]jsonDiagnostic, 0, len(list))
	for _, d := range Sorted(list) {
		array = append(array, o.json(d))
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(array)
}

// json converts a diagnostic to its JSON form.
func (o *Options) json(d Diagnostic) jsonDiagnostic {
	out := jsonDiagnostic{
		jsonPosition: o.jsonPosition(d.Pos),
		jsonEnd:      jsonEnd{d.End.Line, d.End.Column},
		Code:         d.Code,
		Message:      d.Message,
		Fix:          d.Fix,
	}
	for _, r := range d.Related {
		out.Related = append(out.Related, jsonRelated{o.jsonPosition(r.Pos), r.Message})
	}
	for _, e := range d.Edits {
		out.Edits = append(out.Edits, jsonEdit{o.jsonPosition(e.Pos), jsonEnd{e.End.Line, e.End.Column}, e.Text})
	}
	return out
}

// jsonPosition converts a position to its JSON form.
func (o *Options) jsonPosition(p token.Position) jsonPosition {
	return jsonPosition{o.path(p.Filename), p.Line, p.Column}
}

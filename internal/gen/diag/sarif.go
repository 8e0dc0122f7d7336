package diag

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"strings"
)

// These types are the part of SARIF 2.1.0 (OASIS) that the diagnostics need.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
		FullDescription  sarifText `json:"fullDescription"`
		Help             sarifText `json:"help"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted sarifText   `json:"insertedContent"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
)

// WriteSARIF prints the diagnostics, sorted and merged, as a log of SARIF 2.1.0, which
// GitHub code scanning and editors read. Paths are relative to Base if they are in it.
func WriteSARIF(w io.Writer, list []Diagnostic, o *Options) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "toolgen", Rules: []sarifRule{}}
	used := make(map[Code]bool)
	lines := &excerpts{}
	for _, d := range Sorted(list) {
		if e, ok := Explain(d.Code); ok && !used[d.Code] {
			used[d.Code] = true
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{string(e.Code), sarifText{e.Title}, sarifText{e.Text}, sarifText{e.Fix}})
		}
		run.Results = append(run.Results, o.sarif(&d, lines))
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// sarif converts a diagnostic to a result.
func (o *Options) sarif(d *Diagnostic, lines *excerpts) sarifResult {
	result := sarifResult{RuleID: string(d.Code), Level: "error", Message: sarifText{d.Message}}
	if d.Fix != "" {
		result.Message.Text += "\nfix: " + d.Fix
	}
	if d.Pos.Filename != "" {
		result.Locations = []sarifLocation{o.sarifLocation(d, lines)}
	}
	for i, r := range d.Related {
		if r.Pos.Filename != "" {
			location := o.sarifLocation(&Diagnostic{Pos: r.Pos}, lines)
			location.ID, location.Message = i+1, &sarifText{r.Message}
			result.Related = append(result.Related, location)
		}
	}
	if fix := o.sarifFix(d, lines); len(fix.Changes) > 0 {
		result.Fixes = []sarifFix{fix}
	}
	return result
}

// sarifFix converts the edits of a diagnostic, one change for each edit.
func (o *Options) sarifFix(d *Diagnostic, lines *excerpts) sarifFix {
	fix := sarifFix{Description: sarifText{d.Fix}}
	for _, e := range d.Edits {
		at := o.sarifLocation(&Diagnostic{Pos: e.Pos, End: e.End}, lines).Physical
		if at.Region != nil {
			fix.Changes = append(fix.Changes, sarifChange{at.Artifact, []sarifReplacement{{*at.Region, sarifText{e.Text}}}})
		}
	}
	return fix
}

// sarifLocation converts a position. Columns count code points if the file can be
// read, and bytes otherwise.
func (o *Options) sarifLocation(d *Diagnostic, lines *excerpts) (l sarifLocation) {
	path := o.path(d.Pos.Filename)
	uri := url.URL{Path: filepath.ToSlash(path)}
	if filepath.IsAbs(path) {
		uri.Scheme = "file"
		if !strings.HasPrefix(uri.Path, "/") { // a volume of Windows
			uri.Path = "/" + uri.Path
		}
	}
	l.Physical.Artifact.URI = uri.String()
	if d.Pos.Line > 0 {
		column := func(line, column int) int { return lines.codePoints(d.Pos.Filename, line, column) }
		l.Physical.Region = &sarifRegion{d.Pos.Line, column(d.Pos.Line, d.Pos.Column), d.End.Line, column(d.End.Line, d.End.Column)}
	}
	return l
}

// codePoints converts a column in bytes to one in code points, both from 1.
func (e *excerpts) codePoints(name string, line, column int) int {
	lines := e.file(name)
	if line < 1 || line > len(lines) || column < 1 || column > len(lines[line-1])+1 {
		return column
	}
	return len([]rune(lines[line-1][:column-1])) + 1
}

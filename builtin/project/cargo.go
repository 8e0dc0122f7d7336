package project

import (
	"encoding/json"
	"regexp"
	"strings"
)

// cargo reads cargo's --message-format=json, and the text that it and rustc
// write beside that.
type cargo struct {
	to *collector
	// text is a finding of rustc's text that waits for its place.
	text *Finding
}

// cargoMessage is a line of cargo's JSON.
type cargoMessage struct {
	Reason  string
	Message struct {
		Level    string
		Message  string
		Rendered string
		Code     *struct{ Code string }
		Spans    []struct {
			FileName    string `json:"file_name"`
			LineStart   int    `json:"line_start"`
			ColumnStart int    `json:"column_start"`
			IsPrimary   bool   `json:"is_primary"`
			Label       string
		}
	}
}

var (
	rustcHead  = regexp.MustCompile(`^(error|warning)(?:\[([\w:]+)\])?: (.*)$`)
	rustcPlace = regexp.MustCompile(`^\s*--> (\S+):(\d+):(\d+)$`)
	// rustcTotal are the lines that sum up others.
	rustcTotal = regexp.MustCompile(`^(?:could not compile|test failed|doctest failed|\d+ targets? failed|aborting due to|build failed|.*generated \d+ warnings?|\d+ warnings? emitted)`)
)

func (c *cargo) line(text string) (string, bool) {
	var m cargoMessage
	if !strings.HasPrefix(text, "{") || json.Unmarshal([]byte(text), &m) != nil || m.Reason == "" {
		c.rustc(text)
		return "", false
	}
	if m.Reason != "compiler-message" {
		return silent, true
	}
	c.message(&m)
	first, _, _ := strings.Cut(m.Message.Rendered, "\n\n")
	return plain(strings.ReplaceAll(first, "\n", " ⏎ ")), true
}

// message takes one message of the compiler.
func (c *cargo) message(m *cargoMessage) {
	level, known := severities[m.Message.Level]
	if strings.HasPrefix(m.Message.Level, "error") {
		level, known = Error, true
	}
	if !known || rustcTotal.MatchString(m.Message.Message) || len(m.Message.Spans) == 0 && level != Error {
		return
	}
	f := Finding{Severity: level, Message: m.Message.Message}
	if m.Message.Code != nil {
		f.Rule = m.Message.Code.Code
	}
	for _, span := range m.Message.Spans {
		if span.IsPrimary && f.File == "" {
			f.File, f.Line, f.Column = span.FileName, max(span.LineStart, 0), max(span.ColumnStart, 0)
			if span.Label != "" {
				f.Message += ": " + span.Label
			}
		}
	}
	c.to.add(f)
}

// rustc takes a line of text.
func (c *cargo) rustc(text string) {
	if match := rustcHead.FindStringSubmatch(text); match != nil {
		c.end()
		if !rustcTotal.MatchString(match[3]) {
			c.text = &Finding{Severity: severities[match[1]], Rule: match[2], Message: match[3]}
		}
		return
	}
	if c.text == nil {
		return
	}
	if match := rustcPlace.FindStringSubmatch(text); match != nil && c.text.File == "" {
		c.text.File, c.text.Line, c.text.Column = match[1], number(match[2]), number(match[3])
		c.end()
	} else if strings.TrimSpace(text) != "" && len(c.text.Message) < maxMessage {
		c.text.Message += "\n" + text
	}
}

// end reports what waits; a warning without a place is none of a file's.
func (c *cargo) end() {
	if c.text != nil && (c.text.Severity == Error || c.text.File != "") {
		c.to.add(*c.text)
	}
	c.text = nil
}

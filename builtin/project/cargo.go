package project

import (
	"encoding/json"
	"regexp"
	"strings"
)

// cargoParser parses the output of cargo --message-format=json, and the text that
// cargo and rustc print in addition.
type cargoParser struct {
	out *collector
	// pending is a finding in the text of rustc whose position follows.
	pending  *Finding
	rendered string // the text of the last message in JSON
}

// cargoMessage is a line of JSON.
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

// The lines of rustc.
var (
	rustcHeader   = regexp.MustCompile(`^(error|warning)(?:\[([\w:]+)\])?: (.*)$`)
	rustcPosition = regexp.MustCompile(`^\s*--> (\S+):(\d+):(\d+)$`)
	// rustcTotal matches the totals.
	rustcTotal = regexp.MustCompile(`^(?:could not compile|test failed|doctest failed|\d+ targets? failed|aborting due to|build failed|.*generated \d+ warnings?|\d+ warnings? emitted)`)
)

// parseLine parses a line of JSON or text.
func (c *cargoParser) parseLine(text string) (string, bool) {
	var m cargoMessage
	if !strings.HasPrefix(text, "{") || json.Unmarshal([]byte(text), &m) != nil || m.Reason == "" {
		c.parseText(text)
		return "", false
	}
	c.rendered = plainLines(strings.TrimRight(m.Message.Rendered, "\n"))
	if m.Reason != "compiler-message" {
		return hiddenLine, true
	}
	c.addMessage(&m)
	first, _, _ := strings.Cut(m.Message.Rendered, "\n\n")
	return plainText(strings.ReplaceAll(first, "\n", " ⏎ ")), true
}

// whole returns the text of the last message.
func (c *cargoParser) whole() string { return c.rendered }

// addMessage reports a message of the compiler.
func (c *cargoParser) addMessage(m *cargoMessage) {
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
	c.out.add(f)
}

// parseText parses a line of text.
func (c *cargoParser) parseText(text string) {
	if match := rustcHeader.FindStringSubmatch(text); match != nil {
		c.end()
		if !rustcTotal.MatchString(match[3]) {
			c.pending = &Finding{Severity: severities[match[1]], Rule: match[2], Message: match[3]}
		}
		return
	}
	if c.pending == nil {
		return
	}
	if match := rustcPosition.FindStringSubmatch(text); match != nil && c.pending.File == "" {
		c.pending.File, c.pending.Line, c.pending.Column = match[1], parseNumber(match[2]), parseNumber(match[3])
		c.end()
	} else if strings.TrimSpace(text) != "" && len(c.pending.Message) < maxMessage {
		c.pending.Message += "\n" + text
	}
}

// end reports the pending finding, unless it is a warning without a file.
func (c *cargoParser) end() {
	if c.pending != nil && (c.pending.Severity == Error || c.pending.File != "") {
		c.out.add(*c.pending)
	}
	c.pending = nil
}

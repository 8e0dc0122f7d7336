// Package syntax checks whether the text of a file is valid in the language of the
// file, which it takes from the name. It says nothing about languages for which there
// is no parser, about files that may have a dialect of their language, such as
// JSON with comments, and about very long or very deep texts.
//
// Its functions have no state and are safe for concurrent use.
package syntax

import (
	"path"
	"strconv"
	"strings"
)

// Fault is the first mistake in a text.
type Fault struct {
	// Language is the name of the language, such as "Go".
	Language string
	// Line and Column are numbered from 1. Column counts bytes, and is 0 if it is
	// not known.
	Line, Column int
	// Message says what is wrong, on one line, without the position.
	Message string
}

// String returns the position and the message: "line 3, column 5: expected '}'".
func (f *Fault) String() string {
	text := "line " + strconv.Itoa(f.Line)
	if f.Column > 0 {
		text += ", column " + strconv.Itoa(f.Column)
	}
	return text + ": " + f.Message
}

// checker checks texts of one language.
type checker struct {
	language string
	maxBytes int
	// check returns the first mistake, or nil. It does not set the language.
	check func(text string) *Fault
}

// The limits of texts that are checked. Parsers that call themselves for each level
// of a text need much memory for a text with many levels.
const (
	maxBytes      = 2 << 20
	maxDeepBytes  = 256 << 10
	maxDepth      = 500
	maxMessage    = 200 // code points
	maxFieldBytes = 128 << 10
)

// checkers are the checkers by the extensions of files.
var checkers = map[string]*checker{
	".go":   {"Go", maxBytes, checkGo},
	".json": {"JSON", maxBytes, checkJSON}, ".webmanifest": {"JSON", maxBytes, checkJSON}, ".geojson": {"JSON", maxBytes, checkJSON}, ".ipynb": {"JSON", maxBytes, checkJSON},
	".yaml": {"YAML", maxBytes, checkYAML}, ".yml": {"YAML", maxBytes, checkYAML},
	".toml": {"TOML", maxDeepBytes, checkTOML},
	".xml":  {"XML", maxBytes, checkXML}, ".svg": {"XML", maxBytes, checkXML}, ".xsd": {"XML", maxBytes, checkXML},
	".sh": {"shell", maxFieldBytes, checkShell}, ".bash": {"shell", maxFieldBytes, checkShell},
	".js": {"JavaScript", maxDeepBytes, checkJavaScript}, ".mjs": {"JavaScript", maxDeepBytes, checkJavaScript}, ".cjs": {"JavaScript", maxDeepBytes, checkJavaScript},
}

// Check returns the first mistake in the text of a file, or nil if there is none.
// ok is false if it cannot say.
func Check(name, text string) (fault *Fault, ok bool) {
	c := checkers[strings.ToLower(path.Ext(name))]
	if c == nil || len(text) > c.maxBytes || isDialect(name, text) || depth(text) > maxDepth {
		return nil, false
	}
	defer func() {
		if recover() != nil { // a fault of the parser is not one of the text
			fault, ok = nil, false
		}
	}()
	if fault = c.check(text); fault != nil {
		fault.Language = c.language
		fault.Line = max(fault.Line, 1)
		fault.Message = oneLine(fault.Message)
	}
	return fault, true
}

// isDialect reports whether a file may be in a dialect of its language: JSON with
// comments, a template, JavaScript with elements of React or types of Flow.
func isDialect(name, text string) bool {
	base := strings.ToLower(path.Base(name))
	switch path.Ext(base) {
	case ".json":
		return strings.HasPrefix(base, "tsconfig") || strings.HasPrefix(base, "jsconfig") || strings.HasPrefix(base, ".") ||
			strings.Contains(name, ".vscode/") || strings.Contains(name, ".devcontainer/") || base == "devcontainer.json"
	case ".yaml", ".yml":
		return strings.Contains(text, "{{") || strings.Contains(text, "{%")
	case ".js", ".mjs", ".cjs":
		return strings.Contains(text, "</") || strings.Contains(text, "/>") || strings.Contains(text, "@flow")
	case ".xml", ".svg":
		return strings.Contains(text, "{{") || strings.Contains(text, "{%") || strings.Contains(text, "<!ENTITY")
	}
	return false
}

// depth returns the largest number of brackets that are open at once, without regard
// to strings and comments.
func depth(text string) (deepest int) {
	open := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			if open++; open > deepest {
				deepest = open
			}
		case ')', ']', '}':
			open = max(0, open-1)
		}
	}
	return deepest
}

// position returns the line and the column of an offset in a text.
func position(text string, offset int) (line, column int) {
	before := text[:min(max(offset, 0), len(text))]
	return 1 + strings.Count(before, "\n"), len(before) - strings.LastIndexByte(before, '\n')
}

// oneLine returns a message without line breaks, of a limited length.
func oneLine(message string) string {
	message = strings.Join(strings.Fields(message), " ")
	if runes := []rune(message); len(runes) > maxMessage {
		message = string(runes[:maxMessage-1]) + "…"
	}
	return message
}

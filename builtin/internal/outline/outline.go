// Package outline lists the parts of a text file: functions and types of source code,
// headings of a document, keys of a data file. It takes the language from the name of
// the file. Go, JSON and YAML files are parsed; in other languages, lines are compared
// with patterns, so that a declaration in a string or a comment can be listed too.
//
// Its functions have no state and are safe for concurrent use.
package outline

import (
	"path"
	"strings"
)

// Part is a part of a file.
type Part struct {
	// Line is the number of its first line, from 1.
	Line int
	// Depth is the number of parts that contain it.
	Depth int
	// Text is the declaration, heading or key, on one line.
	Text string
}

// maxText is the maximum length of the text of a part, in code points.
const maxText = 160

// outliners are the functions that list the parts of a text, by the extensions of
// files.
var outliners = map[string]func(text string) []Part{
	".go":   goParts,
	".json": jsonParts, ".yaml": yamlParts, ".yml": yamlParts,
	".md": markdownParts, ".markdown": markdownParts,
}

// Of returns the parts of a file in their order. ok is false if the language is not
// known or the text is not valid.
func Of(name, text string) (parts []Part, ok bool) {
	extension := strings.ToLower(path.Ext(name))
	outliner := outliners[extension]
	if outliner == nil {
		if pattern := patterns()[extension]; pattern != nil {
			parts = patternParts(text, pattern)
			return parts, true
		}
		return nil, false
	}
	defer func() {
		if recover() != nil { // a fault of the parser
			parts, ok = nil, false
		}
	}()
	parts = outliner(text)
	return parts, parts != nil
}

// newPart returns a part whose text is shortened to one line.
func newPart(line, depth int, text string) Part {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > maxText {
		text = string(runes[:maxText-1]) + "…"
	}
	return Part{line, depth, text}
}

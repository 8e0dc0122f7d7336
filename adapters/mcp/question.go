package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/cut"
	"github.com/toolgen/toolgen/internal/wording"
	"github.com/toolgen/toolgen/runtime"
)

// The limits of the parts of a question, in code points, and of its arguments.
const (
	maxQuestionReason = 500
	maxQuestionName   = 80
	maxQuestionValue  = 800
	maxQuestionArgs   = 40
)

// question returns the text that a person reads before the decision. The model
// writes the arguments, and parts of the reason and of the preview can come from
// them. So each of them has its own lines, on which nothing can look like another
// part of the question.
func question(request *runtime.ApprovalRequest) string {
	var b strings.Builder
	b.WriteString("Allow a call of the tool " + request.ToolName + "?")
	if request.Why != "" {
		b.WriteString("\nReason: " + visible(shorten(request.Why, maxQuestionReason)))
	}
	writeArguments(&b, request.Args)
	if request.Preview != "" {
		b.WriteString("\nEffect of the call:")
		for line := range strings.Lines(request.Preview) {
			b.WriteString("\n| " + visible(strings.TrimRight(line, "\r\n")))
		}
		if request.PreviewPartial {
			b.WriteString("\n(The preview is not complete.)")
		}
	}
	return b.String()
}

// writeArguments writes each argument on a line, in the order of the model.
func writeArguments(b *strings.Builder, args json.RawMessage) {
	decoder := json.NewDecoder(bytes.NewReader(args))
	decoder.UseNumber()
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		if len(args) > 0 {
			b.WriteString("\nArguments: " + visible(shorten(string(args), maxQuestionValue)))
		}
		return
	}
	n := 0
	for decoder.More() {
		name, err := decoder.Token()
		var value any
		if err == nil {
			err = decoder.Decode(&value)
		}
		if err != nil {
			b.WriteString("\n(The other arguments cannot be read.)")
			return
		}
		if n++; n > maxQuestionArgs {
			continue
		} else if n == 1 {
			b.WriteString("\nArguments:")
		}
		fmt.Fprintf(b, "\n- %s: %s", visible(shorten(fmt.Sprint(name), maxQuestionName)), visible(shorten(compact(value), maxQuestionValue)))
	}
	if n > maxQuestionArgs {
		fmt.Fprintf(b, "\n(%s not shown.)", wording.Count(n-maxQuestionArgs, "more argument"))
	}
}

// compact returns the JSON text of a value without white space. Escapes of the
// model that hide ordinary characters are resolved.
func compact(value any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic("mcp: " + err.Error()) // the value was read from JSON
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// shorten returns the text, or its beginning and its end with a notice between
// them. The end of a long argument can have the effect.
func shorten(text string, most int) string {
	total := utf8.RuneCountInString(text)
	if total <= most {
		return text
	}
	runes := []rune(text)
	first := most * 2 / 3
	last := most - first
	return string(runes[:first]) + " […" + cut.Count(total-most, "character") + " not shown…] " + string(runes[total-last:])
}

// maxMarks is the maximum number of marks on one character.
const maxMarks = 3

// visible returns a text on one line in which hidden characters, control
// characters and characters that change the direction of the line are escapes of
// JSON, and so are marks that could cover other text.
func visible(text string) string {
	var b []byte
	marks := 0
	for _, r := range text {
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if r == ' ' || unicode.IsPrint(r) && !unicode.Is(blank, r) && marks <= maxMarks {
			b = append(b, string(r)...)
			continue
		}
		b = fmt.Appendf(b, "\\u%04x", r)
	}
	return string(b)
}

// blank are printable characters without a visible form.
var blank = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x034F, Hi: 0x034F, Stride: 1}, // combining grapheme joiner
		{Lo: 0x115F, Hi: 0x1160, Stride: 1}, // Hangul fillers
		{Lo: 0x17B4, Hi: 0x17B5, Stride: 1}, // Khmer inherent vowels
		{Lo: 0x180B, Hi: 0x180F, Stride: 1}, // Mongolian selectors
		{Lo: 0x2800, Hi: 0x2800, Stride: 1}, // empty Braille pattern
		{Lo: 0x3164, Hi: 0x3164, Stride: 1}, // Hangul filler
		{Lo: 0xFE00, Hi: 0xFE0F, Stride: 1}, // variation selectors
		{Lo: 0xFFA0, Hi: 0xFFA0, Stride: 1}, // half-width Hangul filler
	},
	R32: []unicode.Range32{{Lo: 0xE0100, Hi: 0xE01EF, Stride: 1}}, // variation selectors
}

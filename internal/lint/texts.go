package lint

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// maxText is the number of characters that a description should not exceed.
const maxText = 200

// words returns the words of a text in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// fillers are words without information.
var fillers = map[string]bool{
	"a": true, "an": true, "the": true, "of": true, "for": true, "to": true, "this": true, "is": true, "it": true, "tool": true, "argument": true,
	"value": true, "field": true, "parameter": true, "string": true, "number": true, "boolean": true, "list": true,
}

// repeats reports whether a text has no information in addition to a name.
func repeats(text, name string) bool {
	known := make(map[string]bool)
	for _, word := range words(strings.ReplaceAll(name, "_", " ")) {
		known[stem(word)] = true
	}
	for _, word := range words(text) {
		if !fillers[word] && !known[stem(word)] {
			return false
		}
	}
	return true
}

// stem returns a word without the ending of a plural or of a verb.
func stem(word string) string {
	for _, ending := range []string{"es", "s", "e"} {
		if short := strings.TrimSuffix(word, ending); short != word && len(short) > 2 {
			return short
		}
	}
	return word
}

// uselessToolText reports a description of a tool that only repeats its name.
func uselessToolText(tool *model.Tool) []finding {
	if tool.Description == "" || !repeats(tool.Description, tool.Name) {
		return nil
	}
	return problemOf(tool, "say what the tool does with what, and when to use it", "the description of %s only repeats its name: %q", tool.Name, tool.Description)
}

// missingText reports an argument without a description.
func missingText(a *argument) []finding {
	isPlaceholder := model.IsPlaceholder(a.Description)
	if (a.Description != "" || a.Type.Doc != "") && !isPlaceholder {
		return nil
	}
	fix := a.fix("write a comment above the field", "write //tool:arg with the parameter and a text, or an item about it in a list of the comment: - NAME: TEXT")
	list := a.problem(fix, "the argument %s of %s has no description", a.Name, a.tool.Name)
	text := model.Placeholder("what the value means, its unit and its form")
	switch {
	case isPlaceholder:
	case a.isParameter() && a.isUnconstrained():
		list = withLine(list, above(a.tool), "//tool:arg "+a.parameterName()+" "+strconv.Quote(text))
	case !a.isParameter():
		list = withLine(list, a.Syntax.Start, "// "+text)
	}
	return list
}

// parameterName returns the name of a parameter in the source; a step of a path begins
// with a capital letter.
func (a *argument) parameterName() string {
	first, size := utf8.DecodeRuneInString(a.Path[0].Name)
	return string(unicode.ToLower(first)) + a.Path[0].Name[size:]
}

// isUnconstrained reports whether no directive //tool:arg can be about a parameter.
func (a *argument) isUnconstrained() bool {
	return a.Default == "" && len(a.Aliases) == 0 && len(a.Constraints.Keywords) == 0 && len(a.Examples) == 0
}

// uselessText reports a description of an argument that only repeats its name.
func uselessText(a *argument) []finding {
	if a.Description == "" || !repeats(a.Description, a.Name) {
		return nil
	}
	return a.problem("say what the value means, its unit and its form", "the description of %s of %s only repeats its name: %q", a.Name, a.tool.Name, a.Description)
}

// missingValueTexts reports constants of a type without comments. A list in a tag has
// no comments.
func missingValueTexts(a *argument) []finding {
	t := a.Type
	for t.Kind == model.KindPointer || t.Kind == model.KindSlice {
		t = t.Elem
	}
	if t.Enum == nil {
		return nil
	}
	var missing []string
	var edits []diag.Edit
	for _, v := range t.Enum.Values {
		value := model.Unquote(v.JSON)
		isWord := len(value) > 1 && strings.ContainsAny(value, "aeiouAEIOU")
		if v.Doc == "" && !isWord || model.IsPlaceholder(v.Doc) {
			missing = append(missing, v.JSON)
			if v.Doc == "" && v.Constant.IsValid() {
				edits = append(edits, diag.LineAbove(v.Constant, "// "+model.Placeholder("what "+value+" means")))
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	list := a.problem("write a comment above each constant", "values of %s of %s that are not words have no description: %s", a.Name, a.tool.Name, strings.Join(missing, ", "))
	list[0].edits = edits
	return list
}

// longToolText reports a description of a tool that is too long.
func longToolText(tool *model.Tool) []finding {
	if n := utf8.RuneCountInString(tool.Description); n > maxText {
		return problemOf(tool, "keep what a caller needs to choose the tool", "the description of %s has %d characters, more than %d", tool.Name, n, maxText)
	}
	return nil
}

// longText reports a description of an argument that is too long.
func longText(a *argument) []finding {
	if n := utf8.RuneCountInString(a.Description); n > maxText {
		return a.problem("keep what a caller needs to write the value", "the description of %s of %s has %d characters, more than %d", a.Name, a.tool.Name, n, maxText)
	}
	return nil
}

// statements are the statements about a value that a text can make. Each has the
// keyword of the schema that says the same.
var statements = []struct {
	pattern *regexp.Regexp
	keyword string
}{
	{regexp.MustCompile(`(?i)\b(?:at most|maximum(?: of| is|:)?|no more than|up to) (-?\d+(?:\.\d+)?)\b`), "maximum"},
	{regexp.MustCompile(`(?i)\b(?:at least|minimum(?: of| is|:)?|no less than) (-?\d+(?:\.\d+)?)\b`), "minimum"},
}

// defaultText matches a statement about the default.
var defaultText = regexp.MustCompile("(?i)\\bdefaults? (?:is|to|of|:)? ?[\"'`]?(-?[\\p{L}\\d_]+(?:\\.\\d+)?)")

// contradiction reports texts that contradict the schema.
func contradiction(a *argument) []finding {
	text := a.Description
	lower := strings.ToLower(text)
	switch {
	case a.Required && (strings.Contains(lower, "(optional") || strings.HasPrefix(lower, "optional")):
		return a.problem(a.fix("add omitempty to the json tag, or change the text", "make the parameter a pointer, give it a default, or change the text"), "the text of %s of %s says that it is optional, but it is required", a.Name, a.tool.Name)
	case !a.Required && (strings.Contains(lower, "(required") || strings.HasPrefix(lower, "required")):
		return a.problem(a.fix("remove omitempty from the json tag, or change the text", "make the parameter a value without a default, or change the text"), "the text of %s of %s says that it is required, but it is optional", a.Name, a.tool.Name)
	}
	if m := defaultText.FindStringSubmatch(text); m != nil && a.Default != "" && !strings.EqualFold(m[1], model.Unquote(a.Default)) && !strings.EqualFold(m[1], a.Default) {
		return a.problem("write the same default in both", "the text of %s of %s says that the default is %s, but the tag says %s", a.Name, a.tool.Name, m[1], a.Default)
	}
	for _, s := range statements {
		limit := a.Constraints.Keywords[s.keyword]
		if m := s.pattern.FindStringSubmatch(text); m != nil && limit != "" && m[1] != limit {
			return a.problem("write the same limit in both", "the text of %s of %s says %q, but the %s of the tag is %s", a.Name, a.tool.Name, m[0], s.keyword, limit)
		}
	}
	return nil
}

// explainsAbsence matches texts that say what happens without a value.
var explainsAbsence = regexp.MustCompile(`(?i)\b(default|defaults|omit|omitted|without|unless|otherwise|if|optional|empty|none|all|any|instead|missing|absent|also)\b`)

// unknownDefault reports optional arguments whose absence nothing explains. A boolean
// is false without a value, and a list is empty.
func unknownDefault(a *argument) []finding {
	t := a.Type
	for t.Kind == model.KindPointer {
		t = t.Elem
	}
	switch {
	case a.Required, a.Default != "", a.Description == "", explainsAbsence.MatchString(a.Description):
		return nil
	case t.Kind != model.KindString && t.Kind != model.KindInt && t.Kind != model.KindUint && t.Kind != model.KindFloat && t.Kind != model.KindNumber && t.Kind != model.KindDuration && t.Kind != model.KindTime:
		return nil
	}
	where := a.fix("the tag", "//tool:arg")
	return a.problem("write default=VALUE in "+where+", or say in the text what happens without it", "nothing says what %s does if the optional argument %s is omitted", a.tool.Name, a.Name)
}

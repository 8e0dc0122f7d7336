package dialects

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/keyword"
)

// describe adds a text to the end of the schema's description: to its line if
// it has one, or else on a line of its own.
func (n *node) describe(text string) {
	old := n.string("description")
	switch {
	case text == "":
		return
	case old == "":
	case strings.Contains(old, "\n"):
		text = old + "\n" + text
	case strings.ContainsAny(old[len(old)-1:], ".!?:"):
		text = old + " " + text
	default:
		text = old + ". " + text
	}
	n.set("description", quote(text))
}

// frame is the text before and after the value of a keyword in a sentence.
type frame struct{ before, after string }

// frames are the sentences of single keywords.
var frames = withConstraints(map[string]frame{
	"contentEncoding":  {"Encoded in ", "."},
	"contentMediaType": {"Of the media type ", "."},
	"const":            {"Always ", "."},
	"default":          {"Default: ", "."},
	"example":          {"Example: ", "."},
	"examples":         {"Examples: ", "."},
})

// withConstraints adds the keywords that constrain a value.
func withConstraints(frames map[string]frame) map[string]frame {
	for _, k := range keyword.All {
		if k.After != "" {
			frames[k.Name] = frame{k.Before, k.After}
		}
	}
	return frames
}

// unquotedKeywords are keywords whose string values have no quotation marks in a sentence,
// because a model does not write these strings.
var unquotedKeywords = setOf(keyword.Format, "contentEncoding", "contentMediaType", keyword.Pattern)

// lastKeywords are the keywords at the end of a description, in their order.
var lastKeywords = []string{"default", "example", "examples"}

// flags are the sentences of keywords with the value true. Another value has no
// sentence.
var flags = withFlags(map[string]string{
	"readOnly":   "Read-only.",
	"writeOnly":  "Write-only.",
	"deprecated": "Deprecated.",
})

// withFlags adds the keywords that are flags.
func withFlags(sentences map[string]string) map[string]string {
	for _, k := range keyword.All {
		if k.IsFlag() {
			sentences[k.Name] = k.Before
		}
	}
	return sentences
}

// sentences returns sentences that describe the keywords, in their order, and
// lastKeywords at the end. It sorts the argument.
func sentences(described []member) string {
	slices.SortStableFunc(described, func(a, b member) int {
		return slices.Index(lastKeywords, a.keyword) - slices.Index(lastKeywords, b.keyword)
	})
	var texts []string
	for i := range described {
		if text := sentence(&described[i], described); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}

// sentence returns the sentence of one keyword. It is empty if the sentence of
// another keyword of the list includes it.
func sentence(m *member, described []member) string {
	for _, p := range keyword.Pairs {
		if m.keyword == p.Min || m.keyword == p.Max {
			return pairSentence(p, m, described)
		}
	}
	if text, ok := flags[m.keyword]; ok {
		if string(m.text) != "true" {
			return ""
		}
		return text
	}
	if m.keyword == "propertyNames" {
		return "Each key: " + sentences(slices.Clone(m.schemas[0].schema.members))
	}
	name := m.keyword
	if name == "examples" && len(m.list()) == 1 {
		name = "example"
	}
	around, ok := frames[name]
	if !ok {
		around = frame{m.keyword + ": ", "."}
	}
	return around.before + valueText(m) + around.after
}

// pairSentence returns the sentence of a bound. If the list has both bounds of the
// pair, the sentence of the minimum has both, and that of the maximum is empty.
func pairSentence(p keyword.Pair, m *member, described []member) string {
	other := p.Max
	if m.keyword == p.Max {
		other = p.Min
	}
	i := slices.IndexFunc(described, func(m member) bool { return m.keyword == other })
	switch {
	case i < 0 && m.keyword == p.Min:
		return "At least " + quantity(p, m) + "."
	case i < 0:
		return "At most " + quantity(p, m) + "."
	case m.keyword == p.Max:
		return ""
	case string(described[i].text) == string(m.text):
		return "Exactly " + quantity(p, m) + "."
	}
	return "From " + string(m.text) + " to " + quantity(p, &described[i]) + "."
}

// quantity returns a bound with the unit of its keyword, such as "3 characters".
func quantity(p keyword.Pair, m *member) string {
	switch number := string(m.text); {
	case p.One == "":
		return number
	case number == "1":
		return "1 " + p.One
	default:
		return number + " " + p.Many
	}
}

// list returns the values of enum or examples, and nil for other keywords.
func (m *member) list() []json.RawMessage {
	var list []json.RawMessage
	if m.keyword == keyword.Enum || m.keyword == "examples" {
		_ = json.Unmarshal(m.text, &list)
	}
	return list
}

// valueText returns the value of a keyword as text for a sentence.
func valueText(m *member) string {
	if unquotedKeywords[m.keyword] {
		var word string
		if json.Unmarshal(m.text, &word) == nil {
			return word
		}
	}
	if list := m.list(); list != nil {
		words := make([]string, len(list))
		for i, value := range list {
			words[i] = string(value)
		}
		return strings.Join(words, ", ")
	}
	if m.text == nil { // the value has schemas
		return string(m.encode(nil))
	}
	return string(m.text)
}

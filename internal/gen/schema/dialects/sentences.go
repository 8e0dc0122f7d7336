package dialects

import (
	"encoding/json"
	"slices"
	"strings"
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

// pair are keywords that are told in one sentence.
type pair struct{ least, most, one, many string }

// pairs of bounds, with what they count.
var pairs = []pair{
	{"minLength", "maxLength", "character", "characters"},
	{"minItems", "maxItems", "item", "items"},
	{"minProperties", "maxProperties", "entry", "entries"},
	{"minimum", "maximum", "", ""},
}

// openings are the sentences of single keywords: what goes before the value,
// and after it.
var openings = map[string][2]string{
	"exclusiveMinimum": {"More than ", "."},
	"exclusiveMaximum": {"Less than ", "."},
	"multipleOf":       {"A multiple of ", "."},
	"pattern":          {"Matches the regular expression `", "`."},
	"format":           {"In the format ", "."},
	"contentEncoding":  {"Encoded in ", "."},
	"contentMediaType": {"Of the media type ", "."},
	"const":            {"Always ", "."},
	"enum":             {"One of ", "."},
	"default":          {"Default: ", "."},
	"example":          {"Example: ", "."},
	"examples":         {"Examples: ", "."},
}

// plainWords are keywords whose value is a word rather than a text that a
// model writes, so that it needs no quotes.
var plainWords = setOf("format", "contentEncoding", "contentMediaType", "pattern")

// showing are the keywords that show a value.
var showing = []string{"default", "example", "examples"}

// flags are the sentences of keywords that are true or not there.
var flags = map[string]string{
	"uniqueItems": "No item occurs twice.",
	"readOnly":    "Read-only.",
	"writeOnly":   "Write-only.",
	"deprecated":  "Deprecated.",
}

// sentences tell keywords in words, in the order given, but for what shows a
// value: that goes last.
func sentences(said []member) string {
	slices.SortStableFunc(said, func(a, b member) int { return slices.Index(showing, a.keyword) - slices.Index(showing, b.keyword) })
	var texts []string
	for i := range said {
		if text := sentence(&said[i], said); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " ")
}

// sentence tells one keyword; empty where another one of the list tells it.
func sentence(m *member, said []member) string {
	for _, p := range pairs {
		if m.keyword == p.least || m.keyword == p.most {
			return p.sentence(m, said)
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
	keyword := m.keyword
	if keyword == "examples" && len(m.list()) == 1 {
		keyword = "example"
	}
	opening, ok := openings[keyword]
	if !ok {
		opening = [2]string{m.keyword + ": ", "."}
	}
	return opening[0] + valueText(m) + opening[1]
}

// sentence tells one bound, or both of them at the place of the first.
func (p *pair) sentence(m *member, said []member) string {
	other := p.most
	if m.keyword == p.most {
		other = p.least
	}
	i := slices.IndexFunc(said, func(m member) bool { return m.keyword == other })
	switch {
	case i < 0 && m.keyword == p.least:
		return "At least " + p.count(m) + "."
	case i < 0:
		return "At most " + p.count(m) + "."
	case m.keyword == p.most:
		return ""
	case string(said[i].text) == string(m.text):
		return "Exactly " + p.count(m) + "."
	}
	return "From " + string(m.text) + " to " + p.count(&said[i]) + "."
}

func (p *pair) count(m *member) string {
	switch number := string(m.text); {
	case p.one == "":
		return number
	case number == "1":
		return "1 " + p.one
	default:
		return number + " " + p.many
	}
}

// list are the values of a keyword that has several; nil for all others.
func (m *member) list() []json.RawMessage {
	var list []json.RawMessage
	if m.keyword == "enum" || m.keyword == "examples" {
		_ = json.Unmarshal(m.text, &list)
	}
	return list
}

// valueText is the value of a keyword as a reader wants it.
func valueText(m *member) string {
	if plainWords[m.keyword] {
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
	if m.text == nil { // a keyword that holds schemas
		return string(m.encode(nil))
	}
	return string(m.text)
}

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

// opening is what a sentence has before the value of a keyword, and after it.
type opening struct{ before, after string }

// openings are the sentences of single keywords.
var openings = withConstraints(map[string]opening{
	"contentEncoding":  {"Encoded in ", "."},
	"contentMediaType": {"Of the media type ", "."},
	"const":            {"Always ", "."},
	"default":          {"Default: ", "."},
	"example":          {"Example: ", "."},
	"examples":         {"Examples: ", "."},
})

// withConstraints adds the keywords that constrain a value.
func withConstraints(openings map[string]opening) map[string]opening {
	for _, k := range keyword.All {
		if k.After != "" {
			openings[k.Name] = opening{k.Before, k.After}
		}
	}
	return openings
}

// plainWords are keywords whose value is a word rather than a text that a
// model writes, so that it needs no quotes.
var plainWords = setOf(keyword.Format, "contentEncoding", "contentMediaType", keyword.Pattern)

// showing are the keywords that show a value.
var showing = []string{"default", "example", "examples"}

// flags are the sentences of keywords that are true or not there.
var flags = map[string]string{
	keyword.Unique: keyword.Find(keyword.Unique).Before,
	"readOnly":     "Read-only.",
	"writeOnly":    "Write-only.",
	"deprecated":   "Deprecated.",
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
	for _, p := range keyword.Pairs {
		if m.keyword == p.Min || m.keyword == p.Max {
			return pairSentence(p, m, said)
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
	around, ok := openings[name]
	if !ok {
		around = opening{m.keyword + ": ", "."}
	}
	return around.before + valueText(m) + around.after
}

// pairSentence tells one bound, or both of them at the place of the first.
func pairSentence(p keyword.Pair, m *member, said []member) string {
	other := p.Max
	if m.keyword == p.Max {
		other = p.Min
	}
	i := slices.IndexFunc(said, func(m member) bool { return m.keyword == other })
	switch {
	case i < 0 && m.keyword == p.Min:
		return "At least " + counted(p, m) + "."
	case i < 0:
		return "At most " + counted(p, m) + "."
	case m.keyword == p.Max:
		return ""
	case string(said[i].text) == string(m.text):
		return "Exactly " + counted(p, m) + "."
	}
	return "From " + string(m.text) + " to " + counted(p, &said[i]) + "."
}

// counted is a bound with what it counts.
func counted(p keyword.Pair, m *member) string {
	switch number := string(m.text); {
	case p.One == "":
		return number
	case number == "1":
		return "1 " + p.One
	default:
		return number + " " + p.Many
	}
}

// list are the values of a keyword that has several; nil for all others.
func (m *member) list() []json.RawMessage {
	var list []json.RawMessage
	if m.keyword == keyword.Enum || m.keyword == "examples" {
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

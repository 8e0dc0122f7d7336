package shapes

import "strings"

// Level says how much of a call is checked. Each includes those before it.
type Level int

// The levels. Levels is how many there are.
const (
	Nothing Level = iota // nothing in full
	Syntax               // RFC 8259: one value, and nothing behind it
	Types                // each value fits the Go type of its field
	Schema               // required and unknown names, enums, bounds, at every depth
	Strict               // what a schema cannot say: names used twice, text that is not Unicode
	Levels
)

var levelNames = [Levels]string{"nothing", "syntax", "types", "schema", "strict"}

// String is the level as the table names it.
func (l Level) String() string { return levelNames[l] }

// Bad is a call that ought to be refused.
type Bad struct {
	// Reason says what is wrong.
	Reason string
	// Level is the lowest that refuses it.
	Level Level
	// Large says that it is a call of the large tool, not of the medium one.
	Large bool
	// Text is the JSON of the arguments.
	Text string
}

// change is a Bad as an edit of the sample: the first old becomes new. An
// empty new stands for leaving it out, an empty old for the end of the text.
type change struct {
	reason   string
	level    Level
	large    bool
	old, new string
}

var changes = []change{
	{"cut off", Syntax, false, `}`, ``},
	{"a second value behind the first", Syntax, false, ``, `{}`},
	{"a comma before the end", Syntax, false, `}`, `,}`},
	{"a raw line break in a text", Syntax, false, `internal/`, "internal\n"},
	{"a number with a leading zero", Syntax, false, `:250`, `:0250`},
	{"a text for a number", Types, false, `:250`, `:"many"`},
	{"a number for a text", Types, false, `"internal/server/http/handlers"`, `12`},
	{"a fraction for an integer", Types, false, `:250`, `:2.5`},
	{"an integer that no Go type holds", Types, false, `:250`, `:99999999999999999999`},
	{"an object for a list, deep inside", Types, true, `["edge","limiter"]`, `{"edge":1}`},
	{"a required argument is missing", Schema, false, `"mode":"lines",`, ``},
	{"null for a required argument", Schema, false, `"lines"`, `null`},
	{"an unknown value of an enum", Schema, false, `"lines"`, `"nope"`},
	{"above the maximum", Schema, false, `:250`, `:5000`},
	{"below the minimum", Schema, false, `:250`, `:0`},
	{"an empty text where one character is due", Schema, false, `"*.go"`, `""`},
	{"an unknown argument", Schema, false, `{`, `{"patern":"x",`},
	{"a name in capitals", Schema, false, `"limit"`, `"LIMIT"`},
	{"an unknown value of an enum, deep inside", Schema, true, `"urgency":"now"`, `"urgency":"nope"`},
	{"a required argument is missing, deep inside", Schema, true, `"id":7,`, ``},
	{"a name twice", Strict, false, `{`, `{"pattern":"a",`},
	{"bytes that are not UTF-8", Strict, false, `internal`, "in\xfft"},
	{"half a surrogate pair", Strict, false, `internal`, `in\ud800t`},
}

// AllBad returns the calls that ought to be refused, each a sample of s with
// one fault.
func AllBad(s Set) []Bad {
	list := make([]Bad, len(changes))
	for i, c := range changes {
		sample := string(s.Medium.Text)
		if c.large {
			sample = string(s.Large.Text)
		}
		list[i] = Bad{Reason: c.reason, Level: c.level, Large: c.large, Text: c.apply(sample)}
	}
	return list
}

func (c change) apply(text string) string {
	if c.old == "" {
		return text + c.new
	}
	return strings.Replace(text, c.old, c.new, 1)
}

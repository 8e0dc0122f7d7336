package shapes

import "strings"

// Level is a level of checks of a call. Each level includes those before it.
type Level int

// The levels. Levels is their number.
const (
	Nothing Level = iota // no complete level
	Syntax               // RFC 8259: one value without other text after it
	Types                // each value is valid for the Go type of its field
	Schema               // required and unknown names, enums, bounds, at every depth
	Strict               // conditions beyond a schema: duplicate names, text that is not Unicode
	Levels
)

var levelNames = [Levels]string{"nothing", "syntax", "types", "schema", "strict"}

// String returns the name of the level in the table.
func (l Level) String() string { return levelNames[l] }

// Bad is an invalid call.
type Bad struct {
	// Reason says what is wrong.
	Reason string
	// Level is the lowest level that refuses the call.
	Level Level
	// Large reports whether it is a call of the large tool instead of the medium one.
	Large bool
	// Text is the JSON of the arguments.
	Text string
}

// change makes a Bad from the sample: it replaces the first old with new, or appends new
// if old is empty.
type change struct {
	reason   string
	level    Level
	large    bool
	old, new string
}

var changes = []change{
	{"a bracket too many", Syntax, false, `}`, `}]`},
	{"a second value after the first", Syntax, false, ``, `{}`},
	{"a missing comma", Syntax, false, `,"limit"`, ` "limit"`},
	{"a raw line break in a string", Syntax, false, `internal/`, "internal\n"},
	{"a number with a leading zero", Syntax, false, `:250`, `:0250`},
	{"a string for a number", Types, false, `:250`, `:"many"`},
	{"a number for a string", Types, false, `"internal/server/http/handlers"`, `12`},
	{"a fraction for an integer", Types, false, `:250`, `:2.5`},
	{"an integer that no Go type holds", Types, false, `:250`, `:99999999999999999999`},
	{"an object for a list, in a nested value", Types, true, `["edge","limiter"]`, `{"edge":1}`},
	{"a required argument is missing", Schema, false, `"mode":"lines",`, ``},
	{"null for a required argument", Schema, false, `"lines"`, `null`},
	{"an unknown value of an enum", Schema, false, `"lines"`, `"nope"`},
	{"greater than the maximum", Schema, false, `:250`, `:5000`},
	{"less than the minimum", Schema, false, `:250`, `:0`},
	{"an empty string instead of at least one character", Schema, false, `"*.go"`, `""`},
	{"an unknown argument", Schema, false, `{`, `{"patern":"x",`},
	{"a name in upper case", Schema, false, `"limit"`, `"LIMIT"`},
	{"an unknown value of an enum, in a nested value", Schema, true, `"urgency":"now"`, `"urgency":"nope"`},
	{"a required argument is missing, in a nested value", Schema, true, `"id":7,`, ``},
	{"a duplicate name", Strict, false, `{`, `{"pattern":"a",`},
	{"bytes that are not UTF-8", Strict, false, `internal`, "in\xfft"},
	{"half a surrogate pair", Strict, false, `internal`, `in\ud800t`},
}

// AllBad returns the invalid calls, each a sample of s with one fault.
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

package decode

import "strconv"

// maxProblems is how many problems are kept and shown; the others are
// counted.
const maxProblems = 10

// Code is the stable name of a kind of problem.
type Code string

// The codes.
const (
	CodeSyntax        Code = "syntax"         // the text is not JSON
	CodeEncoding      Code = "encoding"       // invalid UTF-8 or a lone surrogate
	CodeDepth         Code = "depth"          // more than MaxDepth levels
	CodeTooLarge      Code = "too_large"      // longer than the options allow
	CodeType          Code = "type"           // another JSON type, or null
	CodeRequired      Code = "required"       // a required argument is missing
	CodeUnknown       Code = "unknown"        // no argument has this name
	CodeDuplicate     Code = "duplicate"      // a name that was given before
	CodeEnum          Code = "enum"           // none of the values allowed
	CodeMinimum       Code = "minimum"        // a number below its minimum
	CodeMaximum       Code = "maximum"        // a number above its maximum
	CodeMultiple      Code = "multiple_of"    // a number that is no multiple of the step
	CodeRange         Code = "range"          // a number that the width cannot hold
	CodeMinLength     Code = "min_length"     // a string with too few code points
	CodeMaxLength     Code = "max_length"     // a string with too many code points
	CodeMinItems      Code = "min_items"      // an array with too few items
	CodeMaxItems      Code = "max_items"      // an array with too many items
	CodeUnique        Code = "unique_items"   // an item that equals one before
	CodeContains      Code = "contains"       // an array with too few or too many items of the kind that its schema names
	CodeMinProperties Code = "min_properties" // an object with too few members
	CodeMaxProperties Code = "max_properties" // an object with too many members
	CodeAlternative   Code = "alternative"    // no alternative of a schema accepts it, or more than one where one is due
	CodeForbidden     Code = "forbidden"      // a schema excludes it
	CodeFormat        Code = "format"         // a string that fails a check: pattern, time, duration
	CodeKey           Code = "key"            // a name that no key of the map may have
	CodeVariant       Code = "variant"        // a discriminator that is missing or names no variant
	CodeRepairs       Code = "repairs"        // more repairs than are recorded
	CodeUnexplained   Code = "unexplained"    // refused, but the reason was not found
)

// Problem is one thing that is wrong with the arguments.
type Problem struct {
	// Path is the way to the value as a person writes it: edits[2].line. It
	// is empty for the arguments as a whole.
	Path string

	// Pointer is the same as a JSON Pointer (RFC 6901), cut when names in
	// the text are longer than is useful.
	Pointer string

	// Code is the kind of problem.
	Code Code

	// Offset is where in the text the value begins, in bytes: the name of an
	// argument that is unknown or given again, the object that an argument is
	// missing from. Inside a JSON text that was itself in a string, it is
	// where that string begins.
	Offset int

	// Want says what was expected, to stand behind "must": "be at most 100".
	// It may be empty.
	Want string

	// Got is the JSON that came, cut to 60 code points, on one line, and with
	// escapes for what cannot be seen. It may be empty.
	Got string

	// Message says it all but the path, in words for a model.
	Message string
}

// String returns the path and the message.
func (p Problem) String() string {
	if p.Path == "" {
		return p.Message
	}
	return p.Path + ": " + p.Message
}

// tooLarge reports text that is not read at all.
func tooLarge(got, limit int) *report {
	want := "be at most " + strconv.Itoa(limit) + " bytes long"
	r := new(report)
	r.keep(Problem{
		Code: CodeTooLarge, Want: want, Got: strconv.Itoa(got),
		Message: "the arguments must " + want + ", got " + strconv.Itoa(got),
	})
	return r
}

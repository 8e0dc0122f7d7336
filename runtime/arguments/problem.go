package arguments

// Code is the stable name of a kind of problem.
type Code string

// The codes of problems.
const (
	CodeSyntax        Code = "syntax"         // the text is not JSON
	CodeEncoding      Code = "encoding"       // the text has invalid UTF-8 or half of a surrogate pair
	CodeDepth         Code = "depth"          // the text has more than MaxDepth levels
	CodeTooLarge      Code = "too_large"      // the text is longer than the maximum
	CodeType          Code = "type"           // a value has another JSON type, or is null
	CodeRequired      Code = "required"       // a required argument is missing
	CodeUnknown       Code = "unknown"        // no argument has this name
	CodeDuplicate     Code = "duplicate"      // an earlier member has the same name
	CodeEnum          Code = "enum"           // a value is not one of the allowed values
	CodeMinimum       Code = "minimum"        // a number is less than its minimum
	CodeMaximum       Code = "maximum"        // a number is greater than its maximum
	CodeMultiple      Code = "multiple_of"    // a number is not a multiple of the step
	CodeRange         Code = "range"          // a number does not fit the width of its type
	CodeMinLength     Code = "min_length"     // a string has too few code points
	CodeMaxLength     Code = "max_length"     // a string has too many code points
	CodeMinItems      Code = "min_items"      // an array has too few items
	CodeMaxItems      Code = "max_items"      // an array has too many items
	CodeUnique        Code = "unique_items"   // an item equals an earlier item
	CodeContains      Code = "contains"       // an array has too few or too many items that satisfy "contains"
	CodeMinProperties Code = "min_properties" // an object has too few members
	CodeMaxProperties Code = "max_properties" // an object has too many members
	CodeAlternative   Code = "alternative"    // no alternative of a schema accepts a value, or more than one where exactly one must
	CodeForbidden     Code = "forbidden"      // a schema excludes a value
	CodeFormat        Code = "format"         // a string does not satisfy a check such as a pattern, a date or a duration
	CodeKey           Code = "key"            // a name cannot be a key of the map
	CodeVariant       Code = "variant"        // a discriminator is missing or names no variant
	CodeRepairs       Code = "repairs"        // the text needs more repairs than are recorded
	CodeRefused       Code = "refused"        // the Validate method of the arguments returned an error
	CodeUnexplained   Code = "unexplained"    // the arguments were refused, but the reason was not found
)

// Problem is one thing that is wrong with arguments.
type Problem struct {
	// Path is the path of the value, such as edits[2].line. It is empty for the
	// arguments as a whole.
	Path string

	// Pointer is the same path as a JSON Pointer (RFC 6901). Very long names in it
	// are cut.
	Pointer string

	// Code is the kind of problem.
	Code Code

	// Offset is the index, in bytes, at which the value begins in the text. For an
	// argument that is unknown or given twice it is the index of the name, and for
	// a missing argument that of the object. In JSON text that was inside a string
	// it is the index of that string.
	Offset int

	// Want is what was expected, as a phrase that follows "must": "be at most 100".
	// It may be empty.
	Want string

	// Got is an excerpt of the JSON that was found: at most 60 code points on one
	// line, with escapes for invisible characters. It may be empty.
	Got string

	// Message describes the problem to the model. It does not repeat the path.
	Message string
}

// String returns the path and the message.
func (p Problem) String() string {
	if p.Path == "" {
		return p.Message
	}
	return p.Path + ": " + p.Message
}

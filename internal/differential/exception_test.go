package differential_test

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"math/big"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// exception is a condition that the decoder checks and a schema cannot express.
type exception struct {
	reason string
	codes  []arguments.Code
	// otherDocument means that the validator reads another document, so that its
	// verdict is not compared.
	otherDocument bool
	// holds reports, without the decoder, whether the problem exists.
	holds func(f facts) bool
	// subject and example are a case of the exception.
	subject, example string
}

var exceptions = []exception{
	{"a name that is given twice: a validator reads only the last value", []arguments.Code{arguments.CodeDuplicate, arguments.CodeVariant}, true, isDuplicateName, "small", `{"query":"a","quer\u0079":"b"}`},
	{"two names that are the same key for the method of the key", []arguments.Code{arguments.CodeDuplicate}, false, hasEqualKeys, "text_keys", `{"hosts":{"::1":1,"0::1":2}}`},
	{"half a surrogate pair, or invalid UTF-8: a validator reads U+FFFD", []arguments.Code{arguments.CodeEncoding}, true, isMalformedText, "strings", `{"text":"\ud800","slug":""}`},
	{"more than 64 levels", []arguments.Code{arguments.CodeDepth}, true, func(f facts) bool {
		return f.root.depth() > arguments.MaxDepth
	},
		"anything", `{"payload":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`},
	{"an integer beyond 64 bits: schemas have no such bound, because clients would round it", []arguments.Code{arguments.CodeRange}, false, exceedsInt64, "ints",
		`{"int":9223372036854775808,"int8":0,"int16":0,"int32":0,"int64":0}`},
	{"a number that is too large for the float type", []arguments.Code{arguments.CodeRange}, false, exceedsFloat, "floats", `{"float32":3.5e38,"float64":0}`},
	{"base64 with nonzero padding bits, or with line breaks", []arguments.Code{arguments.CodeFormat}, false, isNonCanonicalBase64, "bytes", `{"data":"YR=="}`},
	{"a time.Duration, which has no format in JSON Schema", []arguments.Code{arguments.CodeFormat}, false, isInvalidDuration, "durations", `{"wait":"1d"}`},
	{"leap seconds and lower-case letters, which date-time allows and time.Time does not", []arguments.Code{arguments.CodeFormat}, false, isInvalidTime, "times", `{"at":"1990-12-31t23:59:59z"}`},
	{"a text that the method of the type refuses", []arguments.Code{arguments.CodeFormat}, false, isRefusedText, "texts", `{"color":"red"}`},
	{"a JSON value that the method of the type refuses and its schema accepts", []arguments.Code{arguments.CodeFormat}, false, isRefusedJSON, "own", `{"amount":13}`},
	{"a float that exceeds its bound when it is rounded to its type", roundingCodes, false, violatesBoundWhenRounded, "float_bounds", `{"share":0.5,"inside":0.09999999999}`},
	{"an address without a name before the @, which the validator accepts", []arguments.Code{arguments.CodeFormat}, false, isAddressWithoutName, "formats", `{"mail":"@example.com"}`},
	{"a key that is not an integer of its type", []arguments.Code{arguments.CodeKey}, false, hasInvalidIntegerKey, "integer_keys", `{"int8":{"128":""}}`},
	{"a key that the method of its type refuses", []arguments.Code{arguments.CodeKey}, false, hasRefusedKey, "text_keys", `{"hosts":{"a":1}}`},
}

// facts are the input of exception.holds: a problem, and its value and schema.
type facts struct {
	*subject
	text    string
	root    *document
	problem arguments.Problem
	foundValue
	schema node
}

// areExceptions reports whether all problems of an error are exceptions. An error has
// only its first problems: a repeated name may be one of the others.
func (s *subject) areExceptions(text string, e *arguments.Error) bool {
	if e.Total > len(e.Problems) && parse(text).repeatsName() {
		return true
	}
	all := true
	for _, p := range e.Problems {
		i := s.exceptionOf(text, p)
		if i >= 0 && exceptions[i].otherDocument {
			return true
		}
		all = all && i >= 0
	}
	return all
}

// exceptionOf returns the index of the exception for a problem, or -1.
func (s *subject) exceptionOf(text string, p arguments.Problem) int {
	root := parse(text)
	for _, at := range root.find(p.Pointer) {
		if at.value == nil {
			continue
		}
		f := facts{s, text, root, p, at, s.schemaAt(root, p.Pointer)}
		i := slices.IndexFunc(exceptions, func(e exception) bool { return slices.Contains(e.codes, p.Code) && e.holds(f) })
		if i >= 0 {
			return i
		}
	}
	return -1
}

// A validator reads the last value of a repeated name, also if the error has more
// problems than it lists.
func TestRepeatedNameAfterManyProblems(t *testing.T) {
	const refused = `{"a":{"b":true,"c":true},"d":{"e":true,"f":true},"g":{"h":true,"i":null}}`
	s := findSubject(t, "text_keys")
	s.compareText(t, `{"colors":`+refused+`,"colors":`+strings.Replace(refused, "null", "true", 1)+`}`, &tally{changes: make(map[string]int)})
}

func TestExceptionsAreNeeded(t *testing.T) {
	for i, e := range exceptions {
		s := findSubject(t, e.subject)
		got := s.decode(e.example, decode.Options{NoRepair: true})
		if err := accepts(s.schema, e.example); err != nil || got.err == nil {
			t.Errorf("%s: the schema returns %v, the decoder returns %v: no exception is needed for %s", e.reason, err, got.err, e.example)
			continue
		}
		if first := s.exceptionOf(e.example, got.err.Problems[0]); len(got.err.Problems) != 1 || first != i {
			t.Errorf("%s: %v is exception %d, want %d", e.reason, got.err, first, i)
		}
	}
}

// isDuplicateName reports whether the name at the pointer is given twice.
func isDuplicateName(f facts) bool {
	name := f.problem.Pointer[strings.LastIndexByte(f.problem.Pointer, '/')+1:]
	count := 0
	for _, m := range f.parent.members {
		if escapePointer(m.text()) == name {
			count++
		}
	}
	return count > 1
}

// hasEqualKeys reports whether two names are the same key.
func hasEqualKeys(f facts) bool {
	seen := make(map[any]bool)
	for _, m := range f.parent.members {
		var key any = strings.ToLower(m.text())
		if address, err := netip.ParseAddr(m.text()); err == nil {
			key = address
		}
		if seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

var (
	surrogate = regexp.MustCompile(`(?i)\\u(d[89a-f][0-9a-f]{2})`)
	pair      = regexp.MustCompile(`(?i)\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}`)
	escape    = regexp.MustCompile(`\\[^u]`)
)

// isMalformedText reports invalid UTF-8, and escapes of half a surrogate pair.
func isMalformedText(f facts) bool {
	return !utf8.ValidString(f.text) || surrogate.MatchString(pair.ReplaceAllString(escape.ReplaceAllString(f.text, ""), ""))
}

// exceedsInt64 reports whether an integer has more than 63 bits.
func exceedsInt64(f facts) bool {
	v, ok := new(big.Rat).SetString(f.value.scalar)
	return ok && f.schema["type"] == "integer" && v.IsInt() && v.Num().BitLen() > 63
}

// exceedsFloat reports whether a number is too large for a float32.
func exceedsFloat(f facts) bool {
	float, err := strconv.ParseFloat(f.value.scalar, 64)
	return f.schema["type"] == "number" && (err != nil || math.Abs(float) > math.MaxFloat32)
}

var roundingCodes = []arguments.Code{arguments.CodeMinimum, arguments.CodeMaximum, arguments.CodeMultiple}

// violatesBoundWhenRounded reports whether a rounded number is not within the bounds.
func violatesBoundWhenRounded(f facts) bool {
	n := f.schema
	return n["type"] == "number" && (!isWithin(n, roundToWidth(f.value.scalar, 64)) || !isWithin(n, roundToWidth(f.value.scalar, 32)))
}

// roundToWidth returns a number rounded to a float of that width.
func roundToWidth(number string, bits int) string {
	f, err := strconv.ParseFloat(number, bits)
	if err != nil {
		return number
	}
	return strconv.FormatFloat(f, 'g', -1, bits)
}

// isNonCanonicalBase64 reports whether encoding the decoded bytes gives another text.
func isNonCanonicalBase64(f facts) bool {
	if f.schema["contentEncoding"] != "base64" {
		return false
	}
	text := unquote(f.value.scalar)
	b, err := base64.StdEncoding.DecodeString(text)
	return err != nil || base64.StdEncoding.EncodeToString(b) != text
}

// isAddressWithoutName reports whether an email address starts with @.
func isAddressWithoutName(f facts) bool {
	return f.schema["format"] == "email" && strings.HasPrefix(unquote(f.value.scalar), "@")
}

// isInvalidDuration reports whether a string is not a time.Duration.
func isInvalidDuration(f facts) bool {
	if f.value.kind != '"' {
		return false
	}
	_, err := time.ParseDuration(unquote(f.value.scalar))
	description, _ := f.schema["description"].(string)
	return err != nil && strings.Contains(description, "duration such as")
}

// isInvalidTime reports whether a string is not a time.Time.
func isInvalidTime(f facts) bool {
	if f.value.kind != '"' {
		return false
	}
	_, err := time.Parse(time.RFC3339, unquote(f.value.scalar))
	return err != nil && f.schema["format"] == "date-time"
}

// isRefusedText reports whether encoding/json also refuses the string. Only types with
// a text method refuse strings.
func isRefusedText(f facts) bool {
	_, err := f.decodeReference(f.text)
	n := f.schema
	return f.value.kind == '"' && n["type"] == "string" && err != nil && !isTypeError(err)
}

// isRefusedJSON reports whether encoding/json also refuses a value that is not a string.
func isRefusedJSON(f facts) bool {
	_, err := f.decodeReference(f.text)
	return f.schema["type"] != "string" && err != nil && !isTypeError(err)
}

// isTypeError reports whether encoding/json refused a value because of its JSON type.
func isTypeError(err error) bool {
	_, ok := err.(*json.UnmarshalTypeError)
	return ok
}

// hasInvalidIntegerKey reports whether encoding/json also refuses an integer key.
func hasInvalidIntegerKey(f facts) bool {
	_, err := f.decodeReference(f.text)
	return err != nil && hasIntegerKeys(f.parentSchema())
}

// parentSchema returns the schema of the object that contains the value.
func (f facts) parentSchema() node {
	return f.schemaAt(f.root, f.problem.Pointer[:strings.LastIndexByte(f.problem.Pointer, '/')])
}

// hasIntegerKeys reports whether a map has integer keys.
func hasIntegerKeys(n node) bool {
	names, _ := n["propertyNames"].(node)
	return names["pattern"] != nil
}

// hasRefusedKey reports whether encoding/json also refuses a key that is not an integer.
func hasRefusedKey(f facts) bool {
	_, err := f.decodeReference(f.text)
	return f.parent.kind == '{' && err != nil && !hasIntegerKeys(f.parentSchema())
}

// schemaAt returns the schema of the value at a pointer.
func (s *subject) schemaAt(root *document, pointer string) node {
	for _, p := range s.locations(root) {
		if p.pointer == pointer {
			return p.schema
		}
	}
	return nil
}

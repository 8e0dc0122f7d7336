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

// excuse is something that the decoder refuses and a schema cannot say.
type excuse struct {
	reason string
	codes  []arguments.Code
	// whole says that a validator sees another document: whatever it says of
	// that does not count.
	whole bool
	// holds confirms, without the decoder, that the problem is there.
	holds func(f facts) bool
	// subject and example need the excuse.
	subject, example string
}

var excuses = []excuse{
	{"a name that is given twice: a validator sees the last of its values only", []arguments.Code{arguments.CodeDuplicate, arguments.CodeVariant}, true, givenTwice, "small", `{"query":"a","quer\u0079":"b"}`},
	{"two names that are the same key, as the key's own method reads them", []arguments.Code{arguments.CodeDuplicate}, false, sameKey, "text_keys", `{"hosts":{"::1":1,"0::1":2}}`},
	{"half a surrogate pair, or bytes that are no UTF-8: a validator sees U+FFFD", []arguments.Code{arguments.CodeEncoding}, true, isMalformed, "strings", `{"text":"\ud800","slug":""}`},
	{"more than 64 levels", []arguments.Code{arguments.CodeDepth}, true, func(f facts) bool {
		return f.root.depth() > arguments.MaxDepth
	},
		"anything", `{"payload":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`},
	{"an integer beyond 64 bits: schemas do not say so, because clients would round the bound", []arguments.Code{arguments.CodeRange}, false, beyondInteger, "ints",
		`{"int":9223372036854775808,"int8":0,"int16":0,"int32":0,"int64":0}`},
	{"a number that no float of its width holds", []arguments.Code{arguments.CodeRange}, false, beyondFloat, "floats", `{"float32":3.5e38,"float64":0}`},
	{"base64 with more in its last character than bytes, or with line breaks", []arguments.Code{arguments.CodeFormat}, false, notCanonical, "bytes", `{"data":"YR=="}`},
	{"a time.Duration, which has no format of its own in JSON Schema", []arguments.Code{arguments.CodeFormat}, false, notDuration, "durations", `{"wait":"1d"}`},
	{"leap seconds and small letters, which date-time has and time.Time has not", []arguments.Code{arguments.CodeFormat}, false, notTime, "times", `{"at":"1990-12-31t23:59:59z"}`},
	{"a text form that only the type's own method knows", []arguments.Code{arguments.CodeFormat}, false, notItsText, "texts", `{"color":"red"}`},
	{"a JSON form of which the type's own method refuses some that its schema accepts", []arguments.Code{arguments.CodeFormat}, false, notItsJSON, "own", `{"amount":13}`},
	{"a float that is beyond its bound when it is rounded to its width", roundingCodes, false, roundedAway, "float_bounds", `{"share":0.5,"inside":0.09999999999}`},
	{"an address without a name before the @, which the validator takes", []arguments.Code{arguments.CodeFormat}, false, namelessAddress, "formats", `{"mail":"@example.com"}`},
	{"a key that is no integer of its width", []arguments.Code{arguments.CodeKey}, false, notInteger, "integer_keys", `{"int8":{"128":""}}`},
	{"a key that the key's own method refuses", []arguments.Code{arguments.CodeKey}, false, notItsKey, "text_keys", `{"hosts":{"a":1}}`},
}

// facts are what an excuse is judged by: a problem, and where it is.
type facts struct {
	*subject
	text    string
	root    *document
	problem arguments.Problem
	spot
	schema node
}

// excused says whether everything that the decoder reports is excused.
func (s *subject) excused(text string, e *arguments.Error) bool {
	every := true
	for _, p := range e.Problems {
		i := s.excuseOf(text, p)
		if i >= 0 && excuses[i].whole {
			return true
		}
		every = every && i >= 0
	}
	return every
}

// excuseOf is the index of the excuse of a problem, or negative.
func (s *subject) excuseOf(text string, p arguments.Problem) int {
	root := parse(text)
	for _, at := range root.find(p.Pointer) {
		if at.value == nil {
			continue
		}
		f := facts{s, text, root, p, at, s.schemaAt(root, p.Pointer)}
		i := slices.IndexFunc(excuses, func(e excuse) bool { return slices.Contains(e.codes, p.Code) && e.holds(f) })
		if i >= 0 {
			return i
		}
	}
	return -1
}

func TestExcusesAreNeeded(t *testing.T) {
	for i, e := range excuses {
		s := named(t, e.subject)
		got := s.decode(e.example, decode.Options{NoRepair: true})
		if err := accepts(s.schema, e.example); err != nil || got.err == nil {
			t.Errorf("%s: the schema says %v, the decoder %v: both agree on %s", e.reason, err, got.err, e.example)
			continue
		}
		if first := s.excuseOf(e.example, got.err.Problems[0]); len(got.err.Problems) != 1 || first != i {
			t.Errorf("%s: %v is excused by %d, not by %d", e.reason, got.err, first, i)
		}
	}
}

func givenTwice(f facts) bool {
	name := f.problem.Pointer[strings.LastIndexByte(f.problem.Pointer, '/')+1:]
	count := 0
	for _, m := range f.parent.members {
		if token(m.text()) == name {
			count++
		}
	}
	return count > 1
}

func sameKey(f facts) bool {
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

// isMalformed knows surrogates by their escapes.
func isMalformed(f facts) bool {
	return !utf8.ValidString(f.text) || surrogate.MatchString(pair.ReplaceAllString(escape.ReplaceAllString(f.text, ""), ""))
}

func beyondInteger(f facts) bool {
	v, ok := new(big.Rat).SetString(f.value.scalar)
	return ok && f.schema["type"] == "integer" && v.IsInt() && v.Num().BitLen() > 63
}

func beyondFloat(f facts) bool {
	float, err := strconv.ParseFloat(f.value.scalar, 64)
	return f.schema["type"] == "number" && (err != nil || math.Abs(float) > math.MaxFloat32)
}

var roundingCodes = []arguments.Code{arguments.CodeMinimum, arguments.CodeMaximum, arguments.CodeMultiple}

func roundedAway(f facts) bool {
	n := f.schema
	return n["type"] == "number" && (!isWithin(n, rounded(f.value.scalar, 64)) || !isWithin(n, rounded(f.value.scalar, 32)))
}

// rounded is what a float of that width makes of a number.
func rounded(number string, bits int) string {
	f, err := strconv.ParseFloat(number, bits)
	if err != nil {
		return number
	}
	return strconv.FormatFloat(f, 'g', -1, bits)
}

func notCanonical(f facts) bool {
	if f.schema["contentEncoding"] != "base64" {
		return false
	}
	text := unquoted(f.value.scalar)
	b, err := base64.StdEncoding.DecodeString(text)
	return err != nil || base64.StdEncoding.EncodeToString(b) != text
}

func namelessAddress(f facts) bool {
	return f.schema["format"] == "email" && strings.HasPrefix(unquoted(f.value.scalar), "@")
}

func notDuration(f facts) bool {
	if f.value.kind != '"' {
		return false
	}
	_, err := time.ParseDuration(unquoted(f.value.scalar))
	description, _ := f.schema["description"].(string)
	return err != nil && strings.Contains(description, "duration such as")
}

func notTime(f facts) bool {
	if f.value.kind != '"' {
		return false
	}
	_, err := time.Parse(time.RFC3339, unquoted(f.value.scalar))
	return err != nil && f.schema["format"] == "date-time"
}

// notItsText says that encoding/json does not read the string either: only
// types with a text form of their own refuse strings there.
func notItsText(f facts) bool {
	_, err := f.reference(f.text)
	n := f.schema
	return f.value.kind == '"' && n["type"] == "string" && err != nil && !isTypeError(err)
}

func notItsJSON(f facts) bool {
	_, err := f.reference(f.text)
	return f.schema["type"] != "string" && err != nil && !isTypeError(err)
}

// isTypeError says that encoding/json refused a value for its JSON type.
func isTypeError(err error) bool {
	_, ok := err.(*json.UnmarshalTypeError)
	return ok
}

func notInteger(f facts) bool {
	_, err := f.reference(f.text)
	return err != nil && integerNames(f.parentSchema())
}

// parentSchema is the schema of the object that a value is in.
func (f facts) parentSchema() node {
	return f.schemaAt(f.root, f.problem.Pointer[:strings.LastIndexByte(f.problem.Pointer, '/')])
}

// integerNames says that a map has keys that are integers.
func integerNames(n node) bool {
	names, _ := n["propertyNames"].(node)
	return names["pattern"] != nil
}

func notItsKey(f facts) bool {
	_, err := f.reference(f.text)
	return f.parent.kind == '{' && err != nil && !integerNames(f.parentSchema())
}

// schemaAt is the schema of the value that a pointer leads to.
func (s *subject) schemaAt(root *document, pointer string) node {
	for _, p := range s.places(root) {
		if p.pointer == pointer {
			return p.schema
		}
	}
	return nil
}

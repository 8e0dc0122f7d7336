package decode

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/measure"
)

// kindNames describe a value of each kind, as a phrase that follows "must be".
var kindNames = [...]string{
	KindAny:      "any value",
	KindBool:     "a boolean",
	KindString:   "a string",
	KindInt:      "an integer",
	KindUint:     "an integer",
	KindFloat:    "a number",
	KindNumber:   "a number",
	KindTime:     `a date and time such as "2006-01-02T15:04:05Z"`,
	KindDuration: `a duration such as "1m30s"`,
	KindBytes:    "a string of base64 with padding",
	KindText:     "a string",
	KindSlice:    "an array",
	KindMap:      "an object",
	KindStruct:   "an object",
	KindUnion:    "an object",
	KindJSON:     "a value of the declared schema",
	KindInteger:  "an integer",
}

// maxValue is the maximum number of code points of an enum value in a message.
const maxValue = 200

// maxNamed is the maximum number of enum values in a message.
const maxNamed = 50

// name describes a value of the type, as a phrase that follows "must be".
func (t *Type) name() string {
	enum := t.rules().Enum
	if s := t.rules().Schema; t.Kind == KindJSON && s != nil {
		if name := s.name(); name != "" {
			return name
		}
	}
	switch {
	case t.Lists:
		return `an array of objects with "key" and "value"`
	case enum != nil:
		return "one of " + enumList(enum, t.Kind == KindString)
	}
	return kindNames[t.Kind]
}

// enumList returns the first values of an enum, with quotes if they are strings.
func enumList(enum []string, quoted bool) string {
	values := make([]string, min(len(enum), maxNamed))
	for n := range values {
		values[n] = measure.Clip(enum[n], maxValue)
		if quoted {
			values[n] = string(appendQuoted(nil, values[n]))
		}
	}
	list := strings.Join(values, ", ")
	if more := len(enum) - len(values); more > 0 {
		list += " or " + strconv.Itoa(more) + " more"
	}
	return list
}

// widthName describes the numbers that the width of the type can hold.
func (t *Type) widthName() string {
	bits := t.bits()
	switch t.Kind {
	case KindFloat:
		return "a number that " + strconv.Itoa(bits) + " bits hold"
	case KindUint:
		return "an integer between 0 and " + strconv.FormatUint(1<<(bits-1)-1+1<<(bits-1), 10)
	}
	half := uint64(1) << (bits - 1)
	return "an integer between -" + strconv.FormatUint(half, 10) + " and " + strconv.FormatUint(half-1, 10)
}

package habits

import (
	"encoding/json"
	"slices"
	"strings"
)

// form adds to an object what a value means. It returns false for another value.
type form func(o *object, value json.RawMessage) bool

// rename returns the habit of an argument with one of the names, whose value has a form.
func rename(names string, add form) func(o *object) bool {
	return func(o *object) bool {
		value := o.take(names)
		return value == nil || add(o, value)
	}
}

// as is the form of a value that only has another name.
func as(name string) form {
	return func(o *object, value json.RawMessage) bool { return o.add(name, value) }
}

// drop returns the habit of arguments that say what the tool does anyway: they are left
// out if they have one of the values, where "*text" and "*bool" mean any of the type;
// without values, always.
func drop(names string, values ...string) func(o *object) bool {
	return func(o *object) bool {
		for name := range strings.FieldsSeq(names) {
			value := o.value(name)
			_, isText := textOf(value)
			isBool := string(value) == "true" || string(value) == "false"
			if value != nil && (len(values) == 0 || slices.Contains(values, string(value)) || isText && slices.Contains(values, "*text") || isBool && slices.Contains(values, "*bool")) {
				o.take(name)
			}
		}
		return true
	}
}

// joined returns the habit of a list of texts where the tool has one text with
// separators. A value that is no list stays.
func joined(names, name, separator string) func(o *object) bool {
	return func(o *object) bool {
		for each := range strings.FieldsSeq(names) {
			if list, ok := textsOf(o.value(each)); ok {
				o.take(each)
				return o.add(name, strings.Join(list, separator))
			}
		}
		return true
	}
}

// onlyOne returns the habit of a list with one text, where the tool has the text.
func onlyOne(names, name string) func(o *object) bool {
	return rename(names, func(o *object, value json.RawMessage) bool {
		list, ok := textsOf(value)
		if text, isText := textOf(value); isText {
			list, ok = []string{text}, true
		}
		return ok && len(list) == 1 && o.add(name, list[0])
	})
}

// opposite is the form of a boolean with the opposite meaning.
func opposite(name string) form {
	return func(o *object, value json.RawMessage) bool {
		switch string(value) {
		case "true", `"true"`:
			return o.add(name, false)
		case "false", `"false"`:
			return o.add(name, true)
		}
		return false
	}
}

// flag is the form of a boolean that means a value of another argument if it is true.
func flag(name string, meant any) form {
	return func(o *object, value json.RawMessage) bool {
		switch string(value) {
		case "true", `"true"`:
			return o.add(name, meant)
		case "false", `"false"`:
			return true
		}
		return false
	}
}

package emit

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// DefaultError means that the default of a field cannot be written in Go.
type DefaultError struct {
	Field *model.Field
	// Cause is the reason.
	Cause error
}

// Error returns the field and the cause.
func (e *DefaultError) Error() string {
	return fmt.Sprintf("the default of %s cannot be applied: %v", e.Field.Name, e.Cause)
}

// Unwrap returns the cause.
func (e *DefaultError) Unwrap() error { return e.Cause }

// setDefault returns the statement that sets a field to its default: an assignment
// or, if there is no Go literal for the value, a call that reads its JSON text.
func (f *file) setDefault(p variable, field *model.Field, context string) (code, error) {
	if !hasLiteral(field.Type, field.Default) {
		if !json.Valid([]byte(field.Default)) {
			return nil, fmt.Errorf("%s is not JSON", field.Default)
		}
		if basics(field.Type) != nil {
			if _, err := f.basicLiteral(field.Type, field.Default); err != nil {
				return nil, err
			}
		}
		return f.line("i = %s(d, i, %s, %s, %s)", f.decode("Default"), p.address, quote(field.Default), f.item(field.Type, nil, context)), nil
	}
	value, err := f.literal(field.Type, field.Default)
	if err != nil {
		return nil, err
	}
	return f.line("%s = %s", p.value, value), nil
}

// hasLiteral reports whether a default has a Go literal that is correct on every
// machine: an int may have 32 bits.
func hasLiteral(t *model.Type, text string) bool {
	switch t.Kind {
	case model.KindString, model.KindBool, model.KindFloat, model.KindDuration, model.KindNumber:
		return true
	case model.KindTime:
		return strings.HasSuffix(text, `Z"`) // the offset of another text depends on the reader
	case model.KindInt, model.KindUint:
		return !isWide(t, text)
	case model.KindPointer, model.KindSlice:
		return t.Elem.Kind != model.KindPointer && hasLiteral(t.Elem, text)
	}
	return false
}

// literal returns the Go expression for the value of a JSON text.
func (f *file) literal(t *model.Type, text string) (code, error) {
	switch t.Kind {
	case model.KindDuration:
		return f.durationLiteral(text)
	case model.KindTime:
		return f.timeLiteral(text)
	case model.KindPointer:
		value, err := f.literal(t.Elem, text)
		if err != nil {
			return nil, err
		}
		if basics(t.Elem) != nil || t.Elem.Kind == model.KindNumber {
			value = f.line("%s(%s)", f.goType(t.Elem.Go), value)
		}
		return f.line("new(%s)", value), nil
	case model.KindSlice:
		return f.sliceLiteral(t, text)
	}
	return f.basicLiteral(t, text)
}

// basicLiteral returns the literal of a string, number or boolean.
func (f *file) basicLiteral(t *model.Type, text string) (code, error) {
	if !json.Valid([]byte(text)) {
		return nil, fmt.Errorf("%q is not JSON", text)
	}
	fits := false
	switch text = strings.TrimSpace(text); text[0] {
	case '"':
		fits = t.Kind == model.KindString
	case 't', 'f':
		fits = t.Kind == model.KindBool
	case '[', '{', 'n':
	default:
		fits = t.Kind != model.KindString && t.Kind != model.KindBool
	}
	if !fits {
		return nil, fmt.Errorf("%s is not a value of type %s", text, t.Go)
	}
	if t.Kind == model.KindNumber {
		return f.line("%s", strconv.Quote(text)), nil
	}
	return f.line("%s", goTexts([]string{text})[0]), nil
}

// durationLiteral returns an expression for the JSON text of a duration.
func (f *file) durationLiteral(text string) (code, error) {
	var s string
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return nil, err
	}
	d, err := time.ParseDuration(s)
	return f.duration(d), err
}

// units are the units of durations. A duration is written in the largest unit
// that divides it.
var units = []struct {
	name string
	unit time.Duration
}{
	{"Hour", time.Hour}, {"Minute", time.Minute}, {"Second", time.Second},
	{"Millisecond", time.Millisecond}, {"Microsecond", time.Microsecond}, {"Nanosecond", time.Nanosecond},
}

// duration returns an expression such as 30 * time.Second.
func (f *file) duration(d time.Duration) code {
	for _, u := range units {
		switch {
		case d == u.unit:
			return f.qualify("time", u.name)
		case d != 0 && d%u.unit == 0:
			return f.line("%s * %s", strconv.FormatInt(int64(d/u.unit), 10), f.qualify("time", u.name))
		}
	}
	return f.line("%s(0)", f.qualify("time", "Duration"))
}

// timeLiteral returns an expression for the JSON text of a time.
func (f *file) timeLiteral(text string) (code, error) {
	var at time.Time
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		return nil, err
	}
	return f.line("%s(%d, %d, %d, %d, %d, %d, %d, %s)", f.qualify("time", "Date"),
		at.Year(), int(at.Month()), at.Day(), at.Hour(), at.Minute(), at.Second(), at.Nanosecond(), f.qualify("time", "UTC")), nil
}

// sliceLiteral returns a composite literal for the JSON text of an array.
func (f *file) sliceLiteral(t *model.Type, text string) (code, error) {
	var texts []json.RawMessage
	if err := json.Unmarshal([]byte(text), &texts); err != nil {
		return nil, err
	}
	var items []code
	for _, text := range texts {
		item, err := f.literal(t.Elem, string(text))
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return compact(f.goType(t.Go), items...), nil
}

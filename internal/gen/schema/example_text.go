package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLevels is the default nesting limit of the decoder.
const maxLevels = 64

// isSizable reports whether a number can be compared: it has at most 1000 digits, and its exponent at most four.
func isSizable(number string) bool {
	digits, exponent := number, ""
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		digits, exponent = number[:i], strings.TrimLeft(number[i+1:], "+-")
	}
	return len(digits) <= 1000 && len(exponent) <= 4
}

// checkText returns the problems that prevent the decoder from reading a text.
func checkText(text string) []string {
	r := &textReader{Decoder: json.NewDecoder(strings.NewReader(text))}
	r.UseNumber()
	if err := r.value(); err != nil {
		return []string{"it is not JSON: " + err.Error()}
	}
	if _, err := r.Token(); !errors.Is(err, io.EOF) {
		return []string{"it goes on after the arguments"}
	}
	return r.problems
}

// textReader reads a text token by token.
type textReader struct {
	*json.Decoder
	path     []string
	problems []string
}

// report records a problem at the current path.
func (r *textReader) report(format string, args ...any) {
	problem := fmt.Sprintf(format, args...)
	if at := pathText(r.path); at != "" {
		problem = at + ": " + problem
	}
	r.problems = append(r.problems, problem)
}

// value reads a value.
func (r *textReader) value() error {
	token, err := r.Token()
	if err != nil {
		return unexpectedEnd(err)
	}
	switch token := token.(type) {
	case json.Number:
		if !isSizable(token.String()) {
			r.report("the number is too long for an example")
		}
	case json.Delim:
		if len(r.path) >= maxLevels {
			return fmt.Errorf("it is nested more than %d levels deep", maxLevels)
		}
		if token == '[' {
			return r.list()
		}
		return r.object()
	}
	return nil
}

// unexpectedEnd replaces the error for the end of the text inside of a value.
func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// list reads the items of an array, after its bracket.
func (r *textReader) list() error {
	for i := 0; r.More(); i++ {
		if err := r.at(fmt.Sprint(i)); err != nil {
			return err
		}
	}
	_, err := r.Token()
	return unexpectedEnd(err)
}

// object reads the members of an object, after its brace, and reports names that are
// given twice.
func (r *textReader) object() error {
	given := make(map[string]bool)
	for r.More() {
		token, err := r.Token()
		if err != nil {
			return unexpectedEnd(err)
		}
		name := token.(string) // all others are errors
		if given[name] {
			r.report("%s is given twice", name)
		}
		given[name] = true
		if err := r.at(name); err != nil {
			return err
		}
	}
	_, err := r.Token()
	return unexpectedEnd(err)
}

// at reads the value of the next step of the path.
func (r *textReader) at(step string) error {
	r.path = append(r.path, step)
	defer func() { r.path = r.path[:len(r.path)-1] }()
	return r.value()
}

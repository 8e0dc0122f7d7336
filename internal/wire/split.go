package wire

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// checkSyntax returns the text without white space around it. It returns an error if the text is not one JSON value
// in valid UTF-8. The other functions in this file require valid text.
func checkSyntax(data []byte) ([]byte, error) {
	if !utf8.Valid(data) || !json.Valid(data) {
		return nil, &Error{Problem: ProblemSyntax}
	}
	return bytes.TrimSpace(data), nil
}

// member is one member of an object.
type member struct {
	name  string
	value []byte
}

// splitObject returns the members of an object. Repeated names are an error.
func splitObject(data []byte) ([]member, error) {
	if err := checkFirst(data, '{', "want an object"); err != nil {
		return nil, err
	}
	var members []member
	names := make(map[string]bool)
	for _, item := range items(data) {
		end := stringEnd(item, 0)
		name, err := readString(item[:end])
		if err != nil {
			return nil, err
		}
		if names[name] {
			return nil, &Error{Problem: ProblemTwice, Member: name}
		}
		names[name] = true
		value := bytes.TrimSpace(item[end:])[1:] // without the colon
		members = append(members, member{name, bytes.TrimSpace(value)})
	}
	return members, nil
}

// splitArray returns the elements of an array.
func splitArray(data []byte) ([][]byte, error) {
	if err := checkFirst(data, '[', "want an array"); err != nil {
		return nil, err
	}
	return items(data), nil
}

// checkFirst checks the kind of a value by its first byte.
func checkFirst(data []byte, first byte, want string) error {
	switch data[0] {
	case first:
		return nil
	case 'n':
		return &Error{Problem: ProblemNull, Detail: want}
	}
	return valueError(want)
}

// items returns the texts between the commas of an object or an array, without the white space around them.
func items(data []byte) [][]byte {
	var all [][]byte
	rest := bytes.TrimSpace(data[1 : len(data)-1])
	for len(rest) > 0 {
		end := itemEnd(rest)
		all = append(all, bytes.TrimSpace(rest[:end]))
		rest = rest[min(end+1, len(rest)):]
	}
	return all
}

// itemEnd returns the index of the first comma outside strings, objects and arrays, or the length of the text.
func itemEnd(data []byte) int {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			i = stringEnd(data, i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(data)
}

// stringEnd returns the index after the string that begins at i.
func stringEnd(data []byte, i int) int {
	for i++; data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	return i + 1
}

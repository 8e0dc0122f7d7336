package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// base64Name is the name of the member with a text that is not valid UTF-8.
const base64Name = "base64"

// appendText appends a string, or {"base64":"…"} for one that is not valid UTF-8.
func appendText(dst []byte, text string) ([]byte, error) {
	if utf8.ValidString(text) {
		return appendString(dst, text)
	}
	encoded := base64.StdEncoding.EncodeToString([]byte(text))
	return append(dst, `{"`+base64Name+`":"`+encoded+`"}`...), nil
}

// appendString appends the JSON of a valid string, without HTML escapes.
func appendString(dst []byte, text string) ([]byte, error) {
	buffer := bytes.NewBuffer(dst)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(text)
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), err
}

// readText reads the form that appendText writes.
func readText(data []byte) (string, error) {
	if data[0] != '{' {
		return readString(data)
	}
	members, err := splitObject(data)
	if err != nil {
		return "", err
	}
	if len(members) != 1 || members[0].name != base64Name {
		return "", valueError(`want a string or {"` + base64Name + `":"…"}`)
	}
	bytes, err := readBytes(members[0].value)
	if err != nil {
		return "", withMember(base64Name, err)
	}
	return string(bytes), nil
}

// readBytes reads a string in standard Base64 in its canonical form.
func readBytes(data []byte) ([]byte, error) {
	text, err := readString(data)
	if err != nil {
		return nil, err
	}
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil || base64.StdEncoding.EncodeToString(bytes) != text {
		return nil, valueError("want a string in standard Base64 with padding")
	}
	return bytes, nil
}

// readString reads a JSON string. A surrogate without its pair is an error: encoding/json replaces it by
// U+FFFD, which changes the text.
func readString(data []byte) (text string, err error) {
	if err := checkFirst(data, '"', "want a string"); err != nil {
		return "", err
	}
	if hasLoneSurrogate(data) {
		return "", valueError("a surrogate must have its pair")
	}
	err = json.Unmarshal(data, &text)
	return text, err
}

// hasLoneSurrogate reports whether a JSON string has the escape of a surrogate
// that is not followed by the escape of its pair.
func hasLoneSurrogate(data []byte) bool {
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		i++ // data[i] is the letter of the escape
		first := escapedUnit(data, i)
		if !utf16.IsSurrogate(first) {
			continue
		}
		if data[i+5] != '\\' || utf16.DecodeRune(first, escapedUnit(data, i+6)) == utf8.RuneError {
			return true
		}
		i += 6
	}
	return false
}

// escapedUnit returns the code unit of the escape whose letter is at i; zero if it is another escape.
func escapedUnit(data []byte, i int) rune {
	if data[i] != 'u' {
		return 0
	}
	unit, _ := strconv.ParseUint(string(data[i+1:i+5]), 16, 16)
	return rune(unit)
}

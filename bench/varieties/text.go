package varieties

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// compact returns the JSON of arguments as most models write it: without white space, and without escaping <, > and &.
func compact(args any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(args); err != nil {
		panic(err) // the values of this package can be encoded
	}
	return bytes.TrimSpace(b.Bytes())
}

// indented returns the JSON with line breaks and indentation.
func indented(args any) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, compact(args), "", "  "); err != nil {
		panic(err) // compact returns JSON
	}
	return b.Bytes()
}

// escaped returns the JSON with all characters that are not ASCII as escapes.
func escaped(args any) []byte {
	var b strings.Builder
	for _, r := range string(compact(args)) {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return []byte(b.String())
}

// reversed returns the JSON with the members of all objects in reverse order.
func reversed(args any) []byte {
	d := json.NewDecoder(bytes.NewReader(compact(args)))
	d.UseNumber()
	return reversedValue(d)
}

// reversedValue reads one value, and returns its JSON with the members of objects in reverse order.
func reversedValue(d *json.Decoder) []byte {
	token, err := d.Token()
	if err != nil {
		panic(err) // compact returns JSON
	}
	delim, isDelim := token.(json.Delim)
	if !isDelim {
		return compact(token)
	}
	var parts [][]byte
	for d.More() {
		part := reversedValue(d)
		if delim == '{' {
			part = append(append(part, ':'), reversedValue(d)...)
		}
		parts = append(parts, part)
	}
	closing, _ := d.Token()
	if delim == '{' {
		slices.Reverse(parts)
	}
	return slices.Concat([]byte(delim.String()), bytes.Join(parts, []byte(",")), []byte(closing.(json.Delim).String()))
}

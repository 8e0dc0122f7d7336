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
	return reordered(args, func(members [][]byte) { slices.Reverse(members) })
}

// shuffled returns the JSON with the members of each object in another order, the same in each run.
func shuffled(args any) []byte {
	r := random()
	return reordered(args, func(members [][]byte) {
		r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	})
}

// reordered returns the JSON after order was applied to the members of all objects.
func reordered(args any, order func(members [][]byte)) []byte {
	d := json.NewDecoder(bytes.NewReader(compact(args)))
	d.UseNumber()
	return reorderedValue(d, order)
}

// reorderedValue reads one value, and returns its JSON after order was applied to the members of all objects.
func reorderedValue(d *json.Decoder, order func(members [][]byte)) []byte {
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
		part := reorderedValue(d, order)
		if delim == '{' {
			part = append(append(part, ':'), reorderedValue(d, order)...)
		}
		parts = append(parts, part)
	}
	closing, _ := d.Token()
	if delim == '{' {
		order(parts)
	}
	return slices.Concat([]byte(delim.String()), bytes.Join(parts, []byte(",")), []byte(closing.(json.Delim).String()))
}

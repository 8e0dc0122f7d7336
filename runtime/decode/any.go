package decode

import "encoding/json"

// Any reads any JSON value as nil, bool, string, json.Number, []any or
// map[string]any. A number keeps its text, so that it is not rounded. Many small
// objects need about sixty times the memory of their text, as with
// encoding/json; [Raw] needs as much memory as the text.
func Any(d *D, i int, v *any) int {
	switch c := peek(d.text, i); c {
	case '{':
		return anyAs(d, i, v, anyObject)
	case '[':
		return anyAs(d, i, v, anyArray)
	case '"':
		return anyAs(d, i, v, String[string])
	case 't', 'f':
		return anyAs(d, i, v, Bool[bool])
	case 'n':
		*v = nil
		return null(d.text, i)
	}
	return anyAs(d, i, v, Number[json.Number])
}

func anyObject(d *D, i int, v *map[string]any) int { return Map(d, i, v, Any) }

func anyArray(d *D, i int, v *[]any) int { return Slice(d, i, v, 0, Unbounded, Any) }

// anyAs reads a T into an interface.
func anyAs[T any](d *D, i int, v *any, read func(*D, int, *T) int) int {
	var x T
	i = read(d, i, &x)
	*v = x
	return i
}

// Null returns the index after the null at i, or a negative number.
func (d *D) Null(i int) int { return null(d.text, i) }

// null returns the index after the null at i, or a negative number.
func null(s string, i int) int {
	if len(s)-i >= 4 && s[i:i+4] == "null" {
		return i + 4
	}
	return -1
}

// Raw reads any JSON value and stores a copy of its text: json.RawMessage. It
// checks the text and refuses duplicate names.
func Raw[T ~[]byte](d *D, i int, v *T) int {
	end := d.skip(i)
	if end >= 0 {
		*v = T(d.text[i:end])
	}
	return end
}

package decode

import "encoding/json"

// Any reads any JSON value as nil, bool, string, json.Number, []any or
// map[string]any. A number keeps its text, so that it is not rounded. Many small
// objects need about sixty times the memory of their text, as with
// encoding/json; [Raw] needs as much memory as the text.
func Any(d *D, i int, v *any) int {
	*v, i = d.any(i)
	return i
}

// any does the same as Any. In addition to the allocations of the value, it needs only the one that puts
// the value into an interface.
func (d *D) any(i int) (any, int) {
	switch peek(d.text, i) {
	case '{':
		var members map[string]any
		i = mapOf(d, i, &members, (*D).any)
		return members, i
	case '[':
		var items []any
		i = Slice(d, i, &items, 0, Unbounded, Any)
		return items, i
	case '"':
		var text string
		i = String(d, i, &text)
		return text, i
	case 't', 'f':
		var flag bool
		i = Bool(d, i, &flag)
		return flag, i
	case 'n':
		return nil, null(d.text, i)
	}
	var number json.Number
	i = Number(d, i, &number)
	return number, i
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

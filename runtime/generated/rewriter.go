package generated

import (
	"encoding/json"
	"iter"
	"strconv"
	"time"
)

// Rewriter rewrites the JSON of a result to the form that the arguments of a tool
// have: durations are texts, and variants of unions have their discriminators. It
// reads the JSON and the Go value at the same time. What is not rewritten is copied.
//
// The JSON must be one that encoding/json wrote, in its compact form. A Rewriter is
// for one goroutine.
type Rewriter struct {
	in, out []byte
	at      int
	// prefix is the discriminator of the next object.
	prefix []byte
}

// NewRewriter returns a Rewriter for a JSON text.
func NewRewriter(text []byte) *Rewriter {
	return &Rewriter{in: text, out: make([]byte, 0, len(text)+64)}
}

// Finish copies the value if it was not rewritten, and returns the new text.
func (w *Rewriter) Finish() []byte {
	if w.at == 0 {
		w.copyTo(skipValue(w.in, 0))
	}
	return w.out
}

// Discriminator adds a member to the beginning of the next object.
func (w *Rewriter) Discriminator(name, value string) {
	w.prefix = strconv.AppendQuote(nil, name)
	w.prefix = append(w.prefix, ':')
	w.prefix = strconv.AppendQuote(w.prefix, value)
}

// Duration writes a duration as a text instead of the number.
func (w *Rewriter) Duration(d time.Duration) {
	w.at = skipValue(w.in, w.at)
	w.out = strconv.AppendQuote(w.out, d.String())
}

// Members returns the names of the members of an object. It copies the value of a
// member that the loop does not rewrite. For null there are no members.
func (w *Rewriter) Members() iter.Seq[string] {
	return func(yield func(string) bool) {
		if w.in[w.at] != '{' {
			return
		}
		w.copyTo(w.at + 1)
		w.out = append(w.out, w.prefix...)
		if len(w.prefix) > 0 && w.in[w.at] != '}' {
			w.out = append(w.out, ',')
		}
		w.prefix = nil
		for w.in[w.at] != '}' {
			end := skipValue(w.in, w.at)
			var name string
			_ = json.Unmarshal(w.in[w.at:end], &name) // encoding/json wrote the text
			w.copyTo(end + len(":"))
			w.element(func() bool { return yield(name) })
		}
		w.copyTo(w.at + 1)
	}
}

// Items returns the indices of the items of an array. It copies an item that the
// loop does not rewrite. For null there are no items.
func (w *Rewriter) Items() iter.Seq[int] {
	return func(yield func(int) bool) {
		if w.in[w.at] != '[' {
			return
		}
		w.copyTo(w.at + 1)
		for i := 0; w.in[w.at] != ']'; i++ {
			w.element(func() bool { return yield(i) })
		}
		w.copyTo(w.at + 1)
	}
}

// element lets a loop rewrite a value, and copies it if the loop does not. It also
// copies the comma after the value. The loops in generated code do not end early.
func (w *Rewriter) element(rewrite func() bool) {
	start := w.at
	rewrite()
	if w.at == start {
		w.copyTo(skipValue(w.in, start))
	}
	w.prefix = nil
	if w.in[w.at] == ',' {
		w.copyTo(w.at + 1)
	}
}

// copyTo copies the text up to an offset.
func (w *Rewriter) copyTo(end int) {
	w.out = append(w.out, w.in[w.at:end]...)
	w.at = end
}

// skipValue returns the offset after the value at an offset.
func skipValue(text []byte, at int) int {
	depth := 0
	for ; at < len(text); at++ {
		switch text[at] {
		case '"':
			for at++; text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
			if depth == 0 {
				return at + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
			if depth < 0 {
				return at
			}
		case ',', ':':
			if depth == 0 {
				return at
			}
		}
	}
	return at
}

// Lookup returns the value of a map by the text that encoding/json writes for its
// key.
func Lookup[K comparable, V any](m map[K]V, member string) (value V, found bool) {
	for k, v := range m {
		text, err := json.Marshal(map[K]struct{}{k: {}})
		var keys map[string]struct{}
		if err != nil || json.Unmarshal(text, &keys) != nil {
			continue
		}
		if _, found = keys[member]; found {
			return v, true
		}
	}
	return value, false
}

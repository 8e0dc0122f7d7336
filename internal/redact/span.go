package redact

import (
	"cmp"
	"slices"
	"strings"
)

// span is a part of a text to remove: the bytes from start up to, but not including, end. The label is the name
// of the form of a key; it is empty for a secret that a tool got.
type span struct {
	start, end int
	label      string
}

// placeholder returns the text that replaces the span.
func (s span) placeholder() string {
	if s.label == "" {
		return Placeholder
	}
	return "[REDACTED:" + s.label + "]"
}

// merge sorts the spans and merges those that overlap. A merged span has the label of its first part, or none if
// one of its parts is a secret that a tool got.
func merge(spans []span) []span {
	slices.SortStableFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	merged := spans[:0]
	for _, s := range spans {
		if n := len(merged); n > 0 && s.start < merged[n-1].end {
			last := &merged[n-1]
			last.end = max(last.end, s.end)
			if s.label == "" {
				last.label = ""
			}
			continue
		}
		merged = append(merged, s)
	}
	return merged
}

// replace returns text[start:end] with a placeholder for each span that begins in it or extends into it. The
// spans must be merged.
func replace(text string, start, end int, spans []span) string {
	var out strings.Builder
	done := start
	for _, s := range spans {
		if s.end <= start || s.start >= end {
			continue
		}
		out.WriteString(text[done:max(done, s.start)])
		out.WriteString(s.placeholder())
		done = min(s.end, end)
	}
	out.WriteString(text[done:end])
	return out.String()
}

package redact

import "strings"

const (
	// maxUnfinished is the length of the end of a text in which an unfinished secret is searched: longer than the
	// secrets of programs in every code.
	maxUnfinished = 64 << 10
	// maxRest is the maximum number of bytes between an unfinished secret in a code and the end of the text, such as
	// the digits of its last byte or the beginning of the next line of a dump.
	maxRest = 80
	// maxPartial is the maximum number of bytes at the end of a decoded text that may be wrong, because the escapes or
	// digits of the last ones are not complete.
	maxPartial = 8
	// maxIncomplete is the maximum length of an escape.
	maxIncomplete = 12
	// unfinished is the label of a span that has the beginning of a secret.
	unfinished = "unfinished"
)

// SafeEnd returns the index up to which a text that will grow can be shown. What follows may be the beginning of a
// secret of the sets, in plain form or in a code, or of a key. The index is the length of the text if there is none.
func SafeEnd(text string, sets ...*Secrets) int {
	start := max(0, len(text)-maxUnfinished)
	tail := text[start:]
	end := unfinishedKey(tail)
	for _, s := range findSecrets(tail, sets, true) {
		if s.label == unfinished && s.end >= len(tail)-maxRest {
			end = min(end, s.start)
		}
	}
	return start + end
}

// searchUnfinished appends the parts of the text that are the beginning of a secret and end with the text. If the text
// is decoded, its last bytes may be wrong. Otherwise, an incomplete escape may follow.
func (f *finder) searchUnfinished(spans []span, text string, isDecoded bool) []span {
	ends := []int{len(text), incompleteEscape(text)}
	for n := 1; isDecoded && n <= min(maxPartial, len(text)); n++ {
		ends = append(ends, len(text)-n)
	}
	bare, positions := bareEnd(text)
	for _, s := range f.sets {
		for _, end := range ends {
			if start := s.plain.unfinishedAt(text[:end]); start < end {
				spans = append(spans, span{start, end, unfinished})
			}
		}
		if start := s.bare.unfinishedAt(bare); len(bare)-start >= MinEncoded {
			spans = append(spans, span{positions[start], len(text), unfinished})
		}
	}
	return spans
}

// incompleteEscape returns the index of the escape at the end of a text that more text can complete, or the length
// of the text.
func incompleteEscape(text string) int {
	const begins = "\\%&=\x1b"
	end := strings.LastIndexAny(text, begins)
	if end < 0 || len(text)-end > maxIncomplete {
		return len(text)
	}
	for end > 0 && strings.IndexByte(begins, text[end-1]) >= 0 {
		end--
	}
	return end
}

// bareEnd returns the bare form of the end of a text, and the index in the text of each of its bytes.
func bareEnd(text string) (bare string, positions []int) {
	var out []byte
	for i := max(0, len(text)-maxUnfinished/4); i < len(text); i++ {
		if !isDropped[text[i]] {
			out, positions = append(out, text[i]), append(positions, i)
		}
	}
	return string(out), positions
}

// unfinishedAt returns the first index from which the rest of the text is the beginning of a longer form of the index,
// or the length of the text.
func (x *index) unfinishedAt(text string) int {
	if x.forms == nil {
		return len(text)
	}
	for i := max(0, len(text)-x.longest); i+MinLength <= len(text); i++ {
		key := strings.ReplaceAll(text[i:i+MinLength], "+", " ")
		for _, form := range x.forms[[MinLength]byte([]byte(key))] {
			if len(form) > len(text)-i && hasPrefix(text[i:], form[:len(text)-i]) {
				return i
			}
		}
	}
	return len(text)
}

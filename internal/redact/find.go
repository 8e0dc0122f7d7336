package redact

import (
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"
)

const (
	// maxEscapes is the maximum number of times that the escapes of a text are decoded.
	maxEscapes = 12
	// maxDepth is the maximum number of codes such as Base64 around each other.
	maxDepth = 6
	// maxWork limits the bytes that are decoded, as a multiple of the length of the text, so that the time is
	// linear in that length. minWork is the minimum for short texts.
	maxWork = 24
	minWork = 64 << 10
)

// Redact returns the text without the secrets of the sets and without keys. Secrets are found in every
// composition of the known codes, and keys too if there are secrets; otherwise, only keys in plain text and with escapes
// are found. A nil set is empty.
func Redact(text string, sets ...*Secrets) string {
	return Excerpt(text, 0, len(text), sets...)
}

// Excerpt returns text[start:end] without secrets and keys. A secret of which only a part is in the
// excerpt is removed, too: the text before and after the excerpt is used to find it.
func Excerpt(text string, start, end int, sets ...*Secrets) string {
	spans := findAll(text, sets)
	if len(spans) == 0 {
		return text[start:end]
	}
	return replace(text, start, end, merge(spans))
}

// findAll returns the secrets and keys in the text. It is called for every short result of a tool, and must not need
// much time and stack if there are no secrets.
func findAll(text string, sets []*Secrets) []span {
	for _, s := range sets {
		if s.hasValues() {
			return findSecrets(text, sets, false)
		}
	}
	return findKeys(text)
}

// findKeys returns the keys in the text, also those with escapes, which the tools that write Markdown or JSON add, and
// those with characters that no reader sees.
func findKeys(text string) []span {
	if len(text) < shortest {
		return nil
	}
	spans := shownKeys(text)
	if strings.IndexByte(text, '\\') < 0 {
		return spans
	}
	if decoded, changed := marked.decode(text); changed {
		if found := shownKeys(decoded); len(found) > 0 {
			spans = marked.appendSources(spans, text, found)
		}
	}
	return spans
}

// shownKeys returns the keys in the text, and in the text as it is shown.
func shownKeys(text string) []span {
	spans := keySpans(nil, text)
	if shown, kind := show(text); kind != noEscapes {
		if found := keySpans(nil, shown); len(found) > 0 {
			spans = kind.appendSources(spans, text, found)
		}
	}
	return spans
}

// findSecrets returns the secrets and keys in a text, also the unfinished ones at its end if they are wanted; none if
// the sets have no values.
func findSecrets(text string, sets []*Secrets, unfinished bool) []span {
	f := finder{work: maxWork*len(text) + minWork, unfinished: unfinished}
	for _, s := range sets {
		if s == nil {
			continue
		}
		s.mu.RLock()
		defer s.mu.RUnlock()
		if !s.isEmpty() && !slices.Contains(f.sets, s) {
			f.sets = append(f.sets, s)
		}
	}
	if len(f.sets) == 0 {
		return nil
	}
	return f.find(text, maxEscapes, maxDepth)
}

// finder finds secrets in a text. It decodes the text until nothing is left to decode, and searches each
// decoded text. Positions in a decoded text are mapped to the original only if a secret is found.
type finder struct {
	sets []*Secrets // not empty; the caller holds their locks
	work int        // the number of bytes that may still be decoded
	// unfinished adds the beginnings of secrets at the ends of texts.
	unfinished bool
	// buffers have the bytes that are decoded at each depth.
	buffers [maxDepth][]byte
}

// find returns the secrets and keys in a text. Its escapes are decoded at most escapes times, and codes inside
// each other at most depth times.
func (f *finder) find(text string, escapes, depth int) []span {
	spans := keySpans(nil, text)
	for _, s := range f.sets {
		spans = s.plain.search(spans, text, MinLength)
	}
	if f.unfinished {
		spans = f.searchUnfinished(spans, text, escapes < maxEscapes || depth < maxDepth)
	}
	if depth > 0 {
		var hasOffset bool
		if spans, hasOffset = f.searchHex(spans, text, depth-1); hasOffset {
			spans = f.searchDumps(spans, text, depth-1) // before escapes are decoded, which are columns of od -c
		}
	}
	if escapes > 0 && f.spend(len(text)) {
		if next, kind := unescape(text); kind != noEscapes {
			if found := f.find(next, escapes-1, depth); len(found) > 0 {
				spans = kind.appendSources(spans, text, found)
			}
			if !kind.isAmbiguous() {
				return spans
			}
		}
	}
	spans = f.searchBare(spans, text)
	if depth > 0 {
		spans = f.searchLetters(spans, text, depth-1)
		spans = f.searchNumbers(spans, text, depth-1)
	}
	return spans
}

// spend reports whether n more bytes may be decoded, and counts them.
func (f *finder) spend(n int) bool {
	if n > f.work {
		return false
	}
	f.work -= n
	return true
}

// searchBare appends the values in the text that are interrupted by white space, quotes or control characters,
// as in wrapped lines.
func (f *finder) searchBare(spans []span, text string) []span {
	if len(text) < MinEncoded {
		return spans
	}
	for _, s := range f.sets {
		spans = s.bare.searchBare(spans, text)
	}
	return spans
}

// findDecoded returns the secrets in decoded bytes, and the secrets and keys in the texts among these bytes.
func (f *finder) findDecoded(decoded []byte, depth int) []span {
	var spans []span
	for _, s := range f.sets {
		spans = s.plain.search(spans, unsafeString(decoded), MinEncoded)
	}
	if isUTF16(decoded) {
		spans = f.searchUTF16(spans, decoded, depth)
	}
	for start := 0; start < len(decoded); {
		end := textEnd(decoded, start)
		if end-start >= MinEncoded {
			for _, s := range f.find(string(decoded[start:end]), maxEscapes, depth) {
				spans = append(spans, span{s.start + start, s.end + start, s.label})
			}
		}
		start = max(end, start+1)
	}
	return spans
}

// unsafeString returns the bytes as a string without a copy. The string must not be used after a change of the
// bytes.
func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// textEnd returns the index after the text that begins at i. A text consists of printable ASCII characters, white
// space, and other characters in valid UTF-8.
func textEnd(decoded []byte, i int) int {
	for i < len(decoded) {
		if c := decoded[i]; c < utf8.RuneSelf {
			if !isText(c) {
				return i
			}
			i++
			continue
		}
		if i+1 == len(decoded) || decoded[i+1]&0xC0 != 0x80 {
			return i // most bytes that are not a text
		}
		_, size := utf8.DecodeRune(decoded[i:])
		if size == 1 {
			return i
		}
		i += size
	}
	return i
}

// isText reports whether an ASCII character is one of texts.
func isText(c byte) bool { return c >= ' ' && c != 0x7F || c == '\n' || c == '\r' || c == '\t' }

// isDropped has the bytes that the bare form of a text omits: white space, which wrapped lines add, the
// plus sign, which replaces a space, the equals sign, which quoted-printable adds, and quotes, backslashes and
// control characters, whose number depends on the quoting.
var isDropped = [256]bool{
	0x00: true, 0x01: true, 0x02: true, 0x03: true, 0x04: true, 0x05: true, 0x06: true, 0x07: true, 0x08: true, 0x09: true, 0x0A: true,
	0x0B: true, 0x0C: true, 0x0D: true, 0x0E: true, 0x0F: true, 0x10: true, 0x11: true, 0x12: true, 0x13: true, 0x14: true, 0x15: true,
	0x16: true, 0x17: true, 0x18: true, 0x19: true, 0x1A: true, 0x1B: true, 0x1C: true, 0x1D: true, 0x1E: true, 0x1F: true, 0x20: true,
	'+': true, '=': true, '"': true, '\'': true, '\\': true, '`': true, 0x7F: true,
}

// bareForm returns the text without the bytes in isDropped.
func bareForm(text string) string {
	bare := make([]byte, 0, len(text))
	for i := range len(text) {
		if c := text[i]; !isDropped[c] {
			bare = append(bare, c)
		}
	}
	return string(bare)
}

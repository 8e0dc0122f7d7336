package redact

import "strings"

// searchHex appends the secrets and keys in hexadecimal. It reports whether the text may have offsets of a dump.
func (f *finder) searchHex(spans []span, text string, depth int) (_ []span, hasOffset bool) {
	var r run
	for i := 0; i < len(text); {
		if hexDigits[text[i]] < 0 {
			i++
			continue
		}
		end := hexEnd(text, i)
		hasOffset = hasOffset || mayBeOffset(text, i, end)
		if end-i < 2 || end-i < hexadecimal.minDigits && i > 0 && isLetterOrDigit(text[i-1]) && text[i-1]|0x20 != 'x' {
			i = end
			continue
		}
		i = readHex(&r, text, i, end)
		for n := 1; n < len(r.pieces) && !hasOffset; n++ {
			hasOffset = mayBeOffset(text, r.pieces[n].start, r.pieces[n].end)
		}
		if r.count >= hexadecimal.minDigits {
			spans = f.searchRun(spans, text, &hexadecimal, &r, depth)
			spans = f.searchWords(spans, text, &r, depth)
		}
	}
	return spans, hasOffset
}

// searchWords appends the secrets and keys in a run whose pieces are words of two, four or eight bytes, the lowest
// byte first. The last piece can be shorter.
func (f *finder) searchWords(spans []span, text string, r *run, depth int) []span {
	digits := r.pieces[0].end - r.pieces[0].start
	if len(r.pieces) < 2 || digits != 4 && digits != 8 && digits != 16 || !f.spend(r.count/2) {
		return spans
	}
	var decoded []byte
	for n, piece := range r.pieces {
		size := piece.end - piece.start
		if size > digits || size < digits && n < len(r.pieces)-1 {
			return spans
		}
		for i := piece.end; i > piece.start; i -= 2 {
			decoded = append(decoded, byte(hexDigits[text[i-2]]<<4|hexDigits[text[i-1]]))
		}
	}
	for _, s := range f.findDecoded(decoded, depth) {
		first, last := r.pieces[s.start*2/digits], r.pieces[(s.end-1)*2/digits]
		spans = append(spans, span{first.start, last.end, s.label})
	}
	return spans
}

// isLetterOrDigit reports whether a byte is an ASCII letter or digit.
func isLetterOrDigit(c byte) bool { return isLetter(c) || isDigit(c) }

// hexEnd returns the index after the hexadecimal digits at i.
func hexEnd(text string, i int) int {
	for i < len(text) && hexDigits[text[i]] >= 0 {
		i++
	}
	return i
}

// readHex reads the run that begins with the digits from i to end, and returns the index after it. The pieces of a
// run with separators have an even number of digits and are words of their own.
func readHex(r *run, text string, i, end int) int {
	r.pieces, r.count = r.pieces[:0], 0
	r.add(i, end)
	for (end-i)%2 == 0 && end < len(text) && !isLetterOrDigit(text[end]) {
		i = separatorEnd(text, end)
		if i == end || i == len(text) || hexDigits[text[i]] < 0 {
			break
		}
		next := hexEnd(text, i)
		if (next-i)%2 != 0 || next < len(text) && isLetterOrDigit(text[next]) {
			break
		}
		end = next
		r.add(i, end)
	}
	return end
}

// separatorEnd returns the index after white space, punctuation and quotes between two bytes in hexadecimal, with the
// prefix of the next byte.
func separatorEnd(text string, i int) int {
	end := i
	for end < len(text) && end < i+maxGap && isSeparator[text[end]] {
		end++
	}
	for _, prefix := range []string{"0x", "0X", "U+", "u+"} {
		if strings.HasPrefix(text[end:], prefix) {
			return end + len(prefix)
		}
	}
	return end
}

// isSeparator has the bytes between two bytes in hexadecimal.
var isSeparator = [256]bool{
	' ': true, '+': true, '\t': true, '\r': true, '\n': true, ':': true, ',': true, ';': true, '-': true, '_': true, '.': true,
	'|': true, '/': true, '"': true, '\'': true, '`': true, '(': true, ')': true, '[': true, ']': true, '{': true, '}': true,
	'<': true, '>': true, '#': true, '$': true, '*': true, '~': true, '\\': true,
}

package redact

import "strings"

// searchNumbers appends the secrets and keys in lists of bytes as numbers, such as "[112, 43]", "112 43", "0x70, 0xa"
// and "160 053", and of numbers of two, four or eight bytes. A negative number is a signed byte.
func (f *finder) searchNumbers(spans []span, text string, depth int) []span {
	var list numberList
	next := [4]int{} // the index from which each kind of list is searched
	for i := 0; i < len(text); {
		if !isDigit(text[i]) {
			i++
			continue
		}
		if i >= next[0] {
			spans, next[0] = f.searchBytes(spans, text, i, depth, &list, byteNumber)
		}
		if i >= next[1] {
			spans, next[1] = f.searchBytes(spans, text, i, depth, &list, octalNumber)
		}
		if i >= next[2] {
			spans, next[2] = f.searchWideNumbers(spans, text, i, depth, &list)
		}
		if i >= next[3] {
			spans, next[3] = f.searchBytes(spans, text, i, depth, &list, binaryNumber)
		}
		i = max(i+1, min(next[0], next[1], next[2], next[3]))
	}
	return spans
}

// numberList is a list of numbers in a text.
type numberList struct {
	bytes  []byte
	values []uint64
	spans  []span
}

// searchBytes appends the secrets and keys in the list of bytes at i, and returns the index after the list. read
// returns a byte and the index after it, or -1 if there is none.
func (f *finder) searchBytes(spans []span, text string, i, depth int, l *numberList, read func(text string, i int) (byte, int)) (_ []span, end int) {
	l.bytes, l.spans = l.bytes[:0], l.spans[:0]
	for {
		value, end := read(text, i)
		if end < 0 {
			i = skipDigits(text, i)
			break
		}
		l.bytes, l.spans = append(l.bytes, value), append(l.spans, span{start: i, end: end})
		next := numberGap(text, end)
		isJoined := next == end && end-i == binaryDigitsOfByte
		if i = end; next == end && !isJoined || next >= len(text) || !isDigit(text[next]) {
			break
		}
		i = next
	}
	if len(l.bytes) < MinEncoded || !f.spend(len(l.bytes)) {
		return spans, i
	}
	for _, s := range f.findDecoded(l.bytes, depth) {
		spans = append(spans, span{l.spans[s.start].start, l.spans[s.end-1].end, s.label})
	}
	return spans, i
}

// octalNumber is byteNumber for octal numbers of three digits, or with a zero before other digits.
func octalNumber(text string, i int) (value byte, end int) {
	n := 0
	for end = i; end < len(text) && end < i+4 && text[end] >= '0' && text[end] <= '7'; end++ {
		n = n<<3 | int(text[end]-'0')
	}
	if n > 0xFF || end < len(text) && isWord(text[end]) || end-i != 3 && (text[i] != '0' || end == i) {
		return 0, -1
	}
	return byte(n), end
}

// binaryDigitsOfByte is the number of binary digits of a byte without a prefix.
const binaryDigitsOfByte = 8

// binaryNumber is byteNumber for eight binary digits, which more of them can follow directly.
func binaryNumber(text string, i int) (value byte, end int) {
	for end = i; end < len(text) && end < i+binaryDigitsOfByte; end++ {
		if text[end] != '0' && text[end] != '1' {
			return 0, -1
		}
		value = value<<1 | (text[end] - '0')
	}
	if end < i+binaryDigitsOfByte || end < len(text) && isWord(text[end]) && text[end] != '0' && text[end] != '1' {
		return 0, -1
	}
	return value, end
}

// prefixOf returns the bits of a digit after the prefix 0x, 0o or 0b, and the maximum number of digits of a byte.
func prefixOf(letter byte) (bits, digits int) {
	switch letter | 0x20 {
	case 'x':
		return 4, 2
	case 'o':
		return 3, 3
	case 'b':
		return 1, 8
	}
	return 0, 0
}

// byteNumber returns the byte whose value is the number at i: decimal, or with the prefix 0x, 0o or 0b. It also returns
// the index after the number, or -1 if the number is not a byte.
func byteNumber(text string, i int) (value byte, end int) {
	n := 0
	if text[i] == '0' && i+2 < len(text) {
		if bits, digits := prefixOf(text[i+1]); bits > 0 {
			for end = i + 2; end < len(text) && end < i+2+digits && hexDigits[text[end]] >= 0 && hexDigits[text[end]] < 1<<bits; end++ {
				n = n<<bits | int(hexDigits[text[end]])
			}
			return byte(n), end
		}
	}
	for end = i; end < len(text) && isDigit(text[end]); end++ {
		if end == i+3 {
			return 0, -1
		}
		n = n*10 + int(text[end]-'0')
	}
	if n > 0xFF {
		return 0, -1
	}
	if hasSign(text, i) {
		n = -n
	}
	return byte(n), end
}

// hasSign reports whether a minus sign is before the number at i. A hyphen after a digit separates two numbers.
func hasSign(text string, i int) bool {
	return i > 0 && text[i-1] == '-' && (i == 1 || !isDigit(text[i-2]))
}

// skipDigits returns the index after the digits at i.
func skipDigits(text string, i int) int {
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i
}

// numberGap returns the index after a separator between two numbers at i, with the sign of the next number and the name
// of its member, or i. The character of a byte can be before the separator.
func numberGap(text string, i int) int {
	i = afterLiteral(text, i)
	end := i
	for end < len(text) && end < i+maxGap && strings.IndexByte(" +\t\r\n,;.-", text[end]) >= 0 {
		end++
	}
	return memberName(text, end)
}

// memberName returns the index after the name of a member at i that is a number, as in {"0":112,"1":43}, or i.
func memberName(text string, i int) int {
	if i+1 >= len(text) || text[i] != '"' || !isDigit(text[i+1]) {
		return i
	}
	end := skipDigits(text, i+1)
	if !strings.HasPrefix(text[end:], `":`) {
		return i
	}
	return skip(text, end+len(`":`), " ", 1)
}

// searchWideNumbers appends the secrets and keys in the list of decimal numbers of two, four or eight bytes at i, the
// lowest byte first, and returns the index after the list.
func (f *finder) searchWideNumbers(spans []span, text string, i, depth int, l *numberList) (_ []span, end int) {
	l.values, l.spans = l.values[:0], l.spans[:0]
	size := 0
	for next := i; next < len(text) && isDigit(text[next]); {
		start := next
		if hasSign(text, start) {
			start--
		}
		value, width, end := decimalAt(text, start)
		l.values, l.spans, size = append(l.values, value), append(l.spans, span{start: next, end: end}), max(size, width)
		i = skipDigits(text, end)
		if next = numberGap(text, i); next == i {
			break
		}
	}
	if size < 2 || len(l.values)*size < MinEncoded || !f.spend(len(l.values)*size) {
		return spans, i
	}
	for _, s := range f.findDecoded([]byte(decimalBytes(l.values, size)), depth) {
		spans = append(spans, span{l.spans[s.start/size].start, l.spans[(s.end-1)/size].end, s.label})
	}
	return spans, i
}

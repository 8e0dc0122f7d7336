package redact

import (
	"math"
	"strconv"
	"strings"
)

// parseNumbers parses numbers of the same width: bytes in hexadecimal or octal, or words of two, four or eight bytes,
// in the two orders of the bytes of a word. The text of the bytes follows after two spaces or more, which are also in
// the middle of eight pairs of bytes.
func parseNumbers(cells string) (big, little string) {
	var bigBytes, littleBytes []byte
	width, numbers, gap, stride := 0, 0, 0, 0
	for len(bigBytes) < maxDumpBytes {
		number := strings.TrimLeft(cells, " \t")
		blanks := len(cells) - len(number)
		if blanks == 0 || number == "" {
			break
		}
		digits := strings.TrimPrefix(number, "0x")
		n := hexEnd(digits, 0)
		isNext := blanks == 1 || blanks == gap || width == 2 && numbers == 8 || width == 3 || width == 6 || width >= 8 && blanks+n == stride
		if numbers > 0 && !isNext || n < len(digits) && !isBlank(digits[n]) || width > 0 && n != width && (n > width || n%2 != 0) {
			break
		}
		value := numberBytes(digits[:n])
		if width >= 8 && n < width || numbers == 0 && value == nil && n > 4 && n < 16 {
			value = hexadecimal.decode(nil, digits, &run{pieces: []span{{end: n}}}, 0) // the last word of a dump
		}
		if len(value) == 0 {
			break
		}
		gap, width, stride = blanks, max(width, n), blanks+n
		numbers++
		bigBytes = append(bigBytes, value...)
		for i := range value {
			littleBytes = append(littleBytes, value[len(value)-1-i])
		}
		cells = digits[n:]
	}
	return string(bigBytes), string(littleBytes)
}

// numberBytes returns the bytes of a number in hexadecimal, or in octal if it has 3, 6, 11 or 22 digits; nil if it is
// not a number of a dump.
func numberBytes(digits string) []byte {
	base, size := 16, len(digits)/2
	switch len(digits) {
	case 3:
		base, size = 8, 1
	case 6:
		base, size = 8, 2
	case 11:
		base, size = 8, 4
	case 22:
		base, size = 8, 8
	case 2, 4, 8, 16:
	default:
		return nil
	}
	value, err := strconv.ParseUint(digits, base, 8*size)
	if err != nil {
		return nil
	}
	bytes := make([]byte, size)
	for i := range bytes {
		bytes[size-1-i] = byte(value >> (8 * i))
	}
	return bytes
}

// parseBinary parses bytes of eight binary digits.
func parseBinary(cells string) string {
	var bytes []byte
	for each := range strings.FieldsSeq(cells) {
		value, err := strconv.ParseUint(each, 2, 8)
		if err != nil || len(each) != 8 || len(bytes) == maxDumpBytes {
			break
		}
		bytes = append(bytes, byte(value))
	}
	return string(bytes)
}

// parseDecimals parses decimal numbers, which can have a sign. size is the number of bytes that all of them fit in, or
// 0 if there are other cells. gdb adds the character of each byte, such as 'p', and od -tz the text of the bytes.
func parseDecimals(cells string) (values []uint64, size int) {
	for len(values) < maxDumpBytes {
		if cells = strings.TrimLeft(cells, " \t"); cells == "" || len(values) > 0 && cells[0] == '>' {
			break
		}
		value, valueSize, end := decimalAt(cells, 0)
		if end < 0 || end < len(cells) && !isBlank(cells[end]) {
			return nil, 0
		}
		values, size = append(values, value), max(size, valueSize)
		cells = cells[afterLiteral(cells, end):]
	}
	return values, size
}

// decimalAt returns the decimal number at i as a number in two's complement, the number of bytes that it fits in, and
// the index after it, or -1 if there is none.
func decimalAt(text string, i int) (value uint64, size, end int) {
	const maxDigits = 20
	end = i
	if end < len(text) && text[end] == '-' {
		end++
	}
	for begin := end; end < len(text) && end < begin+maxDigits && isDigit(text[end]); end++ {
		value = value*10 + uint64(text[end]-'0')
	}
	if end == i || !isDigit(text[end-1]) {
		return 0, 0, -1
	}
	switch {
	case value <= math.MaxUint8:
		size = 1
	case value <= math.MaxUint16:
		size = 2
	case value <= math.MaxUint32:
		size = 4
	default:
		size = 8
	}
	if text[i] == '-' {
		value = -value
	}
	return value, size, end
}

// afterLiteral returns the index after the character of a byte that gdb prints after the byte at i, such as 'p' or
// '\”, or i if there is none.
func afterLiteral(text string, i int) int {
	const maxLiteral = len(` '\000'`)
	if !strings.HasPrefix(text[i:], " '") {
		return i
	}
	rest := text[i+2 : min(len(text), i+maxLiteral)]
	first := 1
	if strings.HasPrefix(rest, `\`) {
		first = 2
	}
	if n := strings.IndexByte(rest[min(first, len(rest)):], '\''); n >= 0 {
		return i + 2 + first + n + 1
	}
	return i
}

// decimalSize returns the number of bytes that the decimal numbers of all lines fit in, or 0 if a line has none.
func decimalSize(lines []*dumpLine) (size int) {
	for _, l := range lines {
		if l.size == 0 {
			return 0
		}
		size = max(size, l.size)
	}
	return size
}

// decimalBytes returns numbers as bytes, the lowest byte first.
func decimalBytes(values []uint64, size int) string {
	bytes := make([]byte, 0, len(values)*size)
	for _, value := range values {
		for i := range size {
			bytes = append(bytes, byte(value>>(8*i)))
		}
	}
	return string(bytes)
}

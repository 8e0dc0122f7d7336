package redact

import (
	"strings"
	"unicode/utf8"
)

// The readings of a line of a dump.
const (
	// bigEndian and littleEndian are the bytes of numbers in hexadecimal or octal, in the two orders of the bytes of
	// a number.
	bigEndian = iota
	littleEndian
	// binaryDigits are bytes of eight binary digits.
	binaryDigits
	// characters are the characters and escapes of od and hexdump, or a string of gdb.
	characters
	numReadings
)

const (
	// minOffset and maxOffset limit the digits of an offset. An offset directly after a letter or underscore, and one
	// after an escape, has at least minLongOffset.
	minOffset, minLongOffset, maxOffset = 4, 6, 16
	// maxOffsets is the maximum number of words of a line that may be its offset.
	maxOffsets = 4
	// maxDumpBytes is the maximum number of bytes in a line of a dump.
	maxDumpBytes = 256
)

// mayBeOffset reports whether the hexadecimal digits from i to end may be the offset of the first line of a dump: it
// begins or ends with zeros, is an address, or is at the beginning of a line.
func mayBeOffset(text string, i, end int) bool {
	if end-i < minOffset || end-i > maxOffset || end == len(text) || !isBlank(text[end]) && text[end] != '+' && text[end] != ':' {
		return false
	}
	return text[i] == '0' || i == 0 || text[i-1] == '\n' || text[i-1]|0x20 == 'x' || strings.HasSuffix(text[i:end], "0000")
}

// parseDumpLine parses a line: an offset, an optional colon and the cells after it. Another text, such as a quote or
// the name of a logger, can be before the offset. The result is nil if there are none.
func parseDumpLine(line string) (*dumpLine, dumpRow) {
	tried := 0
	for i := 0; i < len(line) && tried < maxOffsets; {
		if hexDigits[line[i]] < 0 {
			i++
			continue
		}
		start := i
		i = hexEnd(line, i)
		minDigits := minOffset
		if start > 0 && isWord(line[start-1]) && line[start-1] != 'x' {
			minDigits = minLongOffset
		}
		end := afterOffset(line, i)
		if i-start < minDigits || i-start > maxOffset || end < 0 {
			continue
		}
		tried++
		if l := newDumpLine(line[end:]); l != nil {
			return l, dumpRow{prefix: line[:start], offset: line[start:i]}
		}
	}
	return nil, dumpRow{}
}

// afterOffset returns the index after the colon of an offset that ends at i, or i if a blank follows, or -1. A name of
// gdb can be before the colon, such as <main+4>.
func afterOffset(line string, i int) int {
	rest := line[i:]
	switch {
	case strings.HasPrefix(rest, ": "), strings.HasPrefix(rest, ":\t"):
		return i + 1
	case strings.HasPrefix(rest, " <"):
		if n := strings.Index(rest[:min(len(rest), maxDumpBytes)], ">:"); n > 0 {
			return i + n + len(">:")
		}
	}
	if rest != "" && isBlank(rest[0]) {
		return i
	}
	return -1
}

// newDumpLine reads the cells after an offset. It returns nil if there is no reading.
func newDumpLine(cells string) *dumpLine {
	l := &dumpLine{}
	if bytes, ok := parseString(cells); ok {
		l.readings[characters] = bytes
		return l
	}
	for _, width := range characterWidths {
		if bytes, ok := parseCharacters(cells, width); ok {
			l.readings[characters] = bytes
			break
		}
	}
	l.readings[bigEndian], l.readings[littleEndian] = parseNumbers(cells)
	l.readings[binaryDigits] = parseBinary(cells)
	l.decimals, l.size = parseDecimals(cells)
	if l.readings == [numReadings]string{} && l.size == 0 {
		return nil
	}
	return l
}

// parseString parses a string of gdb in double quotes.
func parseString(cells string) (decoded string, ok bool) {
	text := strings.TrimLeft(cells, " \t")
	if !strings.HasPrefix(text, `"`) {
		return "", false
	}
	text = strings.TrimSuffix(strings.TrimSuffix(strings.TrimRight(text[1:], " \t"), "..."), `"`)
	var bytes []byte
	for i := 0; i < len(text); {
		end := i
		if text[i] == '\\' {
			bytes, end = backslash(text, i, bytes)
		}
		if end == i {
			bytes, end = append(bytes, text[i]), i+1
		}
		i = end
	}
	return string(bytes), len(bytes) > 0
}

// characterWidths are the widths of the columns of od -c, alone and together with od -td1.
var characterWidths = [...]int{4, 5}

// parseCharacters parses columns that have one character, an escape, three octal digits or a name each. Two asterisks
// continue a character of several bytes.
func parseCharacters(cells string, width int) (decoded string, ok bool) {
	var bytes []byte
	for cells != "" && len(bytes) < maxDumpBytes {
		if cells[0] != ' ' {
			return "", false
		}
		end := columnEnd(cells, width)
		cell := strings.TrimLeft(cells[:end], " ")
		switch value := numberBytes(cell); {
		case cell == "**":
		case utf8.RuneCountInString(cell) <= 1:
			bytes = append(bytes, (cell + " ")[:max(1, len(cell))]...)
		case len(cell) == 3 && value != nil:
			bytes = append(bytes, value...)
		case len(cell) == 2 && cell[0] == '\\':
			unit, _ := backslash(cell, 0, nil)
			bytes = append(bytes, append(unit, ' ')[0])
		case namedCharacter(cell) >= 0:
			bytes = append(bytes, byte(namedCharacter(cell)))
		default:
			return "", false
		}
		cells = cells[end:]
	}
	return string(bytes), len(bytes) > 0
}

// columnEnd returns the length of the first column in bytes.
func columnEnd(cells string, width int) int {
	end := 0
	for n := 0; n < width && end < len(cells); n++ {
		_, size := utf8.DecodeRuneInString(cells[end:])
		end += size
	}
	return end
}

// controlNames are the names of the first characters in od -a and hexdump -u.
var controlNames = [...]string{
	"nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr", "so", "si", "dle", "dc1", "dc2", "dc3", "dc4", "nak",
	"syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us", "sp",
}

// namedCharacter returns the character that od -a or hexdump -u prints as that name, or a negative number.
func namedCharacter(name string) int {
	switch name {
	case "lf":
		return '\n'
	case "del":
		return 0x7F
	}
	for n := range controlNames {
		if controlNames[n] == name {
			return n
		}
	}
	return -1
}

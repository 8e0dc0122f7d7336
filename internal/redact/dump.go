package redact

import "strings"

// dumpLine is a line of a dump of bytes, as hexdump, xxd, od and gdb print it, without its offset.
type dumpLine struct {
	row      int // the index of the row, which has a line for each format
	format   int // the index of the line in its row
	readings [numReadings]string
	// decimals are the cells as decimal numbers, and size is the number of bytes that all of them fit in.
	decimals []uint64
	size     int
}

// dumpRow is the lines of a dump with the bytes at one offset: one line for each format.
type dumpRow struct {
	start, end int
	// prefix is the text before the offset, and offset is its digits.
	prefix, offset string
	formats        int // the number of lines
}

// parsedDump is the part of a dump that was read so far.
type parsedDump struct {
	lines []dumpLine
	rows  []dumpRow
	// isRepeated means that a line with an asterisk follows: the last row is repeated up to the next offset.
	isRepeated bool
	repeats    int // the number of repeated rows
}

// searchDumps appends the rows of dumps that have a part of a secret or key. The complete rows are removed,
// because they also have the text of the bytes.
func (f *finder) searchDumps(spans []span, text string, depth int) []span {
	var d parsedDump
	for start := 0; start < len(text); {
		end, next := dumpLineEnd(text, start)
		if !d.add(text, start, end) {
			spans = f.searchDump(spans, &d, depth)
			d = parsedDump{lines: d.lines[:0], rows: d.rows[:0]}
		}
		start = next
	}
	return f.searchDump(spans, &d, depth)
}

// add adds a line, and reports whether it may be a line of the dump.
func (d *parsedDump) add(text string, start, end int) bool {
	line := strings.TrimRight(text[start:end], "\r")
	if strings.IndexByte(line, ' ') < 0 {
		line = strings.ReplaceAll(line, "+", " ") // a plus sign is a space of a query
	}
	if last := len(d.rows) - 1; last >= 0 {
		row := &d.rows[last]
		switch {
		case strings.TrimSpace(strings.TrimPrefix(line, row.prefix)) == "*":
			d.isRepeated = true
			return true
		case row.formats < maxFormats:
			if l := row.nextFormat(line); l != nil {
				l.row, l.format = last, row.formats
				d.lines = append(d.lines, *l)
				row.end, row.formats = end, row.formats+1
				return true
			}
		}
	}
	l, row := parseDumpLine(line)
	if l == nil {
		if d.isRepeated { // the last line has the offset of the end
			d.repeat(strings.TrimSpace(strings.TrimPrefix(line, d.rows[len(d.rows)-1].prefix)))
		}
		return false
	}
	d.repeat(row.offset)
	row.start, row.end, row.formats = start, end, 1
	l.row = len(d.rows)
	d.lines, d.rows = append(d.lines, *l), append(d.rows, row)
	return true
}

// nextFormat parses a line with the bytes of the row in another format. It has blanks in place of the offset.
func (row *dumpRow) nextFormat(line string) *dumpLine {
	blanks := strings.Repeat(" ", len(row.offset))
	cells, ok := strings.CutPrefix(strings.TrimPrefix(line, row.prefix), blanks)
	if !ok {
		if cells, ok = strings.CutPrefix(line, blanks); !ok {
			return nil
		}
	}
	return newDumpLine(cells)
}

// maxFormats is the maximum number of formats of a dump, and maxRepeats is the maximum number of rows of a dump that
// asterisks stand for. Secrets with more equal rows are not found.
const maxFormats, maxRepeats = 4, 64

// repeat adds the rows that an asterisk before the offset replaces: od prints equal rows once.
func (d *parsedDump) repeat(offset string) {
	if !d.isRepeated {
		return
	}
	d.isRepeated = false
	last := len(d.rows) - 1
	first := len(d.lines) - d.rows[last].formats
	size := len(d.lines[first].readings[bigEndian]) + len(d.lines[first].readings[characters])
	distance, ok := octalValue(offset)
	before, isOctal := octalValue(d.rows[last].offset)
	if !ok || !isOctal || size == 0 {
		return
	}
	for range min(maxRepeats-d.repeats, (distance-before)/size-1) {
		d.repeats++
		d.lines = append(d.lines, d.lines[first:first+d.rows[last].formats]...)
	}
}

// octalValue returns the value of an octal number.
func octalValue(digits string) (value int, ok bool) {
	for _, c := range []byte(digits) {
		if c < '0' || c > '7' {
			return 0, false
		}
		value = value<<3 | int(c-'0')
	}
	return value, true
}

// dumpLineEnd returns the end of the line from i on, and the beginning of the next line. A line also ends at an
// escaped line feed before an offset: once the escapes are decoded, the text of the bytes may have other line feeds.
func dumpLineEnd(text string, i int) (end, next int) {
	end = len(text)
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		end = i + n
	}
	next = end + 1
	isCut := false
	for at := i; at < end; {
		n := strings.Index(text[at:end], `\n`)
		if n < 0 {
			break
		}
		at += n + len(`\n`)
		if n := hexEnd(text[:end], at) - at; n >= minLongOffset && n <= maxOffset && at+n < len(text) && (text[at+n] == ' ' || text[at+n] == ':') {
			end, next, isCut = at-len(`\n`), at, true
		}
	}
	for isCut && end > i && text[end-1] == '\\' {
		end--
	}
	return end, next
}

// searchDump appends the rows of one dump that have a part of a secret or key.
func (f *finder) searchDump(spans []span, d *parsedDump, depth int) []span {
	for format := range maxFormats {
		var lines []*dumpLine
		for i := range d.lines {
			if d.lines[i].format == format {
				lines = append(lines, &d.lines[i])
			}
		}
		if len(lines) == 0 {
			break
		}
		for reading := range numReadings {
			spans = f.searchReading(spans, d.rows, lines, depth, func(l *dumpLine) string { return l.readings[reading] })
		}
		if size := decimalSize(lines); size > 0 {
			spans = f.searchReading(spans, d.rows, lines, depth, func(l *dumpLine) string { return decimalBytes(l.decimals, size) })
		}
	}
	return spans
}

// searchReading appends the rows that have a part of a secret or key in one reading of their lines.
func (f *finder) searchReading(spans []span, rows []dumpRow, lines []*dumpLine, depth int, read func(*dumpLine) string) []span {
	var decoded []byte
	var ends []int // the number of bytes up to the end of each line
	for _, l := range lines {
		decoded = append(decoded, read(l)...)
		ends = append(ends, len(decoded))
	}
	if len(decoded) < MinLength || !f.spend(len(decoded)) {
		return spans
	}
	for _, s := range f.findDecoded(decoded, depth) {
		first, last := 0, 0
		for ends[first] <= s.start {
			first++
		}
		for last = first; ends[last] < s.end; {
			last++
		}
		spans = append(spans, span{rows[lines[first].row].start, rows[lines[last].row].end, s.label})
	}
	return spans
}

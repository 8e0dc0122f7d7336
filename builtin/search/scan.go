package search

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/capability"
)

// binaryCheckBytes is the length of the beginning of a file in which a NUL
// byte makes the file a binary file.
const binaryCheckBytes = 64 << 10

// fileResult is the result of the search in one file.
type fileResult struct {
	name       string
	nameSize   int // the length of the name, or of the line with the count, in the text of a result
	matches    []Match
	count      int // the number of matching lines, if only they are counted
	size       int // the length of the matches in the text of a result
	skipped    SkipReport
	isSearched bool // the file was searched to its end or to the last match needed
	isComplete bool // the search of the file was not interrupted
}

// results returns the number of results: matches, or one for a count.
func (f *fileResult) results() int { return len(f.matches) + min(f.count, 1) }

// scanner searches files, one at a time.
type scanner struct {
	files     capability.FS
	matcher   *matcher
	shorten   shortener
	context   int
	countOnly bool     // matching lines are counted, not stored
	after     location // where an earlier search ended
	countRead func(bytes int)

	blocks  blockReader
	scratch []byte
}

// scan searches a file, up to the given number of matches and the given length
// of their text.
func (s *scanner) scan(ctx context.Context, name string, matches, size int) fileResult {
	p := fileScan{scanner: s, maxMatches: matches, maxSize: size}
	p.name = name
	_, p.afterLine = s.after.passes(name)
	file, err := s.files.Open(name)
	if err == nil {
		defer file.Close()
		s.blocks.reset(ctx, file, s.countRead)
		err = p.run(ctx)
	}
	if err != nil && ctx.Err() == nil {
		p.skipped.addError(name, err)
	}
	p.isSearched = err == nil && p.skipped.Binary == 0
	p.isComplete = ctx.Err() == nil
	return p.fileResult
}

// fileScan is the search of one file.
type fileScan struct {
	*scanner
	fileResult
	afterLine  int // the last line that an earlier search has searched
	maxMatches int // the maximum number of matches
	maxSize    int // the maximum length of the matches in the text of a result

	lineNumber int      // the number of the last line before the block
	lastShown  int      // the number of the last line in the matches
	afterLeft  int      // the number of lines still to add after the last match
	tail       []string // the last lines before the block
	lineCut    bool     // the last checked line was too long, and is counted in LongLines
}

// run searches the file block by block.
func (p *fileScan) run(ctx context.Context) error {
	for first := true; ; first = false {
		block, more, err := p.blocks.next()
		if err != nil || len(block) == 0 {
			return err
		}
		if first && bytes.IndexByte(block[:min(len(block), binaryCheckBytes)], 0) >= 0 {
			p.skipped.Binary++
			return nil
		}
		number := p.lineNumber + 1
		if err := p.scanBlock(ctx, block); err != nil || p.isFull() {
			return err
		}
		if more {
			if err := p.scanLongLine(number, len(block)); err != nil {
				return err
			}
		}
	}
}

// isFull reports whether neither matches nor lines after a match are needed. A
// second match is always needed: it shows that a long first one is not the only
// one.
func (p *fileScan) isFull() bool {
	return (len(p.matches) >= p.maxMatches || p.size > p.maxSize && len(p.matches) > 1) && p.afterLeft == 0
}

// scanBlock searches a block and adds its matches.
func (p *fileScan) scanBlock(ctx context.Context, block []byte) error {
	folded := p.matcher.foldCase(block, &p.scratch)
	handled := 0           // the end of the part whose lines are counted and added
	number := p.lineNumber // the number of the last line in that part
	p.lineCut = false
	for from := 0; ; {
		l, ok := p.matcher.findCandidate(block, folded, from)
		if !ok || p.isFull() {
			p.addLinesAfter(block, handled, len(block), number)
			break
		}
		if p.matcher.verify != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		from = min(l.to+1, len(block))
		at, ok, cut := p.matcher.verifyLine(block[l.from:l.to], l.at)
		if p.lineCut = cut; cut {
			p.skipped.LongLines++
		}
		if !ok {
			continue
		}
		p.addLinesAfter(block, handled, l.from, number)
		if len(p.matches) >= p.maxMatches {
			p.afterLeft = 0
			break
		}
		number += bytes.Count(block[handled:l.from], newline) + 1
		handled = from
		switch {
		case number <= p.afterLine:
		case p.countOnly:
			p.addCount(number)
		default:
			p.addMatch(number, block, l.from, p.shorten.excerpt(block, l.from, l.to, at))
		}
	}
	p.lineNumber = number + bytes.Count(block[handled:], newline)
	p.keepTail(block)
	return nil
}

// newline is the line end.
var newline = []byte("\n")

// addMatch adds a match at the offset from of the block, with the lines before it
// that are not part of the matches.
func (p *fileScan) addMatch(number int, block []byte, from int, text string) {
	m := Match{Path: p.name, Line: number, Text: text}
	if n := min(p.context, number-1-p.lastShown); n > 0 {
		m.Before = p.lastLines(block, from, n)
		if missing := min(n-len(m.Before), len(p.tail)); missing > 0 {
			m.Before = append(p.tail[len(p.tail)-missing:len(p.tail):len(p.tail)], m.Before...)
		}
	}
	if len(p.matches) == 0 {
		p.nameSize = utf8.RuneCountInString(displayName(p.name)) + len("\n")
		p.size += p.nameSize
	}
	p.size += m.textSize()
	p.matches = append(p.matches, m)
	p.lastShown, p.afterLeft = number, p.context
}

// addCount counts a matching line.
func (p *fileScan) addCount(number int) {
	if p.count++; p.count == 1 {
		p.nameSize = utf8.RuneCountInString(displayName(p.name)) + lineOverhead
		p.size += p.nameSize
	}
	p.lastShown = number
}

// addLinesAfter adds up to afterLeft lines from the offset from of the block on,
// but before the offset to, to the last match.
func (p *fileScan) addLinesAfter(block []byte, from, to, number int) {
	for p.afterLeft > 0 && from < to {
		end := to
		if n := bytes.IndexByte(block[from:to], '\n'); n >= 0 {
			end = from + n
		}
		number++
		m := &p.matches[len(p.matches)-1]
		text := p.shorten.excerpt(block, from, end, 0)
		m.After = append(m.After, text)
		p.size += lineOverhead + utf8.RuneCountInString(text)
		p.lastShown, p.afterLeft, from = number, p.afterLeft-1, end+1
	}
}

// keepTail keeps the last lines of a block for matches in the next block. It
// keeps one additional line, because addMatchInRest removes the last one.
func (p *fileScan) keepTail(block []byte) {
	if p.context > 0 {
		p.tail = append(p.tail, p.lastLines(block, len(block), p.context+1)...)
		p.tail = p.tail[max(0, len(p.tail)-p.context-1):]
	}
}

// scanLongLine searches the rest of a line whose beginning filled a block.
func (p *fileScan) scanLongLine(number, read int) error {
	matched := len(p.matches) > 0 && p.matches[len(p.matches)-1].Line == number || p.count > 0 && p.lastShown == number || number <= p.afterLine
	keep := 0
	if !matched && p.matcher.verify == nil {
		keep = min(read, len(p.matcher.needle)-1+excerptLeadBytes)
	}
	if !matched && p.matcher.verify != nil && !p.lineCut {
		p.skipped.LongLines++
	}
	around, at, err := p.blocks.searchRest(p.matcher, keep, &p.scratch)
	switch {
	case around == nil || len(p.matches) >= p.maxMatches:
	case p.countOnly:
		p.addCount(number)
	default:
		p.addMatchInRest(number, "…"+strings.TrimPrefix(p.shorten.excerpt(around, 0, len(around), at), "…"))
	}
	p.lineNumber = number
	return err
}

// addMatchInRest adds a match in the rest of a long line. The beginning of the
// line was handled as a line without a match.
func (p *fileScan) addMatchInRest(number int, text string) {
	if p.lastShown == number { // the line was added after the previous match
		m := &p.matches[len(p.matches)-1]
		last := len(m.After) - 1
		p.size -= lineOverhead + utf8.RuneCountInString(m.After[last])
		m.After = m.After[:last]
	}
	if n := len(p.tail); n > 0 {
		p.tail = p.tail[:n-1]
	}
	p.addMatch(number, nil, 0, text)
	if p.context > 0 {
		p.tail = append(p.tail, text)
	}
}

// lastLines returns up to n lines before the offset end of the block, in the form
// in which they are shown.
func (s *scanner) lastLines(block []byte, end, n int) []string {
	lines := make([]string, 0, n)
	for ; n > 0 && end > 0; n-- {
		to := len(bytes.TrimSuffix(block[:end], newline))
		end = bytes.LastIndexByte(block[:to], '\n') + 1
		lines = append(lines, s.shorten.excerpt(block, end, to, 0))
	}
	slices.Reverse(lines)
	return lines
}

// trimCR removes a carriage return at the end of a line.
func trimCR(line []byte) []byte { return bytes.TrimSuffix(line, []byte("\r")) }

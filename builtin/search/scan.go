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
	matches    []Match
	size       int // the length of the matches in the text of a result
	skipped    SkipReport
	isSearched bool // the file was searched to its end or to the last match needed
}

// scanner searches files, one at a time.
type scanner struct {
	files     capability.FS
	matcher   *matcher
	context   int
	countRead func(bytes int)

	blocks  blockReader
	scratch []byte
}

// scan searches a file, up to the given number of matches and the given length
// of their text.
func (s *scanner) scan(ctx context.Context, name string, matches, size int) fileResult {
	p := fileScan{scanner: s, name: name, maxMatches: matches, maxSize: size}
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
	return p.fileResult
}

// fileScan is the search of one file.
type fileScan struct {
	*scanner
	fileResult
	name       string
	nameChars  int // the length of the displayed name; set by the first match
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

// isFull reports whether neither matches nor lines after a match are needed.
func (p *fileScan) isFull() bool {
	return (len(p.matches) >= p.maxMatches || p.size > p.maxSize) && p.afterLeft == 0
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
			p.addLinesAfter(block[handled:], number)
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
		p.addLinesAfter(block[handled:l.from], number)
		if len(p.matches) >= p.maxMatches {
			p.afterLeft = 0
			break
		}
		number += bytes.Count(block[handled:l.from], newline) + 1
		p.addMatch(number, block[:l.from], excerpt(trimCR(block[l.from:l.to]), at))
		handled = from
	}
	p.lineNumber = number + bytes.Count(block[handled:], newline)
	p.keepTail(block)
	return nil
}

// newline is the line end.
var newline = []byte("\n")

// addMatch adds a match, with the lines before it that are not part of the
// matches.
func (p *fileScan) addMatch(number int, before []byte, text string) {
	m := Match{Path: p.name, Line: number, Text: text}
	if n := min(p.context, number-1-p.lastShown); n > 0 {
		m.Before = lastLines(before, n)
		if missing := min(n-len(m.Before), len(p.tail)); missing > 0 {
			m.Before = append(p.tail[len(p.tail)-missing:len(p.tail):len(p.tail)], m.Before...)
		}
	}
	if p.nameChars == 0 {
		p.nameChars = utf8.RuneCountInString(displayName(p.name))
	}
	p.size += m.textSize(p.nameChars)
	p.matches = append(p.matches, m)
	p.lastShown, p.afterLeft = number, p.context
}

// addLinesAfter adds up to afterLeft lines at the beginning of the block to
// the last match.
func (p *fileScan) addLinesAfter(block []byte, number int) {
	for p.afterLeft > 0 && len(block) > 0 {
		one, rest, _ := bytes.Cut(block, newline)
		number++
		m := &p.matches[len(p.matches)-1]
		text := excerpt(trimCR(one), 0)
		m.After = append(m.After, text)
		p.size += p.nameChars + lineOverhead + utf8.RuneCountInString(text)
		p.lastShown, p.afterLeft, block = number, p.afterLeft-1, rest
	}
}

// keepTail keeps the last lines of a block for matches in the next block. It
// keeps one additional line, because addMatchInRest removes the last one.
func (p *fileScan) keepTail(block []byte) {
	if p.context > 0 {
		p.tail = append(p.tail, lastLines(block, p.context+1)...)
		p.tail = p.tail[max(0, len(p.tail)-p.context-1):]
	}
}

// scanLongLine searches the rest of a line whose beginning filled a block.
func (p *fileScan) scanLongLine(number, read int) error {
	matched := len(p.matches) > 0 && p.matches[len(p.matches)-1].Line == number
	keep := 0
	if !matched && p.matcher.verify == nil {
		keep = min(read, len(p.matcher.needle)-1+excerptLeadBytes)
	}
	if !matched && p.matcher.verify != nil && !p.lineCut {
		p.skipped.LongLines++
	}
	around, at, err := p.blocks.searchRest(p.matcher, keep, &p.scratch)
	if around != nil && len(p.matches) < p.maxMatches {
		p.addMatchInRest(number, "…"+strings.TrimPrefix(excerpt(around, at), "…"))
	}
	p.lineNumber = number
	return err
}

// addMatchInRest adds a match in the rest of a long line. The beginning of the
// line was handled as a line without a match.
func (p *fileScan) addMatchInRest(number int, text string) {
	if p.lastShown == number { // the line was added after the previous match
		m := &p.matches[len(p.matches)-1]
		m.After = m.After[:len(m.After)-1]
	}
	if n := len(p.tail); n > 0 {
		p.tail = p.tail[:n-1]
	}
	p.addMatch(number, nil, text)
	if p.context > 0 {
		p.tail = append(p.tail, text)
	}
}

// lastLines returns up to n lines at the end of a text, in the form in which
// they are shown.
func lastLines(text []byte, n int) []string {
	lines := make([]string, 0, n)
	for ; n > 0 && len(text) > 0; n-- {
		text = bytes.TrimSuffix(text, newline)
		from := bytes.LastIndexByte(text, '\n') + 1
		lines = append(lines, excerpt(trimCR(text[from:]), 0))
		text = text[:from]
	}
	slices.Reverse(lines)
	return lines
}

// trimCR removes a carriage return at the end of a line.
func trimCR(line []byte) []byte { return bytes.TrimSuffix(line, []byte("\r")) }

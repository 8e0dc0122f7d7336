package search

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/capability"
)

// binaryHead is how far into a file a NUL byte makes it a binary one.
const binaryHead = 64 << 10

// found is what the search of one file gave.
type found struct {
	matches []Match
	size    int // what the matches take in a result
	skipped Skipped
	done    bool // it was searched, to its end or to the last match wanted
}

// scanner searches files, one at a time.
type scanner struct {
	files   capability.FS
	matcher *matcher
	context int
	count   func(bytes int)

	blocks  blocks
	scratch []byte
}

// scan searches a file, up to so many matches and so much text.
func (s *scanner) scan(ctx context.Context, name string, matches, size int) found {
	p := pass{scanner: s, name: name, wanted: matches, room: size}
	file, err := s.files.Open(name)
	if err == nil {
		defer file.Close()
		s.blocks.reset(ctx, file, s.count)
		err = p.run(ctx)
	}
	if err != nil && ctx.Err() == nil {
		p.skipped.fail(name, err)
	}
	p.done = err == nil && p.skipped.Binary == 0
	return p.found
}

// pass is the search of one file.
type pass struct {
	*scanner
	found
	name   string
	length int // of the name as it is shown, once there is a match
	wanted int // how many matches at most
	room   int // how much they may take

	number  int      // of the line before the block
	last    int      // of the last line shown
	due     int      // how many lines after the last match are still to show
	carried []string // the last lines before the block
	cut     bool     // the last line looked at was too long, and is counted
}

func (p *pass) run(ctx context.Context) error {
	for first := true; ; first = false {
		block, more, err := p.blocks.next()
		if err != nil || len(block) == 0 {
			return err
		}
		if first && bytes.IndexByte(block[:min(len(block), binaryHead)], 0) >= 0 {
			p.skipped.Binary++
			return nil
		}
		number := p.number + 1
		if err := p.block(ctx, block); err != nil || p.full() {
			return err
		}
		if more {
			if err := p.longLine(number, len(block)); err != nil {
				return err
			}
		}
	}
}

// full reports whether no more is wanted: neither matches, nor lines after
// them.
func (p *pass) full() bool {
	return (len(p.matches) >= p.wanted || p.size > p.room) && p.due == 0
}

// block searches a block.
func (p *pass) block(ctx context.Context, block []byte) error {
	hay := p.matcher.hay(block, &p.scratch)
	shown := 0         // what is before is counted, and shown if it is to be
	number := p.number // of the line before that
	p.cut = false
	for from := 0; ; {
		l, ok := p.matcher.find(block, hay, from)
		if !ok || p.full() {
			p.trail(block[shown:], number)
			break
		}
		if p.matcher.verify != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		from = min(l.to+1, len(block))
		at, ok, cut := p.matcher.decide(block[l.from:l.to], l.at)
		if p.cut = cut; cut {
			p.skipped.LongLines++
		}
		if !ok {
			continue
		}
		p.trail(block[shown:l.from], number)
		if len(p.matches) >= p.wanted {
			p.due = 0
			break
		}
		number += bytes.Count(block[shown:l.from], newline) + 1
		p.add(number, block[:l.from], excerpt(trimCR(block[l.from:l.to]), at))
		shown = from
	}
	p.number = number + bytes.Count(block[shown:], newline)
	p.carry(block)
	return nil
}

var newline = []byte("\n")

// add adds a match with the lines before it that were not shown.
func (p *pass) add(number int, before []byte, text string) {
	m := Match{Path: p.name, Line: number, Text: text}
	if n := min(p.context, number-1-p.last); n > 0 {
		m.Before = lastLines(before, n)
		if missing := min(n-len(m.Before), len(p.carried)); missing > 0 {
			m.Before = append(p.carried[len(p.carried)-missing:len(p.carried):len(p.carried)], m.Before...)
		}
	}
	if p.length == 0 {
		p.length = utf8.RuneCountInString(shown(p.name))
	}
	p.size += m.cost(p.length)
	p.matches = append(p.matches, m)
	p.last, p.due = number, p.context
}

// trail shows the lines after the last match, as far as they are due.
func (p *pass) trail(block []byte, number int) {
	for p.due > 0 && len(block) > 0 {
		one, rest, _ := bytes.Cut(block, newline)
		number++
		m := &p.matches[len(p.matches)-1]
		text := excerpt(trimCR(one), 0)
		m.After = append(m.After, text)
		p.size += p.length + frame + utf8.RuneCountInString(text)
		p.last, p.due, block = number, p.due-1, rest
	}
}

// carry keeps the last lines of a block for the one after it, and one more: the
// very last may be the beginning of a line that matches, see inRest.
func (p *pass) carry(block []byte) {
	if p.context > 0 {
		p.carried = append(p.carried, lastLines(block, p.context+1)...)
		p.carried = p.carried[max(0, len(p.carried)-p.context-1):]
	}
}

// longLine searches what is left of a line whose beginning filled a block.
func (p *pass) longLine(number, read int) error {
	matched := len(p.matches) > 0 && p.matches[len(p.matches)-1].Line == number
	keep := 0
	if !matched && p.matcher.verify == nil {
		keep = min(read, len(p.matcher.needle)-1+leadIn)
	}
	if !matched && p.matcher.verify != nil && !p.cut {
		p.skipped.LongLines++
	}
	around, at, err := p.blocks.rest(p.matcher, keep, &p.scratch)
	if around != nil && len(p.matches) < p.wanted {
		p.inRest(number, "…"+strings.TrimPrefix(excerpt(around, at), "…"))
	}
	p.number = number
	return err
}

// inRest adds a match in a line whose beginning was taken for one without.
func (p *pass) inRest(number int, text string) {
	if p.last == number { // shown as a line after a match
		m := &p.matches[len(p.matches)-1]
		m.After = m.After[:len(m.After)-1]
	}
	if n := len(p.carried); n > 0 {
		p.carried = p.carried[:n-1]
	}
	p.add(number, nil, text)
	if p.context > 0 {
		p.carried = append(p.carried, text)
	}
}

// lastLines are the last lines of a text, at most so many, as they are shown.
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

func trimCR(line []byte) []byte { return bytes.TrimSuffix(line, []byte("\r")) }

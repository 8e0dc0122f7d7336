package web

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// maxBlock is the maximum length of a block of text with several lines, in bytes.
// The lines of a longer one are blocks of their own.
const maxBlock = 4000

// find replaces the text of the page by the passages that have all words of a query
// in any case, each with the heading before it and the text around it. A mark is in
// place of the other text. If no passage has them, it leaves the headings.
func (p *Page) find(query string) {
	blocks := splitBlocks(p.text)
	words := strings.Fields(strings.ToLower(query))
	shown := make([]bool, len(blocks))
	var isHeading []bool
	if p.isMarkdown {
		isHeading = findHeadings(blocks)
	} else {
		isHeading = make([]bool, len(blocks))
	}
	heading, count := -1, 0
	for i, block := range blocks {
		if isHeading[i] {
			heading = i
		}
		if !hasWords(block, words) {
			continue
		}
		count++
		for _, each := range []int{heading, i - 1, i, i + 1} {
			if each >= 0 && each < len(blocks) {
				shown[each] = true
			}
		}
	}
	total := texts.Group(int64(utf8.RuneCountInString(p.text)))
	if count > 0 {
		p.note("%s of %s characters have the words of the query", texts.Count(count, "passage"), total)
	} else {
		copy(shown, isHeading)
		headings := ""
		if slices.Contains(isHeading, true) {
			headings = "; these are the headings"
		}
		p.note("no passage of the %s characters has all words of the query%s", total, headings)
	}
	p.text, p.whole = joinBlocks(blocks, shown), p.text
}

// findHeadings returns for each block of a Markdown text whether it begins with a
// heading. A comment in code, such as "# build", is not a heading.
func findHeadings(blocks []string) []bool {
	isHeading := make([]bool, len(blocks))
	codeFence := "" // of the code that the block is in
	for i, block := range blocks {
		level := len(block) - len(strings.TrimLeft(block, "#"))
		isHeading[i] = codeFence == "" && level > 0 && level <= 6 && strings.HasPrefix(block[level:], " ")
		for line := range strings.Lines(block) {
			line = strings.TrimSpace(line)
			switch marks := codeMarks(line); {
			case marks == "":
			case codeFence == "":
				codeFence = marks
			case line == marks && strings.HasPrefix(marks, codeFence):
				codeFence = ""
			}
		}
	}
	return isHeading
}

// codeMarks returns the marks of the line that begins or ends code in Markdown: at
// least three backquotes or tildes. It is empty for any other line.
func codeMarks(line string) string {
	for _, mark := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, mark)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// hasWords reports whether a text has all words, which are in lower case.
func hasWords(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// splitBlocks splits a text at empty lines, and long blocks at the ends of lines.
func splitBlocks(text string) (blocks []string) {
	for block := range strings.SplitSeq(text, "\n\n") {
		switch block = strings.Trim(block, "\n"); {
		case block == "":
		case len(block) > maxBlock:
			blocks = append(blocks, strings.Split(block, "\n")...)
		default:
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// joinBlocks returns the blocks that are shown, with marks in place of the others.
func joinBlocks(blocks []string, shown []bool) string {
	var parts []string
	omitted := 0
	flush := func() {
		if omitted > 0 {
			parts = append(parts, texts.Mark(texts.GroupedCount(omitted, "char"), ""))
		}
		omitted = 0
	}
	for i, block := range blocks {
		if !shown[i] {
			omitted += utf8.RuneCountInString(block)
			continue
		}
		flush()
		parts = append(parts, block)
	}
	flush()
	return strings.Join(parts, "\n\n")
}

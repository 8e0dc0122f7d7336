// Package markdown renders Markdown for a terminal: with styles, and wrapped at its width. The text comes from a model, so
// control characters that could change the terminal are removed first.
package markdown

import (
	"fmt"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// The styles. A terminal without colours shows bold and faint text only.
var (
	bold    = lipgloss.NewStyle().Bold(true)
	italic  = lipgloss.NewStyle().Italic(true)
	struck  = lipgloss.NewStyle().Strikethrough(true)
	faint   = lipgloss.NewStyle().Faint(true)
	code    = lipgloss.NewStyle().Foreground(lipgloss.Color("6"))
	added   = lipgloss.NewStyle().Foreground(lipgloss.Color("2"))
	removed = lipgloss.NewStyle().Foreground(lipgloss.Color("1"))
)

var parser = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Parser()

// Render returns the text for a terminal with that many columns, without a line break at the end.
func Render(source string, width int) string {
	r := &renderer{source: []byte(Clean(source)), width: max(width, 20)}
	return strings.Join(r.blocks(parser.Parse(text.NewReader(r.source))), "\n\n")
}

// Clean removes control characters but line breaks and tabs, and the characters that change the direction of a text.
func Clean(s string) string {
	return strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) {
			return -1
		}
		return c
	}, s)
}

// Complete returns the length of the part of a text whose blocks are complete: up to the last empty line outside of a
// fenced block. More text does not change how this part is rendered.
func Complete(source string) int {
	complete, at, fence := 0, 0, ""
	for line := range strings.SplitAfterSeq(source, "\n") {
		at += len(line)
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		case trimmed == "" && strings.HasSuffix(line, "\n"):
			complete = at
		}
	}
	return complete
}

// renderer renders one document.
type renderer struct {
	source []byte
	width  int
}

// blocks renders the block children of a node.
func (r *renderer) blocks(node ast.Node) []string {
	var all []string
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if block := r.block(child); block != "" {
			all = append(all, block)
		}
	}
	return all
}

// block renders one block.
func (r *renderer) block(node ast.Node) string {
	switch n := node.(type) {
	case *ast.Heading:
		return lipgloss.Wrap(bold.Render(r.inline(n)), r.width, "")
	case *ast.FencedCodeBlock:
		return r.codeBlock(n, string(n.Language(r.source)))
	case *ast.CodeBlock:
		return r.codeBlock(n, "")
	case *ast.List:
		return r.list(n)
	case *ast.Blockquote:
		return prefix(strings.Join(r.narrow(2).blocks(n), "\n\n"), faint.Render("│ "), faint.Render("│ "))
	case *ast.ThematicBreak:
		return faint.Render(strings.Repeat("─", min(r.width, 40)))
	case *east.Table:
		return r.table(n)
	case *ast.HTMLBlock:
		return faint.Render(strings.TrimRight(r.lines(n.Lines()), "\n"))
	}
	return lipgloss.Wrap(r.inline(node), r.width, "")
}

// narrow returns a renderer with fewer columns.
func (r *renderer) narrow(by int) *renderer { return &renderer{r.source, max(r.width-by, 20)} }

// codeBlock renders code, with an indent. Long lines are not wrapped, so that they can be copied.
func (r *renderer) codeBlock(node ast.Node, language string) string {
	lines := strings.Split(strings.TrimRight(r.lines(node.Lines()), "\n"), "\n")
	for i, line := range lines {
		style := code
		if language == "diff" {
			style = diffStyle(line)
		}
		lines[i] = "  " + style.Render(strings.ReplaceAll(line, "\t", "    "))
	}
	return strings.Join(lines, "\n")
}

// Diff renders a text that may have a unified diff in it.
func Diff(source string) string {
	lines := strings.Split(Clean(source), "\n")
	for i, line := range lines {
		lines[i] = diffStyle(line).Render(strings.ReplaceAll(line, "\t", "    "))
	}
	return strings.Join(lines, "\n")
}

// diffStyle returns the style of a line of a diff.
func diffStyle(line string) lipgloss.Style {
	switch {
	case strings.HasPrefix(line, "+"):
		return added
	case strings.HasPrefix(line, "-"):
		return removed
	case strings.HasPrefix(line, "@@"):
		return faint
	}
	return lipgloss.NewStyle()
}

// list renders a list with its markers.
func (r *renderer) list(list *ast.List) string {
	var items []string
	number := list.Start
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		marker := "• "
		if list.IsOrdered() {
			marker = fmt.Sprintf("%d. ", number)
			number++
		}
		body := strings.Join(r.narrow(len(marker)).blocks(item), "\n")
		items = append(items, prefix(body, marker, strings.Repeat(" ", lipgloss.Width(marker))))
	}
	return strings.Join(items, "\n")
}

// prefix puts a text before the first line and another one before the other lines.
func prefix(body, first, rest string) string {
	return first + strings.ReplaceAll(body, "\n", "\n"+rest)
}

// inline renders the inline children of a node.
func (r *renderer) inline(node ast.Node) string {
	var b strings.Builder
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		switch n := child.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(r.source))
			if n.HardLineBreak() {
				b.WriteByte('\n')
			} else if n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.CodeSpan:
			b.WriteString(code.Render(r.inline(n)))
		case *ast.Emphasis:
			style := italic
			if n.Level > 1 {
				style = bold
			}
			b.WriteString(style.Render(r.inline(n)))
		case *east.Strikethrough:
			b.WriteString(struck.Render(r.inline(n)))
		case *ast.Link:
			b.WriteString(r.inline(n) + faint.Render(" ("+string(n.Destination)+")"))
		case *ast.AutoLink:
			b.Write(n.URL(r.source))
		case *ast.RawHTML:
			b.WriteString(r.lines(n.Segments))
		default:
			b.WriteString(r.inline(child))
		}
	}
	return b.String()
}

// lines returns the text of segments.
func (r *renderer) lines(segments *text.Segments) string {
	var b strings.Builder
	for i := range segments.Len() {
		segment := segments.At(i)
		b.Write(segment.Value(r.source))
	}
	return b.String()
}

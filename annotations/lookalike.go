package annotations

import (
	"cmp"
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// lookalike matches misspelt directives: with a third slash, a space, the sign @
// or + of other annotations, the word "tool" in another case or as "tools", or
// something else than a single colon. It does not match code blocks, which begin
// with two spaces or a tab, nor directives that were commented out with "// //".
var lookalike = regexp.MustCompile(`^(/?)( ?)([@+]?)((?i)tool|tools|toolgen)(\s*[:.=_-]+\s*|\s+)(\S*)(.*)$`)

// reportLookalikes reports the lines of a comment that look like directives.
func (p *parser) reportLookalikes(group *ast.CommentGroup, comment *ast.Comment) {
	marker, text := comment.Text[:2], comment.Text[2:]
	pos := comment.Slash + 2
	if marker == "/*" {
		text = strings.TrimSuffix(text, "*/")
	}
	for line := range strings.Lines(text) {
		content := strings.TrimRight(line, " \t\r\n")
		if marker == "/*" {
			content = strings.TrimPrefix(content, " *")
			// A complete directive in a /* */ doc comment is text for Go, but the
			// author meant a directive.
			if directive, ok := strings.CutPrefix(strings.TrimPrefix(content, " "), prefix); ok && p.sites.of[group] != nil {
				content = "tool:" + directive
			}
		}
		if meant, ok := p.guessDirective(content); ok {
			end := pos + token.Pos(len(line))
			at := span{pos + token.Pos(len(line)-len(strings.TrimLeft(line, " *"))), end - token.Pos(len(line)-len(strings.TrimRight(line, " \t\r\n")))}
			p.reportLookalike(group, comment, at, meant)
		}
		pos += token.Pos(len(line))
	}
}

// reportLookalike reports a line of a comment that looks like the directive meant.
func (p *parser) reportLookalike(group *ast.CommentGroup, comment *ast.Comment, at span, meant string) {
	if x := p.sites.of[group]; x != nil {
		x.hasLookalike = true
	}
	line := strings.HasPrefix(comment.Text, "//")
	if line {
		at.pos = comment.Slash
	}
	fix := "write " + meant + " as a line of its own"
	if !line {
		fix = "write " + meant + " as a line comment of its own"
	}
	d := p.report(at, diag.DirectiveLookalike, fix, "this comment looks like a directive, but Go does not read it as one")
	if line && p.isValid(meant) {
		d.Edits = []diag.Edit{diag.Replace(p.fset, comment, meant)}
	}
}

// mayBeLookalike reports whether lookalike can match a line: its first letters are "tool". It is
// faster than the expression.
func mayBeLookalike(content string) bool {
	begin := 0
	for begin < min(len(content), len("/ @")) && strings.IndexByte("/ @+", content[begin]) >= 0 {
		begin++
	}
	word := content[begin:]
	return len(word) >= len("tool") && strings.EqualFold(word[:len("tool")], "tool")
}

// guessDirective returns the directive that the author of a line of a comment
// probably meant. A line that starts with "tool:" is always one. Another line is
// one if it is a valid directive when it is written as a directive, so that
// sentences about tools are not reported.
func (p *parser) guessDirective(content string) (string, bool) {
	if !mayBeLookalike(content) {
		return "", false
	}
	m := lookalike.FindStringSubmatch(content)
	if m == nil {
		return "", false
	}
	slash, space, sign, word, separator, name, rest := m[1], m[2], m[3], m[4], m[5], m[6], m[7]
	colon := strings.Contains(separator, ":")
	if space != "" && !colon {
		return "", false
	}
	name = strings.ToLower(name)
	plain := slash == "" && sign == "" && strings.EqualFold(word, "tool")
	tight := separator == ":" && name != ""
	if plain && (tight || space == "" && strings.HasPrefix(separator, ":")) {
		if near, ok := diag.Suggest(name, directiveNames()); ok && lookup(name) == nil {
			name = near
		}
		return prefix + cmp.Or(name, "NAME") + rest, true
	}
	meant := prefix + name + rest
	return meant, p.isValid(meant)
}

// isValid reports whether a line is a directive with valid arguments.
func (p *parser) isValid(line string) bool {
	source, ok := ast.ParseDirective(0, line)
	if !ok || source.Tool != "tool" {
		return false
	}
	trial := &parser{fset: token.NewFileSet()}
	trial.parseDirective(source)
	return len(trial.problems) == 0
}

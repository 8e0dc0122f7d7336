package annotations

import (
	"cmp"
	"go/ast"
	"go/token"
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// lookalike is how directives are misspelt: a third slash, a space, a sign as
// of annotations elsewhere, the word in other letters, something else than the
// colon alone. Two spaces or a tab begin a code block, and "// //" is a
// directive that was commented out: neither is meant.
var lookalike = regexp.MustCompile(`^(/?)( ?)([@+]?)((?i)tool|tools|toolgen)(\s*[:.=_-]+\s*|\s+)(\S*)(.*)$`)

// lookalikes reports the lines of a comment that look like directives.
func (p *parser) lookalikes(group *ast.CommentGroup, comment *ast.Comment) {
	marker, text := comment.Text[:2], comment.Text[2:]
	pos := comment.Slash + 2
	if marker == "/*" {
		text = strings.TrimSuffix(text, "*/")
	}
	for line := range strings.Lines(text) {
		content := strings.TrimRight(line, " \t\r\n")
		if marker == "/*" {
			content = strings.TrimPrefix(content, " *")
			// In a doc comment that Go reads as text, a whole directive is one
			// that was meant.
			if directive, whole := strings.CutPrefix(strings.TrimPrefix(content, " "), prefix); whole && p.sites.of[group] != nil {
				content = "tool:" + directive
			}
		}
		if meant, ok := p.meant(content); ok {
			end := pos + token.Pos(len(line))
			at := span{pos + token.Pos(len(line)-len(strings.TrimLeft(line, " *"))), end - token.Pos(len(line)-len(strings.TrimRight(line, " \t\r\n")))}
			p.reportLookalike(group, comment, at, meant)
		}
		pos += token.Pos(len(line))
	}
}

func (p *parser) reportLookalike(group *ast.CommentGroup, comment *ast.Comment, at span, meant string) {
	if x := p.sites.of[group]; x != nil {
		x.lookalike = true
	}
	line := strings.HasPrefix(comment.Text, "//")
	if line {
		at.pos = comment.Slash
	}
	mend := "write " + meant + " as a line of its own"
	if !line {
		mend = "write " + meant + " as a line comment of its own"
	}
	d := p.report(at, diag.DirectiveLookalike, mend, "this looks like a directive, but is none for Go")
	if line && p.valid(meant) {
		d.Edits = []diag.Edit{diag.Replace(p.fset, comment, meant)}
	}
}

// meant returns the directive that a comment's line was probably meant to be.
// What starts like ours is certain; what only resembles it has to be valid
// once it is written as a directive, so that prose stays prose.
func (p *parser) meant(content string) (string, bool) {
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
		if near, ok := diag.Suggest(name, names()); ok && lookup(name) == nil {
			name = near
		}
		return prefix + cmp.Or(name, "NAME") + rest, true
	}
	meant := prefix + name + rest
	return meant, p.valid(meant)
}

// valid reports whether a line is a directive without a fault of its own.
func (p *parser) valid(line string) bool {
	source, ok := ast.ParseDirective(0, line)
	if !ok || source.Tool != "tool" {
		return false
	}
	trial := &parser{fset: token.NewFileSet()}
	trial.directive(source)
	return len(trial.problems) == 0
}

package extract

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
)

// firstText returns the text of the first comment that has text in addition to directives.
func firstText(comments ...*ast.CommentGroup) string {
	for _, comment := range comments {
		if written := commentText(comment); written != "" {
			return written
		}
	}
	return ""
}

// toolComment matches the comments for other tools that Go does not regard as
// directives: //nolint and #nosec, also after a text, markers such as +optional, and
// comments for editors.
var toolComment = regexp.MustCompile(`(^//|\s//)(nolint\b| ?nolint(:\S.*|\s*)$| ?#nosec\b|nosec\b).*|^//( ?\+[a-zA-Z][\w.:-]*(=.*)?$|noinspection\b.*|#?(end)?region\b.*)`)

// mayBeToolComment reports whether toolComment can match in a comment. It is faster.
func mayBeToolComment(c *ast.Comment) bool {
	return strings.Contains(c.Text, "+") || slices.ContainsFunc(toolWords, func(word string) bool { return strings.Contains(c.Text, word) })
}

// toolWords are the words of toolComment: each comment that it matches has one of them, or a +.
var toolWords = []string{"nolint", "nosec", "noinspection", "region"}

// withoutToolComments returns a comment without the comments for other tools.
func withoutToolComments(group *ast.CommentGroup) *ast.CommentGroup {
	if group == nil || !slices.ContainsFunc(group.List, mayBeToolComment) {
		return group
	}
	clean := &ast.CommentGroup{List: slices.Clone(group.List)}
	for i, c := range clean.List {
		if text := toolComment.ReplaceAllString(c.Text, ""); text != c.Text && strings.HasPrefix(c.Text, "//") {
			clean.List[i] = &ast.Comment{Slash: c.Slash, Text: text}
		}
	}
	clean.List = slices.DeleteFunc(clean.List, func(c *ast.Comment) bool { return c.Text == "" })
	return clean
}

// commentText returns the text of a comment without directives, with one line for each paragraph.
func commentText(comment *ast.CommentGroup) string {
	if comment == nil {
		return ""
	}
	if only := comment.List[0]; len(comment.List) == 1 && strings.HasPrefix(only.Text, "// ") && !mayBeToolComment(only) {
		return strings.TrimSpace(only.Text[len("// "):])
	}
	comment = withoutToolComments(comment)
	written := comment.Text()
	if comment != nil && len(comment.List) == 1 && strings.HasPrefix(comment.List[0].Text, "/*") {
		below := strings.HasPrefix(strings.TrimLeft(comment.List[0].Text[len("/*"):], " \t\r"), "\n")
		written = dedent(written, below)
	}
	return unwrap(strings.TrimSpace(written))
}

// dedent removes the common indentation of the lines of a block comment. It
// includes the first line if that is after the line with /*.
func dedent(written string, first bool) string {
	lines := strings.Split(written, "\n")
	indented := lines[1:]
	if first {
		indented = lines
	}
	common, found := "", false
	for _, line := range indented {
		indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		switch {
		case line == "":
		case !found:
			common, found = indent, true
		default:
			for !strings.HasPrefix(indent, common) {
				common = common[:len(common)-1]
			}
		}
	}
	for i := range indented {
		indented[i] = strings.TrimPrefix(indented[i], common)
	}
	return strings.Join(lines, "\n")
}

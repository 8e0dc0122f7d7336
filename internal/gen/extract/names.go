package extract

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// toolName matches the names of tools that every provider accepts.
var toolName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

// maxDescription is the maximum length of a description, in code points, that
// every provider accepts.
const maxDescription = 1024

// bridgedPrefix is the prefix of the names of tools of MCP servers, to which other
// rules of a policy apply.
const bridgedPrefix = "mcp__"

// checkName refuses a name that a provider would not accept, and one that only the tool
// of an MCP server may have.
func (p *packageExtractor) checkName(name string, at model.Span) bool {
	switch {
	case strings.HasPrefix(name, bridgedPrefix):
		p.report(diagnostic(diag.ToolName, at, "%q cannot be the name of a tool: a policy would take it for the tool of an MCP server", name).
			withFix("give a name that does not start with %s", bridgedPrefix))
		return false
	case toolName.MatchString(name):
		return true
	}
	p.report(diagnostic(diag.ToolName, at, "%q cannot be the name of a tool: providers accept a letter or underscore, then up to 63 letters, digits, underscores and hyphens", name).
		withFix("give another name: //tool:register NAME"))
	return false
}

// checkDescription refuses a tool without a description, and one with a
// description that is too long for providers.
func (p *packageExtractor) checkDescription(t *model.Tool, set annotations.Set) bool {
	length := utf8.RuneCountInString(t.Description)
	switch {
	case length == 0 || model.IsPlaceholder(t.Description):
		d := diagnostic(diag.MissingDescription, t.Span, "%s has no description, by which a model chooses tools", t.Function).
			withFix("write a doc comment that says what it does and when to use it")
		if length == 0 {
			d = d.withLine(p.position(set.Get("register").Pos()), "// "+t.Function+" "+model.Placeholder("what it does and when to use it")+"\n//")
		}
		p.report(d)
	case length > maxDescription:
		p.longDescription(t, set, length)
	default:
		return true
	}
	return false
}

// longDescription reports the problem at the directive with the file of the
// description, or else at the function.
func (p *packageExtractor) longDescription(t *model.Tool, set annotations.Set, length int) {
	at, from, fix := t.Span, "", "shorten the doc comment, or move what people need to know into the body"
	if file, found := set.Get("doc").Value("file"); found {
		at, from, fix = p.span(file), ", read from "+file.Text+",", "shorten "+file.Text
	}
	p.report(diagnostic(diag.LongDescription, at, "the description of %s%s has %d characters: providers accept at most %d", t.Function, from, length, maxDescription).
		withFix("%s", fix))
}

// duplicates reports tools with the name or the id of an earlier tool, at both
// positions.
func (e *extractor) duplicates(tools []*model.Tool) {
	names, ids := make(map[string]*model.Tool), make(map[string]*model.Tool)
	for _, t := range tools {
		switch {
		case names[t.Name] != nil:
			e.duplicate(diag.DuplicateTool, names[t.Name], t, "the tool "+t.Name, "name: //tool:register NAME")
			continue
		case ids[t.ID] != nil:
			e.duplicate(diag.DuplicateID, ids[t.ID], t, "a tool with the id "+t.ID, "id: //tool:id ID")
		}
		names[t.Name], ids[t.ID] = t, t
	}
}

// duplicate reports two tools with the same name or id, at both positions.
func (e *extractor) duplicate(code diag.Code, earlier, later *model.Tool, what, fix string) {
	e.report(diagnostic(code, later.Span, "%s is already declared by %s", what, earlier.Function).
		withRelated(earlier.Span.Start, "%s is declared here", earlier.Name).
		withFix("give one of them another %s", fix))
	e.report(diagnostic(code, earlier.Span, "%s is also declared by %s", what, later.Function).
		withRelated(later.Span.Start, "%s is declared here again", later.Name))
}

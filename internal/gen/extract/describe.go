package extract

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// declarations is an index of the syntax of a file: types and values by name,
// struct fields by line and name. Line and name are also known for objects from
// export data.
type declarations struct {
	types  map[string]*ast.TypeSpec
	values map[string]*ast.ValueSpec
	docs   map[ast.Spec]*ast.CommentGroup
	fields map[fieldPosition]*ast.Field
	// alone are the fields and values with one name and with lines of their own.
	alone map[ast.Node]bool
}

type fieldPosition struct {
	line int
	name string
}

// declarationsOf returns the index of the file that declares an object, or nil if
// the file is not available.
func (e *extractor) declarationsOf(object types.Object) *declarations {
	file := e.loader.File(object)
	if file == nil {
		return nil
	}
	if found := e.declarations[file]; found != nil {
		return found
	}
	d := &declarations{
		types:  make(map[string]*ast.TypeSpec),
		values: make(map[string]*ast.ValueSpec),
		docs:   make(map[ast.Spec]*ast.CommentGroup),
		fields: make(map[fieldPosition]*ast.Field),
		alone:  make(map[ast.Node]bool),
	}
	for _, decl := range file.Decls {
		if group, ok := decl.(*ast.GenDecl); ok {
			d.add(group)
			d.addAlone(e.loader.Fset, group)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if t, ok := n.(*ast.StructType); ok {
			d.addFields(e.loader.Fset, t)
		}
		_, body := n.(*ast.BlockStmt)
		return !body
	})
	e.declarations[file] = d
	return d
}

// add records the declarations of a group with their comments.
func (d *declarations) add(group *ast.GenDecl) {
	alone := group.Doc
	if group.Lparen.IsValid() {
		alone = nil // a comment before a group describes the whole group
	}
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			d.types[spec.Name.Name] = spec
			d.docs[spec] = firstComment(spec.Doc, alone, spec.Comment)
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				d.values[name.Name] = spec
			}
			// A comment before it may also describe the following ones.
			d.docs[spec] = firstComment(spec.Comment, spec.Doc, alone)
		}
	}
}

// addFields records the fields of a struct by their positions.
func (d *declarations) addFields(fset *token.FileSet, t *ast.StructType) {
	line := func(pos token.Pos) int { return fset.PositionFor(pos, false).Line }
	last := line(t.Fields.Opening)
	for _, field := range t.Fields.List {
		d.alone[field] = len(field.Names) == 1 && line(field.Pos()) > last && line(field.End()) < line(t.Fields.Closing)
		last = line(field.End())
		for _, name := range field.Names {
			d.fields[fieldPosition{fset.PositionFor(name.Pos(), false).Line, name.Name}] = field
		}
		if name := embeddedName(field.Type); len(field.Names) == 0 && name != nil {
			d.fields[fieldPosition{fset.PositionFor(name.Pos(), false).Line, name.Name}] = field
		}
	}
}

// addAlone records the values of a group that have lines of their own.
func (d *declarations) addAlone(fset *token.FileSet, group *ast.GenDecl) {
	line := func(pos token.Pos) int { return fset.PositionFor(pos, false).Line }
	last := line(group.Lparen)
	for _, spec := range group.Specs {
		value, isValue := spec.(*ast.ValueSpec)
		d.alone[spec] = isValue && group.Lparen.IsValid() && len(value.Names) == 1 && line(spec.Pos()) > last
		last = line(spec.End())
	}
}

// embeddedName returns the identifier that names an embedded field.
func embeddedName(t ast.Expr) *ast.Ident {
	switch t := t.(type) {
	case *ast.Ident:
		return t
	case *ast.StarExpr:
		return embeddedName(t.X)
	case *ast.ParenExpr:
		return embeddedName(t.X)
	case *ast.SelectorExpr:
		return t.Sel
	case *ast.IndexExpr:
		return embeddedName(t.X)
	case *ast.IndexListExpr:
		return embeddedName(t.X)
	}
	return nil
}

// firstComment returns the first comment that has text in addition to directives.
func firstComment(comments ...*ast.CommentGroup) *ast.CommentGroup {
	for _, comment := range comments {
		if commentText(comment) != "" {
			return comment
		}
	}
	return nil
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

// fieldSyntax returns the declaration of a struct field, or nil if it is not
// available.
func (e *extractor) fieldSyntax(field *types.Var) *ast.Field {
	d := e.declarationsOf(field)
	if d == nil {
		return nil
	}
	return d.fields[fieldPosition{e.loader.Fset.PositionFor(field.Pos(), false).Line, field.Name()}]
}

// docOf returns the comment of a defined type or a constant.
func (e *extractor) docOf(object types.Object) string {
	d := e.declarationsOf(object)
	if d == nil {
		return ""
	}
	if _, isType := object.(*types.TypeName); isType {
		if spec := d.types[object.Name()]; spec != nil {
			return commentText(d.docs[spec])
		}
		return ""
	}
	if spec := d.values[object.Name()]; spec != nil {
		return commentText(d.docs[spec])
	}
	return ""
}

// fieldLines returns the declaration of a field of the author that has one name and
// lines of its own.
func (p *packageExtractor) fieldLines(field *types.Var) (lines model.Span) {
	if syntax := p.fieldSyntax(field); syntax != nil && p.isOwn(field) && p.declarationsOf(field).alone[syntax] {
		lines = p.span(syntax)
	}
	return lines
}

// constantLine returns the position of a constant of the author that has a line of its
// own.
func (p *packageExtractor) constantLine(c *types.Const) (at model.Position) {
	if !p.isOwn(c) {
		return at
	}
	d := p.declarationsOf(c)
	if spec := d.values[c.Name()]; spec != nil && d.alone[spec] {
		at = p.position(spec.Pos())
	}
	return at
}

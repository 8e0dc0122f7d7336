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

// declarations is an index of the syntax of a file: types and values by name, struct
// fields by their names in the source.
type declarations struct {
	types  map[string]typeDecl
	values map[string]valueDecl
	// fields are the fields of a package that is read from source, by the positions of
	// their names.
	fields map[token.Pos]fieldDecl
	// foreign are the fields of another package. Their lines and names are also known for
	// objects from export data.
	foreign map[fieldPosition]*ast.Field
}

// typeDecl is the declaration of a type, with the comment of its group if the group has
// only this declaration.
type typeDecl struct {
	spec  *ast.TypeSpec
	group *ast.CommentGroup
}

// valueDecl does the same for constants and variables.
type valueDecl struct {
	spec  *ast.ValueSpec
	group *ast.CommentGroup
	after token.Pos // the end of what is before it in the parentheses; invalid without parentheses
}

// fieldDecl is a field between two positions: the end of the field before it, or the opening
// brace, and the closing brace.
type fieldDecl struct {
	syntax        *ast.Field
	after, before token.Pos
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
	found := e.declarations[file]
	if found == nil {
		found = e.newDeclarations(file, e.isOwn(object))
		e.declarations[file] = found
	}
	return found
}

// newDeclarations returns the index of a file of a package that is read from source or not.
func (e *extractor) newDeclarations(file *ast.File, own bool) *declarations {
	d := &declarations{types: make(map[string]typeDecl), values: make(map[string]valueDecl)}
	for _, decl := range file.Decls {
		if group, ok := decl.(*ast.GenDecl); ok {
			d.add(group)
		}
	}
	addField := func(field *ast.Field, name *ast.Ident, after, before token.Pos) {
		d.fields[name.Pos()] = fieldDecl{field, after, before}
	}
	if own {
		d.fields = make(map[token.Pos]fieldDecl)
	} else {
		d.foreign = make(map[fieldPosition]*ast.Field)
		addField = func(field *ast.Field, name *ast.Ident, _, _ token.Pos) {
			d.foreign[fieldPosition{e.positions.line(name.Pos()), name.Name}] = field
		}
	}
	eachStruct(file, func(t *ast.StructType) { eachField(t, addField) })
	return d
}

// add records the declarations of a group with their comments.
func (d *declarations) add(group *ast.GenDecl) {
	alone := group.Doc
	if group.Lparen.IsValid() {
		alone = nil // a comment before a group describes the whole group
	}
	after := group.Lparen
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			d.types[spec.Name.Name] = typeDecl{spec, alone}
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				d.values[name.Name] = valueDecl{spec, alone, after}
			}
		}
		if after.IsValid() {
			after = spec.End()
		}
	}
}

// eachStruct calls visit for the struct types of a file, except for those in the bodies of
// functions.
func eachStruct(file *ast.File, visit func(*ast.StructType)) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			visit(n)
		case *ast.BlockStmt, *ast.ImportSpec, *ast.CommentGroup, *ast.Ident, *ast.SelectorExpr, *ast.BasicLit:
			return false
		}
		return true
	})
}

// eachField calls add for each name of each field of a struct, and for each embedded field
// with the identifier that names it. The positions are those of fieldDecl.
func eachField(t *ast.StructType, add func(field *ast.Field, name *ast.Ident, after, before token.Pos)) {
	after := t.Fields.Opening
	for _, field := range t.Fields.List {
		for _, name := range field.Names {
			add(field, name, after, t.Fields.Closing)
		}
		if name := embeddedName(field.Type); len(field.Names) == 0 && name != nil {
			add(field, name, after, t.Fields.Closing)
		}
		after = field.End()
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

// docOf returns the comment of a defined type or a constant.
func (e *extractor) docOf(object types.Object) string {
	d := e.declarationsOf(object)
	if d == nil {
		return ""
	}
	if _, isType := object.(*types.TypeName); isType {
		if found, ok := d.types[object.Name()]; ok {
			return firstText(found.spec.Doc, found.group, found.spec.Comment)
		}
		return ""
	}
	if found, ok := d.values[object.Name()]; ok {
		// A comment before it may also describe the following ones.
		return firstText(found.spec.Comment, found.spec.Doc, found.group)
	}
	return ""
}

// constantLine returns the position of a constant of the author that has a line of its
// own.
func (p *packageExtractor) constantLine(c *types.Const) (at model.Position) {
	if !p.isOwn(c) {
		return at
	}
	d, ok := p.declarationsOf(c).values[c.Name()]
	if ok && len(d.spec.Names) == 1 && d.after.IsValid() && p.positions.line(d.spec.Pos()) > p.positions.line(d.after) {
		at = p.position(d.spec.Pos())
	}
	return at
}

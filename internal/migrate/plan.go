package migrate

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// toolName matches the names of tools that toolgen accepts.
var toolName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,63}$`)

// plan returns the edits that rewrite one tool, and its function. An error says why it is not sure.
func (p *source) plan(r *registration) ([]edit, *function, error) {
	switch {
	case r.name == "":
		return nil, nil, errors.New("the name of the tool is not a constant text in the call")
	case !toolName.MatchString(r.name):
		return nil, nil, fmt.Errorf("the name %q is not a letter or underscore and up to 63 letters, digits, underscores and hyphens; rename the tool first", r.name)
	case r.description == "":
		return nil, nil, errors.New("the tool has no constant description")
	case slices.Contains(r.hints, ""):
		return nil, nil, errors.New("the registration has options that no directive is known for")
	}
	handler := r.handler
	if r.library.shape == wrappedHandler {
		call, ok := handler.(*ast.CallExpr)
		if name := p.callee(call); !ok || name != "NewTypedToolHandler" && name != "NewStructuredToolHandler" {
			return nil, nil, errors.New("the handler reads its arguments from the request; give it a struct with mcp.NewTypedToolHandler first")
		}
		handler = ast.Unparen(call.Args[0])
	}
	f, err := p.function(r, handler)
	if err != nil {
		return nil, nil, err
	}
	edits, err := p.rewriteFunction(r, f)
	if err != nil {
		return nil, nil, err
	}
	more, err := p.rewriteRegistration(r, f)
	if err != nil {
		return nil, nil, err
	}
	tags, err := p.rewriteArguments(r, f)
	return slices.Concat(edits, more, tags), f, err
}

// function is the function of a tool: a declaration, or a literal without a name.
type function struct {
	declaration *ast.FuncDecl
	literal     *ast.FuncLit
	name        string
	signature   *ast.FuncType
	body        *ast.BlockStmt
	// structure is the declaration of the arguments, and tags are its edits.
	structure *ast.StructType
	tags      []edit
}

// function returns the function of a handler.
func (p *source) function(r *registration, handler ast.Expr) (*function, error) {
	switch e := handler.(type) {
	case *ast.Ident:
		if d := p.declaration(p.pkg.TypesInfo.Uses[e]); d != nil && p.tools[d] {
			return nil, fmt.Errorf("the function %s is another tool already", d.Name.Name)
		} else if d != nil {
			return &function{declaration: d, name: d.Name.Name, signature: d.Type, body: d.Body}, nil
		}
	case *ast.FuncLit:
		name := functionName(r.name)
		if captured := p.captured(e); captured != "" {
			return nil, fmt.Errorf("the function uses the variable %s of its surroundings; make it a field of a type and the function a method", captured)
		}
		if p.pkg.Types.Scope().Lookup(name) != nil {
			return nil, fmt.Errorf("the package has a declaration %s already", name)
		}
		return &function{literal: e, name: name, signature: e.Type, body: e.Body}, nil
	}
	return nil, errors.New("the handler is neither a function of the package nor a function literal")
}

// declaration returns the declaration of a function of the package, or nil.
func (p *source) declaration(object types.Object) *ast.FuncDecl {
	for _, file := range p.pkg.Syntax {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && object != nil && p.pkg.TypesInfo.Defs[f.Name] == object {
				return f
			}
		}
	}
	return nil
}

// captured returns the name of a local variable or type that a literal uses and does
// not declare, or an empty text.
func (p *source) captured(literal *ast.FuncLit) (name string) {
	ast.Inspect(literal, func(node ast.Node) bool {
		id, ok := node.(*ast.Ident)
		if !ok {
			return true
		}
		object := p.pkg.TypesInfo.Uses[id]
		if object == nil || object.Pkg() != p.pkg.Types || object.Parent() == nil || object.Parent() == p.pkg.Types.Scope() {
			return true
		}
		if _, isPackage := object.(*types.PkgName); !isPackage && (object.Pos() < literal.Pos() || object.Pos() >= literal.End()) {
			name = id.Name
		}
		return true
	})
	return name
}

// rewriteFunction returns the edits of the function: its comment, signature and returns.
func (p *source) rewriteFunction(r *registration, f *function) ([]edit, error) {
	signature, edits, err := p.adapt(r.library.shape, f)
	if err != nil {
		return nil, err
	}
	if f.declaration == nil {
		body, err := p.within(f.body, edits)
		if err != nil {
			return nil, err
		}
		file := r.path[len(r.path)-1].(*ast.File) // the path ends with the file
		text := fmt.Sprintf("\n\n%sfunc %s%s %s\n", comment(r), f.name, signature, body)
		return []edit{{file.FileEnd, file.FileEnd, text}}, nil
	}
	start := f.declaration.Pos()
	if doc := f.declaration.Doc; doc != nil {
		if strings.Contains(p.text(doc), "//tool:register") {
			return nil, errors.New("the function is a tool already")
		}
		edits = append(edits, edit{doc.Pos(), start, ""})
		if doc.Pos() == f.declaration.Pos() {
			edits[len(edits)-1].end = f.declaration.Type.Func
		}
		start = f.declaration.Type.Func
	}
	edits = append(edits, edit{start, start, comment(r)})
	return append(edits, edit{f.signature.Params.Pos(), f.signature.End(), signature}), nil
}

// within returns the text of a node with edits.
func (p *source) within(node ast.Node, edits []edit) (string, error) {
	text, base := p.text(node), p.pkg.Fset.Position(node.Pos()).Offset
	slices.SortFunc(edits, func(a, b edit) int { return int(b.pos - a.pos) })
	for _, e := range edits {
		start, end := p.pkg.Fset.Position(e.pos).Offset-base, p.pkg.Fset.Position(e.end).Offset-base
		if start < 0 || end > len(text) {
			return "", errOverlap
		}
		text = text[:start] + e.text + text[end:]
	}
	return text, nil
}

// comment returns the doc comment of a tool. The description does not change.
func comment(r *registration) string {
	var b strings.Builder
	for line := range strings.Lines(r.description) {
		b.WriteString(strings.TrimRight("// "+strings.TrimRight(line, "\n"), " ") + "\n")
	}
	b.WriteString("//\n//tool:register " + r.name + "\n")
	slices.Sort(r.hints)
	for _, hint := range r.hints {
		b.WriteString("//tool:" + hint + "\n")
	}
	return b.String()
}

// rewriteRegistration returns the edits of the call that registers the tool.
func (p *source) rewriteRegistration(r *registration, f *function) ([]edit, error) {
	if r.library.shape == serverHandler || r.library.shape == wrappedHandler {
		statement, ok := r.path[1].(*ast.ExprStmt)
		if !ok {
			return nil, errors.New("the registration is not a statement of its own")
		}
		return []edit{{statement.Pos(), statement.End(), ""}}, nil
	}
	wrapper, err := p.wrapper(r.library.shape, f)
	if err != nil || wrapper == "" {
		return nil, err
	}
	return []edit{{r.handler.Pos(), r.handler.End(), wrapper}}, nil
}

// rewriteArguments moves the descriptions of arguments to comments: the tags of go-sdk,
// also those of the results, and the options of mcp-go.
func (p *source) rewriteArguments(r *registration, f *function) (edits []edit, err error) {
	if r.library.shape != serverHandler && r.library.shape != wrappedHandler {
		return nil, nil
	}
	parameters, results := flatten(f.signature.Params), flatten(f.signature.Results)
	structure := p.structOf(parameters[len(parameters)-1].Type)
	if structure == nil {
		return nil, errors.New("the arguments are not a struct type that this package declares")
	}
	structs := []*ast.StructType{structure}
	if r.library.shape == serverHandler {
		structs = p.structsIn(structure, structs)
		structs = p.structsIn(results[1].Type, structs)
	}
	for i, s := range structs {
		for _, field := range s.Fields.List {
			more, err := p.rewriteField(r, i == 0, field)
			if err != nil {
				return nil, err
			}
			edits = append(edits, more...)
		}
	}
	f.structure, f.tags = structure, edits
	if before, known := p.arguments[structure]; known && r.library.shape == wrappedHandler && !slices.Equal(before, edits) {
		return nil, errors.New("another tool has the same type of arguments with other options; give each of them a type of its own")
	}
	return edits, nil
}

// structsIn adds the struct types of the package in a type, directly or not.
func (p *source) structsIn(e ast.Expr, structs []*ast.StructType) []*ast.StructType {
	ast.Inspect(e, func(node ast.Node) bool {
		id, ok := node.(*ast.Ident)
		if !ok {
			return true
		}
		if _, isType := p.pkg.TypesInfo.Uses[id].(*types.TypeName); !isType {
			return true
		}
		if found := p.structOf(id); found != nil && !slices.Contains(structs, found) {
			structs = p.structsIn(found, append(structs, found))
		}
		return true
	})
	return structs
}

// structOf returns the declaration of a struct type of the package, or nil.
func (p *source) structOf(e ast.Expr) (structure *ast.StructType) {
	if pointer, ok := e.(*ast.StarExpr); ok {
		e = pointer.X
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	for _, file := range p.pkg.Syntax {
		ast.Inspect(file, func(node ast.Node) bool {
			if spec, ok := node.(*ast.TypeSpec); ok && p.pkg.TypesInfo.Defs[spec.Name] == p.pkg.TypesInfo.Uses[id] {
				structure, _ = spec.Type.(*ast.StructType)
			}
			return structure == nil
		})
	}
	return structure
}

// tagPart matches the part of a tag for jsonschema, and nameOfTag the JSON name and its
// options.
var (
	tagPart   = regexp.MustCompile(`\s*jsonschema:("(?:[^"\\]|\\.)*")`)
	nameOfTag = regexp.MustCompile(`json:"([^",]*)([^"]*)`)
)

// rewriteField moves the description of one field to a comment. The options of a
// registration are about arguments.
func (p *source) rewriteField(r *registration, isArgument bool, field *ast.Field) (edits []edit, err error) {
	if field.Tag == nil {
		return nil, nil
	}
	tag, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return nil, err
	}
	description, changed := "", tag
	if name := nameOfTag.FindStringSubmatch(tag); name != nil && isArgument {
		description = r.descriptions[name[1]]
		isOptional := strings.Contains(name[2], "omitempty") || strings.Contains(name[2], "omitzero")
		if required, known := r.required[name[1]]; known && required == isOptional {
			return nil, fmt.Errorf("the options and the tag of %s differ in whether the argument is required; add or remove omitzero in the tag", name[1])
		}
		if items, known := r.items[name[1]]; known && !p.isListOf(field.Type, items) {
			return nil, fmt.Errorf("the options of %s say that it is a list of the type %s, and the field has another type", name[1], items)
		}
		if keywords := r.keywords[name[1]]; len(keywords) > 0 {
			if strings.Contains(tag, "jsonschema:") {
				return nil, fmt.Errorf("both the options and the tag of %s have rules; write all of them in the tag", name[1])
			}
			changed += " jsonschema:" + strconv.Quote(strings.Join(keywords, ","))
		}
	}
	if part := tagPart.FindStringSubmatch(tag); part != nil && r.library.shape == serverHandler {
		if description, err = strconv.Unquote(part[1]); err != nil {
			return nil, err
		}
		changed = strings.TrimSpace(tagPart.ReplaceAllString(tag, ""))
	}
	switch hasComment := field.Doc != nil || field.Comment != nil; {
	case description != "" && hasComment: // the comment remains, and is not the description
		changed += " jsonschema_description:" + strconv.Quote(description)
	case description != "":
		edits = append(edits, edit{field.Pos(), field.Pos(), "// " + strings.ReplaceAll(description, "\n", "\n// ") + "\n"})
	}
	if changed != tag {
		edits = append(edits, edit{field.Tag.Pos(), field.Tag.End(), quoted(changed)})
	}
	return edits, nil
}

// jsonTypes are the kinds of the types of JSON.
var jsonTypes = map[string]types.BasicInfo{"string": types.IsString, "integer": types.IsInteger, "number": types.IsInteger | types.IsFloat, "boolean": types.IsBoolean}

// isListOf reports whether a field is a list of values of a type of JSON.
func (p *source) isListOf(e ast.Expr, jsonType string) bool {
	list, ok := p.pkg.TypesInfo.TypeOf(e).Underlying().(*types.Slice)
	if !ok {
		return false
	}
	basic, ok := list.Elem().Underlying().(*types.Basic)
	return ok && basic.Info()&jsonTypes[jsonType] != 0
}

// quoted returns a tag as Go source; an empty tag is no source.
func quoted(tag string) string {
	switch {
	case tag == "":
		return ""
	case strings.Contains(tag, "`"):
		return strconv.Quote(tag)
	}
	return "`" + tag + "`"
}

// flatten returns one field for each parameter or result.
func flatten(list *ast.FieldList) (fields []*ast.Field) {
	if list == nil {
		return nil
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			fields = append(fields, &ast.Field{Names: []*ast.Ident{name}, Type: field.Type})
		}
		if len(field.Names) == 0 {
			fields = append(fields, &ast.Field{Names: []*ast.Ident{{Name: "_", NamePos: token.NoPos}}, Type: field.Type})
		}
	}
	return fields
}

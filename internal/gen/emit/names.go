package emit

import (
	"cmp"
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// names chooses the names of all declarations of a file. It appends underscores
// to a name that is taken, so that names depend on nothing but the model.
type names struct {
	taken    map[string]bool
	imported map[string]bool   // names that other files import: not allowed for declarations
	locals   map[string]string // renamed local variables
}

// locals are the local variables of generated code.
var locals = []string{
	"absent", "args", "call", "ctx", "d", "deps", "element", "end", "err", "found", "i", "item", "k", "key", "member", "name", "nullable",
	"o", "ok", "property", "registry", "s", "scratch", "seen", "text", "tool", "tools", "v", "value", "w",
}

// newNames returns the names of a file. A local name that the package uses already
// is replaced by another one.
func newNames(p *model.Package) *names {
	n := &names{taken: make(map[string]bool), imported: make(map[string]bool), locals: make(map[string]string)}
	for _, name := range p.Imported {
		n.imported[name] = true
	}
	for _, name := range slices.Concat(p.Scope, publicNames(p)) {
		n.taken[name] = true
	}
	for _, name := range locals {
		if n.taken[name] {
			n.locals[name] = n.unique(name)
		}
		n.taken[name] = true
	}
	return n
}

// unique returns the name, with underscores if it is taken, and marks the result
// as taken.
func (n *names) unique(name string) string {
	for n.imported[name] || !n.free(name) {
		name += "_"
	}
	n.taken[name] = true
	return name
}

// ofImport returns a unique name for an import. Other files may use the same
// name for other imports.
func (n *names) ofImport(name string) string {
	for !n.free(name) {
		name += "_"
	}
	n.taken[name] = true
	return name
}

func (n *names) free(name string) bool {
	return !n.taken[name] && !token.IsKeyword(name) && !jen.IsReservedWord(name)
}

// guard returns the name of a guard, which error messages contain.
func (n *names) guard(parts ...string) string {
	return n.unique(lowerFirst(strings.Join(parts, "_")) + guardSuffix)
}

// guardSuffix is the end of the names of guards.
const guardSuffix = "_changed_run_go_generate"

// local returns the name of a local variable.
func (n *names) local(name string) string {
	if renamed, ok := n.locals[name]; ok {
		return renamed
	}
	return name
}

// localName matches the names of local variables in a format. A name after a dot
// is a field or a method; a letter after a per cent sign is a verb.
var localName = regexp.MustCompile(`(^|[^.%\w])(` + strings.Join(locals, "|") + `)\b`)

// renameLocals replaces the local names in a format by those of the file.
func (n *names) renameLocals(format string) string {
	if len(n.locals) == 0 {
		return format
	}
	return localName.ReplaceAllStringFunc(format, func(match string) string {
		name := strings.TrimLeftFunc(match, func(r rune) bool { return !unicode.IsLetter(r) })
		return strings.TrimSuffix(match, name) + n.local(name)
	})
}

// toolNames are the names of the declarations for a tool.
type toolNames struct{ tool, input, output string }

// ofTool chooses the names of the declarations of a tool.
func (n *names) ofTool(t *model.Tool) *toolNames {
	base := lowerFirst(toCamelCase(t.Name))
	names := &toolNames{tool: n.unique(base + "Tool"), input: n.unique(base + "Input")}
	if t.Result.Kind == model.ResultObject || t.Result.Kind == model.ResultWrapped {
		names.output = n.unique(base + "Output")
	}
	return names
}

// toolsFunction returns the name of the function that returns the tools of a
// receiver or, if the receiver is empty, the tools that are functions.
func toolsFunction(p *model.Package, receiver string) string {
	if receiver == "" {
		if p.Names.Tools != "" {
			return p.Names.Tools
		}
		return "Tools"
	}
	if name := p.Names.Receivers[receiver]; name != "" {
		return name
	}
	return upperFirst(receiver) + "Tools"
}

// The names of declarations for the registry.
const (
	depsType         = "ToolDeps"
	registryFunction = "NewToolRegistry"
)

// publicNames returns the names that the author uses, which cannot be replaced.
func publicNames(p *model.Package) []string {
	var names []string
	for _, g := range receiverGroups(p.Tools) {
		names = append(names, toolsFunction(p, g.receiver))
	}
	if p.Registry != nil {
		names = append(names, depsType, registryFunction)
	}
	return names
}

// CollisionError means that the author's package declares a name that generated
// code declares or uses in its predeclared meaning.
type CollisionError struct {
	// Name is the identifier.
	Name string
	// Predeclared means that generated code uses the predeclared identifier.
	Predeclared bool
	// Span is the tool or the directive that needs the name.
	Span model.Span
	// Fix says how to choose another name.
	Fix string
}

// Error returns the identifier and the reason.
func (e *CollisionError) Error() string {
	if e.Predeclared {
		return fmt.Sprintf("the package declares %s, which generated code uses in its predeclared meaning", e.Name)
	}
	return fmt.Sprintf("the package declares %s, which generated code must declare", e.Name)
}

// predeclaredNames are the predeclared identifiers that generated code uses. A package
// that declares one of them cannot contain generated code.
var predeclaredNames = []string{
	"any", "bool", "byte", "error", "false", "float32", "float64",
	"int", "int16", "int32", "int64", "int8", "len", "new", "nil", "rune", "string", "true",
	"uint", "uint16", "uint32", "uint64", "uint8",
}

// collisions returns an error for each name that the file must declare and that the
// package declares too.
func (f *file) collisions() []error {
	var errs []error
	collide := func(name string, span model.Span, fix string) {
		if slices.Contains(f.pkg.Scope, name) {
			errs = append(errs, &CollisionError{name, slices.Contains(predeclaredNames, name), span, fix})
		}
	}
	for _, g := range receiverGroups(f.pkg.Tools) {
		directive := "//tool:defaults tools=NAME"
		if g.receiver != "" {
			directive = "//tool:defaults " + g.receiver + ".tools=NAME"
		}
		collide(toolsFunction(f.pkg, g.receiver), g.tools[0].Span, "rename it, or choose another with "+directive)
	}
	if f.pkg.Registry != nil {
		collide(depsType, f.pkg.Registry.Span, "rename it")
		collide(registryFunction, f.pkg.Registry.Span, "rename it")
	}
	if len(f.pkg.Tools) > 0 {
		for _, name := range predeclaredNames {
			collide(name, f.pkg.Tools[0].Span, "rename it")
		}
	}
	return errs
}

// toCamelCase joins the words of a text: search_notes becomes searchNotes.
func toCamelCase(text string) string {
	if isAlphanumeric(text) {
		return text
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i := range words {
		if i > 0 {
			words[i] = upperFirst(words[i])
		}
	}
	return strings.Join(words, "")
}

// isAlphanumeric reports whether a text has only letters and digits of ASCII.
func isAlphanumeric(text string) bool {
	for i := range len(text) {
		if c := text[i]; !isWord(c) || c == '_' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// identifier returns an identifier made from a text.
func identifier(text string) string {
	name := lowerFirst(toCamelCase(text))
	if name == "" || !unicode.IsLetter([]rune(name)[0]) {
		return "p" + name
	}
	return name
}

func upperFirst(name string) string {
	if name != "" && name[0] < utf8.RuneSelf {
		if 'a' <= name[0] && name[0] <= 'z' {
			return string(name[0]-'a'+'A') + name[1:]
		}
		return name
	}
	letters := []rune(name)
	if len(letters) > 0 {
		letters[0] = unicode.ToUpper(letters[0])
	}
	return string(letters)
}

// lowerFirst converts the first word to lower case: SearchArgs becomes
// searchArgs, HTTPArgs httpArgs, and ID id.
func lowerFirst(name string) string {
	if name == "" || name[0] < utf8.RuneSelf && (name[0] < 'A' || name[0] > 'Z') {
		return name
	}
	letters := []rune(name)
	for i, r := range letters {
		last := i+1 == len(letters) || !unicode.IsUpper(letters[i+1])
		if !unicode.IsUpper(r) || i > 0 && last && i+1 < len(letters) && unicode.IsLower(letters[i+1]) {
			break
		}
		letters[i] = unicode.ToLower(r)
	}
	return string(letters)
}

// words returns a name for a type: IntSlice for []int. It returns an empty name
// for a type that contains a struct without a name.
func words(t *model.Type) string {
	switch {
	case t.Name != nil:
		return upperFirst(t.Name.Local)
	case t.Kind == model.KindStruct, t.Kind == model.KindJSON:
		return ""
	case t.Kind == model.KindBytes:
		return "Bytes"
	case t.Kind == model.KindAny && t.Raw:
		return "Raw"
	case t.Kind == model.KindAny:
		return "Any"
	case t.Elem == nil: // int8, time.Time
		return upperFirst(cmp.Or(t.Go[0].Name, t.Go[0].Text))
	}
	elem := words(t.Elem)
	if elem == "" {
		return ""
	}
	switch t.Kind {
	case model.KindSlice:
		return elem + "Slice"
	case model.KindArray:
		return elem + "Array" + strconv.Itoa(t.Length)
	case model.KindMap:
		return elem + "By" + words(t.Key)
	}
	return elem + "Pointer"
}

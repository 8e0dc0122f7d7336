package migrate

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/types/typeutil"
)

// library describes how a library registers tools.
type library struct {
	// name is the name of the library for people.
	name string
	// path matches the import path of the package with the functions.
	path *regexp.Regexp
	// functions are the names of the functions that register a tool.
	functions []string
	// text is the number of the argument with the name of the tool, or of the literal
	// that has its name and description. handler is that of the handler.
	text, handler int
	// isLiteral means that the argument text is a literal with the fields Name and
	// Description. Otherwise the description is the next argument.
	isLiteral bool
	// shape is the form of the handler.
	shape shape
	// next says what is left to do after a tool is rewritten.
	next string
}

const keeps = "the registration calls the function; remove it when the agent uses the generated tools"

// libraries are the known libraries.
var libraries = []*library{
	{name: "go-sdk", path: regexp.MustCompile(`^github\.com/modelcontextprotocol/go-sdk/mcp$`), functions: []string{"AddTool"},
		text: 1, handler: 2, isLiteral: true, shape: serverHandler,
		next: "the registration was removed; serve the generated tools with adapters/mcp"},
	{name: "mcp-go", path: regexp.MustCompile(`^github\.com/mark3labs/mcp-go/server$`), functions: []string{"AddTool"},
		text: 0, handler: 1, shape: wrappedHandler,
		next: "the registration was removed; serve the generated tools with adapters/mcp"},
	{name: "eino", path: regexp.MustCompile(`^github\.com/cloudwego/eino/components/tool/utils$`), functions: []string{"InferTool"},
		text: 0, handler: 2, shape: plainHandler, next: keeps},
	{name: "genkit", path: regexp.MustCompile(`^github\.com/firebase/genkit/go/genkit$`), functions: []string{"DefineTool"},
		text: 1, handler: 3, shape: contextHandler, next: keeps},
	{name: "anthropic", path: regexp.MustCompile(`^github\.com/anthropics/anthropic-sdk-go/toolrunner$`),
		functions: []string{"NewBetaToolFromJSONSchema"}, text: 0, handler: 2, shape: blockHandler, next: keeps},
}

// registration is a call that registers a tool.
type registration struct {
	library           *library
	call              *ast.CallExpr
	path              []ast.Node // from the call to the file
	name, description string
	handler           ast.Expr
	hints             []string          // directives
	descriptions      map[string]string // of arguments, by their JSON names
	required          map[string]bool   // whether arguments are required, if the options say it
	items             map[string]string // types of JSON of the items of lists, if the options say it
	keywords          map[string][]string
}

// registrations returns the calls of the package that register tools, in their order.
func (p *source) registrations() (found []*registration) {
	for _, file := range p.pkg.Syntax {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			if l := p.libraryOf(call); l != nil {
				path, _ := astutil.PathEnclosingInterval(file, call.Pos(), call.End())
				r := &registration{library: l, call: call, path: path, descriptions: make(map[string]string), required: make(map[string]bool), items: make(map[string]string), keywords: make(map[string][]string)}
				p.read(r)
				found = append(found, r)
			}
			return true
		})
	}
	return found
}

// libraryOf returns the library that a call registers a tool with, or nil.
func (p *source) libraryOf(call *ast.CallExpr) *library {
	function, ok := typeutil.Callee(p.pkg.TypesInfo, call).(*types.Func)
	if !ok || function.Pkg() == nil {
		return nil
	}
	for _, l := range libraries {
		if !l.path.MatchString(function.Pkg().Path()) {
			continue
		}
		for _, name := range l.functions {
			if function.Name() == name && len(call.Args) > l.handler {
				return l
			}
		}
	}
	return nil
}

// read sets the texts and the handler of a registration.
func (p *source) read(r *registration) {
	l := r.library
	r.handler = ast.Unparen(r.call.Args[l.handler])
	switch argument := ast.Unparen(r.call.Args[l.text]); {
	case l.isLiteral:
		p.readLiteral(r, argument)
	case l.shape == wrappedHandler:
		p.readOptions(r, argument)
	default:
		r.name, r.description = p.constant(argument), p.constant(r.call.Args[l.text+1])
	}
}

// constant returns the value of a constant text, or an empty text.
func (p *source) constant(e ast.Expr) string {
	if value := p.pkg.TypesInfo.Types[e].Value; value != nil && value.Kind() == constant.String {
		return constant.StringVal(value)
	}
	return ""
}

// hintDirectives are the directives for the hints of MCP.
var hintDirectives = map[string]string{"ReadOnlyHint": "read-only", "IdempotentHint": "idempotent"}

// readLiteral reads the literal &mcp.Tool{…}. A field that it does not know leaves the
// name empty, so that the tool is not rewritten.
func (p *source) readLiteral(r *registration, e ast.Expr) {
	pairs, ok := p.fields(e)
	if !ok {
		return
	}
	for name, value := range pairs {
		switch name {
		case "Name":
			r.name = p.constant(value)
		case "Description":
			r.description = p.constant(value)
		case "Title":
			r.hints = append(r.hints, "title "+p.constant(value))
		case "Annotations":
			hints, _ := p.fields(value)
			for hint, set := range hints {
				directive := hintDirectives[hint]
				isSet := p.pkg.TypesInfo.Types[set].Value
				if directive == "" || isSet == nil || isSet.Kind() != constant.Bool {
					r.hints = append(r.hints, "") // unknown
				} else if constant.BoolVal(isSet) {
					r.hints = append(r.hints, directive)
				}
			}
		default:
			r.hints = append(r.hints, "")
		}
	}
}

// fields returns the values of a literal of a struct, or of a pointer to one, by the
// names of the fields.
func (p *source) fields(e ast.Expr) (map[string]ast.Expr, bool) {
	if pointer, ok := e.(*ast.UnaryExpr); ok {
		e = pointer.X
	}
	literal, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil, false
	}
	pairs := make(map[string]ast.Expr)
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return nil, false
		}
		if key, ok := pair.Key.(*ast.Ident); ok {
			pairs[key.Name] = pair.Value
		}
	}
	return pairs, true
}

// readOptions reads a call mcp.NewTool(name, options...). Options of arguments only
// give their descriptions; all other rules of the arguments are those of the Go type.
func (p *source) readOptions(r *registration, e ast.Expr) {
	call, ok := e.(*ast.CallExpr)
	if !ok || p.callee(call) != "NewTool" {
		return
	}
	r.name = p.constant(call.Args[0])
	for _, option := range call.Args[1:] {
		with, ok := option.(*ast.CallExpr)
		switch name := p.callee(with); {
		case !ok || len(with.Args) == 0:
			r.hints = append(r.hints, "")
		case name == "WithDescription":
			r.description = p.constant(with.Args[0])
		case name == "WithReadOnlyHintAnnotation" && p.text(with.Args[0]) == "true":
			r.hints = append(r.hints, "read-only")
		case name == "WithString", name == "WithNumber", name == "WithBoolean", name == "WithArray", name == "WithObject":
			p.readArgument(r, with)
		default:
			r.hints = append(r.hints, "")
		}
	}
}

// readArgument reads an option such as mcp.WithString("city", mcp.Required()).
func (p *source) readArgument(r *registration, with *ast.CallExpr) {
	argument := p.constant(with.Args[0])
	r.required[argument] = false
	for _, option := range with.Args[1:] {
		call, ok := option.(*ast.CallExpr)
		switch name := p.callee(call); {
		case ok && name == "Description":
			r.descriptions[argument] = p.constant(call.Args[0])
		case ok && name == "Required":
			r.required[argument] = true
		case ok && name == "Items":
			r.items[argument] = p.itemType(call.Args[0])
		case ok && p.readRule(r, argument, name, call.Args):
		default:
			r.hints = append(r.hints, "")
		}
	}
}

// ruleKeywords are the keywords of tags for the options of mcp-go.
var ruleKeywords = map[string]string{
	"Enum": "enum", "DefaultString": "default", "DefaultNumber": "default", "DefaultBool": "default", "Min": "minimum", "Max": "maximum",
	"MultipleOf": "multipleOf", "MinLength": "minLength", "MaxLength": "maxLength", "Pattern": "pattern", "MinItems": "minItems", "MaxItems": "maxItems",
}

// readRule reads an option with constant values that a keyword of a tag can express.
func (p *source) readRule(r *registration, argument, option string, values []ast.Expr) bool {
	keyword := ruleKeywords[option]
	if keyword == "" || len(values) == 0 {
		return false
	}
	for _, e := range values {
		value := p.pkg.TypesInfo.Types[e].Value
		if value == nil {
			return false
		}
		text := value.String()
		if value.Kind() == constant.String {
			text = constant.StringVal(value)
		}
		if strings.ContainsAny(text, ",\\`\"") {
			return false
		}
		r.keywords[argument] = append(r.keywords[argument], keyword+"="+text)
	}
	return true
}

// itemType returns the type in a literal map[string]any{"type": "string"}, or an empty
// text for other literals.
func (p *source) itemType(e ast.Expr) string {
	literal, ok := e.(*ast.CompositeLit)
	if !ok || len(literal.Elts) != 1 {
		return ""
	}
	pair, ok := literal.Elts[0].(*ast.KeyValueExpr)
	if !ok || p.constant(pair.Key) != "type" {
		return ""
	}
	return p.constant(pair.Value)
}

// callee returns the name of the function that is called, or an empty text.
func (p *source) callee(call *ast.CallExpr) string {
	if call == nil {
		return ""
	}
	if function := typeutil.Callee(p.pkg.TypesInfo, call); function != nil {
		return function.Name()
	}
	return ""
}

// functionName returns a Go name for a tool, such as GetWeather for get_weather.
func functionName(tool string) string {
	var b strings.Builder
	for _, word := range regexp.MustCompile(`[A-Za-z0-9]+`).FindAllString(tool, -1) {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

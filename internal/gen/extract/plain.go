package extract

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/snake"
)

// Plain parameters are arguments that a function takes one by one, instead of in a
// struct.

// plainParameters returns the parameters after the context and those that the
// runtime sets. It returns nil if there are none, or one that is a struct with the
// arguments or a mistaken type.
func plainParameters(parameters []parameter) []parameter {
	plain := slices.DeleteFunc(slices.Clone(parameters), func(param parameter) bool {
		_, isInjected := injections[param.path]
		_, isMistaken := injectionMeant(param.path)
		return isInjected || isMistaken || param.path == "context.Context"
	})
	if len(plain) == 1 && isArguments(plain[0].of) {
		return nil
	}
	return plain
}

// isArguments reports whether a type is a struct, or a pointer to a struct, whose
// fields are the arguments.
func isArguments(t types.Type) bool {
	t = types.Unalias(withoutPointer(t))
	named, isNamed := t.(*types.Named)
	if isNamed && (hasName(named, "time", "Time") || codecsOf(named).JSON()) {
		return false
	}
	return t == types.Typ[types.Invalid] || isStruct(t)
}

// plainArguments converts plain parameters to a struct with one field for each.
func (p *packageExtractor) plainArguments(t *model.Tool, f function, plain []parameter) bool {
	t.Passing = model.PassEach
	t.Arguments = &model.Type{Kind: model.KindStruct, Span: t.Span}
	documented, _ := splitParameterDocs(f.comment, plain)
	complete := true
	for _, param := range plain {
		field := p.plainField(param, documented[param.name], f.directives)
		if field == nil {
			complete = false
			continue
		}
		i := slices.IndexFunc(t.Arguments.Fields, func(other *model.Field) bool {
			return other.Name == field.Name || other.Path[0].Name == field.Path[0].Name
		})
		if i >= 0 {
			p.report(diagnostic(diag.EqualNames, param.span, "parameter %s: its argument is called %q, as that of %s is", param.name, field.Name, t.Arguments.Fields[i].Path[0].Name).
				withFix("rename one of the parameters"))
			complete = false
		}
		t.Arguments.Fields = append(t.Arguments.Fields, field)
	}
	at := use{span: t.Span, what: "the arguments of " + t.Function}
	complete = p.uniqueNames(t.Arguments) && complete
	return complete && p.reads(t.Arguments, at) && p.uniqueAnchors(t.Arguments)
}

// plainField converts one parameter, with the keywords of its //tool:arg.
func (p *packageExtractor) plainField(param parameter, documented string, directives annotations.Set) *model.Field {
	at := use{span: param.span, what: "parameter " + p.call(param), parameter: true}
	if !token.IsIdentifier(param.name) || param.name == "_" {
		p.report(diagnostic(diag.ToolParameters, param.span, "parameter %s has no name, which would be the name of the argument", p.call(param)).
			withFix("name the parameter"))
		return nil
	}
	converted := p.convert(param.of, at)
	if converted == nil {
		return nil
	}
	field := &model.Field{
		Name: snake.Case(param.name), Path: []model.Step{{Name: title(param.name)}}, Type: converted,
		Description: documented, Span: param.span, Tag: param.span,
	}
	if !isPropertyName(field.Name) {
		p.report(diagnostic(diag.PropertyName, param.span, "%s: %q cannot be the name of an argument: providers accept a letter or underscore, then up to 63 letters, digits and underscores", at.what, field.Name).
			withFix("rename the parameter"))
		return nil
	}
	tags, fit := p.applyArg(field, argOf(directives, param.name), at)
	if !fit {
		return nil
	}
	field.Required = tags.required || field.Default == "" && converted.Kind != model.KindPointer
	return field
}

// applyArg applies the description, the aliases and the keywords of a //tool:arg,
// which may be nil.
func (p *packageExtractor) applyArg(field *model.Field, d *annotations.ParsedDirective, at use) (appliedTags, bool) {
	var applied appliedTags
	fit := p.applyDescription(field, d, at)
	var pieces []text
	for _, value := range d.All("keyword") {
		piece := keywordText(value)
		if alias, isAlias := strings.CutPrefix(piece.value, aliasKey+"="); isAlias {
			fit = p.addAlias(field, alias, piece, at) && fit
			continue
		}
		pieces = append(pieces, piece)
	}
	fit = p.applyKeywords(field, pieces, &applied, at) && fit
	return applied, p.conclude(field, &applied, at) && fit
}

// applyDescription applies the description of a //tool:arg. It refuses a keyword
// without a value, which the directive takes as the description.
func (p *packageExtractor) applyDescription(field *model.Field, d *annotations.ParsedDirective, at use) bool {
	value, found := d.Value("description")
	if !found {
		return true
	}
	key := tagKeysByName[value.Text]
	isQuoted := int(value.End()-value.Pos()) != len(value.Text)
	fix := unsupportedKeys[value.Text]
	switch {
	case isQuoted || key == nil && fix == "":
		field.Description = value.Text
		return true
	case key != nil && key.flag:
		fix = "write " + value.Text + "=true"
	case key != nil:
		fix = "write " + value.Text + "=VALUE"
	}
	p.report(diagnostic(diag.InvalidKeyword, p.span(value), "%s: %s is a keyword, but is read as the description", at.what, value.Text).
		withFix("%s; or put the description in quotes", fix))
	return false
}

// keywordText returns a keyword of a directive as a key of a tag: NAME=VALUE.
func keywordText(value annotations.Value) text {
	name := sourceText(value.Qualifier+"=", value.Pos()-token.Pos(len(value.Qualifier)+len("=")))
	if int(value.End()-value.Pos()) == len(value.Text) {
		return sourceText(name.value+value.Text, name.Pos())
	}
	quoted := textAt(name.value+value.Text, value.Pos())
	for i := range name.value {
		quoted.at[i] = name.position(i)
	}
	return quoted
}

// argOf returns the //tool:arg of a parameter, or nil.
func argOf(directives annotations.Set, name string) *annotations.ParsedDirective {
	for _, d := range directives.All("arg") {
		if d.Text("parameter") == name {
			return d
		}
	}
	return nil
}

// checkArgs reports each //tool:arg that is not about a plain parameter, or is the
// second one about it.
func (p *packageExtractor) checkArgs(f function, plain []parameter) bool {
	var names, seen []string
	for _, param := range plain {
		names = append(names, param.name)
	}
	fit := true
	for _, d := range f.directives.All("arg") {
		value, found := d.Value("parameter")
		switch {
		case !found: // reported as a missing argument
		case slices.Contains(seen, value.Text):
			p.report(diagnostic(diag.RepeatedDirective, p.span(d), "//tool:arg: the parameter %s has two of them", value.Text).
				withFix("write all keywords in one"))
			fit = false
		case !slices.Contains(names, value.Text):
			fix := "remove the directive"
			if len(names) == 0 {
				fix = "the arguments are the fields of a struct: write a comment and a jsonschema tag at the field"
			}
			p.report(diagnostic(diag.UnknownField, p.span(value), "//tool:arg: %s takes no argument by the name %q", f.object.Name(), value.Text).
				withSuggestion(value.Text, names, fix))
			fit = false
		}
		seen = append(seen, value.Text)
	}
	return fit
}

// parameterItem matches an item of a list in a comment: "- city: the name of it".
var parameterItem = regexp.MustCompile(`^\s*[-*•]\s+` + "`?" + `(\w+)` + "`?" + `\s*(?:\([^()]*\))?\s*(?::|-|–|—)\s+(.+)$`)

// parameterHeading matches the line above such a list.
var parameterHeading = regexp.MustCompile(`(?i)^(#+ )?(the )?(arguments|parameters|args|params)( are)?:?$`)

// describedParameter returns the name of the parameter that an item of a list is about,
// by its own name or by that of the argument. It returns an empty text if there is none.
func describedParameter(item []string, parameters []parameter) string {
	for _, param := range parameters {
		if item != nil && (param.name == item[1] || snake.Case(param.name) == item[1]) {
			return param.name
		}
	}
	return ""
}

// checkParameterDocs reports an item of a list in the comment whose name is almost that
// of a parameter that has no description.
func (p *packageExtractor) checkParameterDocs(f function, plain []parameter) bool {
	if len(plain) == 0 {
		return true // no item can be about a parameter
	}
	documented, _ := splitParameterDocs(f.comment, plain)
	var missing []string
	for _, param := range plain {
		if documented[param.name] == "" && argOf(f.directives, param.name) == nil {
			missing = append(missing, param.name)
		}
	}
	for line := range strings.Lines(f.comment) {
		item := parameterItem.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if item == nil || describedParameter(item, plain) != "" {
			continue
		}
		if meant, found := diag.Suggest(item[1], missing); found {
			p.report(diagnostic(diag.UnknownField, p.nameSpan(f.object), "the list in the comment describes %q, but %s takes no argument by this name", item[1], f.object.Name()).
				withFix("did you mean %q?", meant))
			return false
		}
	}
	return true
}

// splitParameterDocs returns the items of a list in a comment that are about
// parameters, by name, and the comment without them.
func splitParameterDocs(comment string, parameters []parameter) (docs map[string]string, rest string) {
	if len(parameters) == 0 {
		return nil, comment
	}
	docs = make(map[string]string)
	var kept []string
	current := "" // the parameter that an indented line is about
	for line := range strings.Lines(comment) {
		line = strings.TrimRight(line, "\n")
		item := parameterItem.FindStringSubmatch(line)
		switch name := describedParameter(item, parameters); {
		case name != "":
			current = name
			docs[current] = item[2]
		case current != "" && strings.TrimSpace(line) != "" && strings.HasPrefix(line, " ") && item == nil:
			docs[current] = fmt.Sprintf("%s %s", docs[current], strings.TrimSpace(line))
		default:
			current = ""
			kept = append(kept, line)
		}
	}
	if len(docs) == 0 {
		return docs, comment
	}
	kept = slices.DeleteFunc(kept, func(line string) bool { return parameterHeading.MatchString(line) })
	rest = strings.TrimSpace(strings.Join(kept, "\n"))
	for strings.Contains(rest, "\n\n\n") {
		rest = strings.ReplaceAll(rest, "\n\n\n", "\n\n")
	}
	return docs, rest
}

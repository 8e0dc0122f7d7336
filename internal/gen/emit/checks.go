package emit

import (
	"fmt"
	"go/token"
	"reflect"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/describe"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/runtime/decode"
)

// checkValues returns expressions for checks of a text. It reports a check for
// which it has no expression.
func (f *file) checkValues(checks []decode.Check, context string) []code {
	var all []code
	for _, check := range checks {
		value, err := f.checkValue(check, context)
		if err != nil {
			f.report(err)
			continue
		}
		all = append(all, value)
	}
	return all
}

// checkValue returns the expression for a check: a literal of its struct or, for
// a pointer to a struct, the address of a variable, because such a check must not
// be copied.
func (f *file) checkValue(check decode.Check, context string) (code, error) {
	if form, ok := check.(*describe.Form); ok {
		return f.formCheck(form), nil
	}
	of := reflect.Indirect(reflect.ValueOf(check))
	members, err := checkMembers(check, of)
	if err != nil {
		return nil, err
	}
	literal := f.line("%s{%s}", f.decode(of.Type().Name()), members)
	if reflect.TypeOf(check).Kind() != reflect.Pointer {
		return literal, nil
	}
	return f.line("&%s", f.checkVariable(of.Type().Name(), members, literal, context)), nil
}

// checkMembers returns the members of the literal of a check: its exported fields
// with values.
func checkMembers(check decode.Check, of reflect.Value) (string, error) {
	if of.Kind() != reflect.Struct || of.Type().PkgPath() != decodePath || !isExportedName(of.Type().Name()) {
		return "", fmt.Errorf("no Go expression for the check %T: generated code needs an exported struct of package decode", check)
	}
	var members []string
	t := of.Type()
	for n := range t.NumField() {
		name, value := t.Field(n).Name, of.Field(n)
		if !t.Field(n).IsExported() || value.IsZero() {
			continue
		}
		text, ok := goLiteral(value)
		if !ok {
			return "", fmt.Errorf("no Go expression for the field %s of the check %T: add the type %s to goLiteral in internal/gen/emit/checks.go", name, check, value.Type())
		}
		members = append(members, name+": "+text)
	}
	return strings.Join(members, ", "), nil
}

// isExportedName reports whether a name is exported and has no type arguments.
func isExportedName(name string) bool { return token.IsExported(name) && token.IsIdentifier(name) }

// goLiteral returns the literal of a string, a boolean or an integer. It reports
// false for other types.
func goLiteral(value reflect.Value) (literal string, ok bool) {
	switch {
	case value.Kind() == reflect.String:
		return quote(value.String()), true
	case value.Kind() == reflect.Bool:
		return strconv.FormatBool(value.Bool()), true
	case value.CanInt():
		return strconv.FormatInt(value.Int(), 10), true
	}
	return "", false
}

// checkVariable declares the variable of a check and returns its name. Equal
// checks share a variable.
func (f *file) checkVariable(typeName, members string, literal code, context string) string {
	key := typeName + "{" + members
	if name := f.decoding.checks[key]; name != "" {
		return name
	}
	name := f.names.unique(lowerFirst(context) + typeName)
	f.decoding.checks[key] = name
	f.declareLine(f.line("var %s = %s", name, literal))
	return name
}

// formCheck returns the check of a type that reads values with its own methods.
func (f *file) formCheck(of *describe.Form) code {
	name, want := "TextOf", ""
	if of.Type.Kind == model.KindJSON {
		name = "JSONOf"
	}
	if of.Want != "" {
		want = "Want: " + strconv.Quote(of.Want)
	}
	return f.line("%s[%s, *%s]{%s}", f.decode(name), f.goType(of.Type.Go), f.goType(of.Type.Go), want)
}

package extract_test

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/keyword"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// dump writes a model as text for people, without the fields that are not set.
func dump(w io.Writer, p *model.Package) {
	if len(p.Tools) == 0 && p.Registry == nil {
		return
	}
	fmt.Fprintf(w, "package %s %q\n", p.Name, p.Path)
	if p.Names.Tools != "Tools" || len(p.Names.Receivers) > 0 {
		fmt.Fprintf(w, "  names %s %v\n", p.Names.Tools, p.Names.Receivers)
	}
	if len(p.Dialects) > 0 {
		fmt.Fprintf(w, "  dialects %v\n", p.Dialects)
	}
	if r := p.Registry; r != nil {
		fmt.Fprintf(w, "  registry except %v\n", r.Except)
		for _, wired := range r.Packages {
			fmt.Fprintf(w, "    %s\n", wired.Path)
		}
	}
	for _, t := range p.Tools {
		dumpTool(w, t)
	}
	for _, t := range p.Types {
		dumpType(w, t)
	}
}

func dumpTool(w io.Writer, t *model.Tool) {
	fmt.Fprintf(w, "tool %s %q\n", t.Name, t.Description)
	fmt.Fprintf(w, "  id %s\n  go %s %s\n", t.ID, t.Function, t.Signature)
	if t.Receiver != nil {
		fmt.Fprintf(w, "  receiver %+v\n", *t.Receiver)
	}
	dumpTexts(w, t)
	fmt.Fprintf(w, "  context %t injected %v arguments %s validates %t\n", t.Context, t.Injected, typeText(t.Arguments), t.Validates)
	if t.Passing != model.PassStruct {
		fmt.Fprintf(w, "  passing %d\n", t.Passing)
	}
	if t.Passing == model.PassEach {
		for _, f := range t.Arguments.Fields {
			dumpField(w, f)
		}
	}
	fmt.Fprintf(w, "  result %s error %t\n", resultText(t.Result), t.Error)
	dumpBehaviour(w, &t.Behaviour)
}

// shownTexts are the texts of a tool that dumpTool writes itself.
var shownTexts = []string{"Package", "Function", "ID", "Name", "Description"}

// dumpTexts writes every other text of a tool that is set.
func dumpTexts(w io.Writer, t *model.Tool) {
	v := reflect.ValueOf(*t)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if text := v.Field(i); text.Kind() == reflect.String && !text.IsZero() && !slices.Contains(shownTexts, name) {
			fmt.Fprintf(w, "  %s %s\n", strings.ToLower(name), text)
		}
	}
}

func resultText(r model.Result) string {
	kinds := []string{"none", "text", "whole", "object", "wrapped"}
	text := kinds[r.Kind]
	if r.Type != nil {
		text += " " + typeText(r.Type)
	}
	if r.Stringer {
		text += " Stringer"
	}
	return text
}

// dumpBehaviour writes every field that is set.
func dumpBehaviour(w io.Writer, b *model.Behaviour) {
	v := reflect.ValueOf(*b)
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			fmt.Fprintf(w, "  %s %s\n", v.Type().Field(i).Name, valueText(v.Field(i)))
		}
	}
}

func valueText(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case []*model.Field:
		var names []string
		for _, f := range x {
			names = append(names, f.Name)
		}
		return fmt.Sprint(names)
	case *model.Untrusted:
		if x.Source != nil {
			return "source=" + x.Source.Name
		}
		return ""
	case *model.Cache:
		return fmt.Sprintf("ttl=%v keys=%s", x.TTL, valueText(reflect.ValueOf(x.Keys)))
	}
	if v.Kind() == reflect.Pointer {
		return fmt.Sprintf("%+v", v.Elem().Interface())
	}
	return fmt.Sprintf("%v", v.Interface())
}

func dumpType(w io.Writer, t *model.Type) {
	fmt.Fprintf(w, "type %s %s %s", t.Name.Local, t.Go, kindText(t))
	for _, flag := range []struct {
		name string
		set  bool
	}{
		{"recursive", t.Recursive}, {"no-repair", t.NoRepair}, {"raw", t.Raw},
		{"opaque", t.Shape != nil && t.Shape.Opaque},
	} {
		if flag.set {
			fmt.Fprint(w, " "+flag.name)
		}
	}
	if len(t.Members) > 0 {
		fmt.Fprintf(w, " members %v", t.Members)
	}
	fmt.Fprintf(w, " %q\n", t.Doc)
	dumpSchema(w, t)
	if t.Enum != nil {
		for _, v := range t.Enum.Values {
			fmt.Fprintf(w, "  value %s %q\n", v.JSON, v.Doc)
		}
		for _, c := range t.Enum.Constants {
			fmt.Fprintf(w, "  const %s = %s\n", c.Name, c.Value)
		}
	}
	if t.Union != nil {
		fmt.Fprintf(w, "  told apart by %s\n", t.Union.Field)
		for _, v := range t.Union.Variants {
			fmt.Fprintf(w, "  variant %q %s%s", v.Value, map[bool]string{true: "*"}[v.Pointer], typeText(v.Type))
			if v.Declared != nil {
				fmt.Fprintf(w, " declared %s", v.Declared.Path[len(v.Declared.Path)-1].Name)
			}
			fmt.Fprintln(w)
		}
	}
	for _, f := range t.Fields {
		dumpField(w, f)
	}
	if t.Shape != nil {
		for _, f := range t.Shape.Fields {
			fmt.Fprintf(w, "  shape %s %s %s\n", f.Name, f.Type, f.Tag)
		}
	}
}

func dumpField(w io.Writer, f *model.Field) {
	var path []string
	for _, step := range f.Path {
		if step.Allocate != nil {
			path = append(path, "*"+step.Name)
		} else {
			path = append(path, step.Name)
		}
	}
	fmt.Fprintf(w, "  field %s %s %s", f.Name, strings.Join(path, "."), typeText(f.Type))
	for _, flag := range []struct {
		name string
		set  bool
	}{{"required", f.Required}, {"omitempty", f.OmitEmpty}, {"omitzero", f.OmitZero}} {
		if flag.set {
			fmt.Fprint(w, " "+flag.name)
		}
	}
	if len(f.Aliases) > 0 {
		fmt.Fprintf(w, " aliases %v", f.Aliases)
	}
	if f.Default != "" {
		fmt.Fprintf(w, " default %s", f.Default)
	}
	fmt.Fprint(w, constraintsText(&f.Constraints))
	dumpAnnotations(w, f)
	if f.Title != "" {
		fmt.Fprintf(w, " title %q", f.Title)
	}
	fmt.Fprintf(w, " %q\n", f.Description)
	if f.Type.Name == nil {
		dumpSchema(w, f.Type)
	}
}

// dumpAnnotations writes the keywords of tags that are not constraints.
func dumpAnnotations(w io.Writer, f *model.Field) {
	for _, flag := range []struct {
		name string
		set  bool
	}{{"read-only", f.ReadOnly}, {"write-only", f.WriteOnly}, {"deprecated", f.Deprecated}} {
		if flag.set {
			fmt.Fprint(w, " "+flag.name)
		}
	}
	if f.Anchor != "" {
		fmt.Fprintf(w, " anchor %s", f.Anchor)
	}
	for _, example := range f.Examples {
		fmt.Fprintf(w, " example %s", example)
	}
	for _, extra := range f.Extras {
		fmt.Fprintf(w, " %s: %s", extra.Keyword, extra.Value)
	}
}

func constraintsText(c *model.Constraints) string {
	var b strings.Builder
	for _, k := range keyword.WithValue(c.Keywords) {
		fmt.Fprintf(&b, " %s=%s", k.Name, c.Keywords[k.Name])
	}
	if len(c.Enum) > 0 {
		fmt.Fprintf(&b, " enum=%v", c.Enum)
	}
	if c.Items != nil {
		b.WriteString(" items(" + strings.TrimSpace(constraintsText(c.Items)) + ")")
	}
	return b.String()
}

var kindNames = map[model.Kind]string{
	model.KindString: "string", model.KindBool: "bool", model.KindInt: "int", model.KindUint: "uint",
	model.KindFloat: "float", model.KindSlice: "slice", model.KindMap: "map", model.KindPointer: "pointer",
	model.KindStruct: "struct", model.KindTime: "time", model.KindDuration: "duration", model.KindAny: "any",
	model.KindArray: "array", model.KindBytes: "bytes", model.KindNumber: "number", model.KindText: "text",
	model.KindJSON: "json", model.KindUnion: "union",
}

// kindText returns the kind of a type, with its parts.
func kindText(t *model.Type) string {
	switch t.Kind {
	case model.KindInt, model.KindUint, model.KindFloat:
		return fmt.Sprint(kindNames[t.Kind], t.Bits)
	case model.KindSlice, model.KindPointer:
		return kindNames[t.Kind] + "(" + typeText(t.Elem) + ")"
	case model.KindArray:
		return fmt.Sprintf("array(%d %s)", t.Length, typeText(t.Elem))
	case model.KindBytes, model.KindJSON:
		if t.Elem != nil {
			return kindNames[t.Kind] + "(" + typeText(t.Elem) + ")"
		}
	case model.KindMap:
		return "map(" + typeText(t.Key) + " to " + typeText(t.Elem) + ")"
	}
	return kindNames[t.Kind]
}

// typeText returns the name of a type, or the kind of a type without a name.
func typeText(t *model.Type) string {
	switch {
	case t == nil:
		return "none"
	case t.Name != nil:
		return t.Name.Local
	case t.Kind == model.KindStruct:
		var fields []string
		for _, f := range t.Fields {
			fields = append(fields, f.Name+" "+typeText(f.Type))
		}
		return "struct{" + strings.Join(fields, "; ") + "}"
	}
	return kindText(t)
}

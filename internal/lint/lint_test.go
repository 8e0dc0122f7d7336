package lint_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/lint"
)

// field returns an argument that no rule reports, changed by a function.
func field(change func(*model.Field)) *model.Package {
	f := &model.Field{Name: "word_form", Path: []model.Step{{Name: "WordForm"}}, Description: "The form to find, such as went.", Required: true, Type: &model.Type{Kind: model.KindString}}
	change(f)
	return toolWith(func(t *model.Tool) { t.Arguments = &model.Type{Kind: model.KindStruct, Fields: []*model.Field{f}} })
}

// toolWith returns a tool that no rule reports, changed by a function.
func toolWith(change func(*model.Tool)) *model.Package {
	t := &model.Tool{Name: "find_words", Description: "Returns entries of the dictionary."}
	change(t)
	return &model.Package{Tools: []*model.Tool{t}}
}

func TestCheck(t *testing.T) {
	limit := func(text, maximum string) *model.Package {
		return field(func(f *model.Field) {
			f.Description, f.Type, f.Constraints.Keywords = text, &model.Type{Kind: model.KindInt}, model.Keywords{"maximum": maximum}
		})
	}
	values := func(list ...*model.EnumValue) *model.Package {
		return field(func(f *model.Field) { f.Type = &model.Type{Kind: model.KindString, Enum: &model.Enum{Values: list}} })
	}
	optional := func(text, def string, kind model.Kind) *model.Package {
		return field(func(f *model.Field) {
			f.Required, f.Description, f.Default, f.Type = false, text, def, &model.Type{Kind: kind}
		})
	}
	needs := func(kind string, change func(*model.Behaviour)) *model.Package {
		return toolWith(func(t *model.Tool) {
			t.Behaviour.Needs = &model.Needs{Kinds: []string{kind}}
			change(&t.Behaviour)
		})
	}
	tests := []struct {
		reason string
		pkg    *model.Package
		want   diag.Code // empty for none
	}{
		{"nothing to report", field(func(*model.Field) {}), ""},
		{"a description with other words", toolWith(func(t *model.Tool) { t.Name, t.Description = "find_words", "Finds the words by their meaning." }), ""},
		{"a description that repeats the name", toolWith(func(t *model.Tool) { t.Description = "Finds a word." }), diag.UselessDescription},
		{"a type with a comment instead of a description", field(func(f *model.Field) { f.Description, f.Type.Doc = "", "A form of a word." }), ""},
		{"values that are words", values(&model.EnumValue{JSON: `"low"`}, &model.EnumValue{JSON: `"up"`}), ""},
		{"values with comments", values(&model.EnumValue{JSON: `"b2"`, Doc: "Everyday texts."}), ""},
		{"values that are not words", values(&model.EnumValue{JSON: `"b2"`}), diag.UndescribedValues},
		{"the same maximum", limit("The count, at most 20.", "20"), ""},
		{"another maximum", limit("The count, at most 20.", "30"), diag.TextContradictsTag},
		{"a number that is no limit", limit("The count of 20 words.", "30"), ""},
		{"an optional argument that is required", field(func(f *model.Field) { f.Description = "Optional. The form to find." }), diag.TextContradictsTag},
		{"the same default", optional("The count; the default is 20.", "20", model.KindInt), ""},
		{"the same default, a text", optional("The order: defaults to \"newest\".", `"newest"`, model.KindString), ""},
		{"another default", optional("The count; default 10.", "20", model.KindInt), diag.TextContradictsTag},
		{"an optional argument with an explanation", optional("The language to find; all languages if it is omitted.", "", model.KindString), ""},
		{"an optional boolean", optional("Finds forms of the word too.", "", model.KindBool), ""},
		{"an optional argument without a default", optional("The language to find.", "", model.KindString), diag.UnknownDefault},
		{"a name in another case", field(func(f *model.Field) { f.Name = "wordForm" }), diag.NotSnakeCase},
		{"a nested argument", field(func(f *model.Field) {
			f.Type = &model.Type{Kind: model.KindSlice, Elem: &model.Type{Kind: model.KindStruct, Fields: []*model.Field{{Name: "part", Type: &model.Type{}, Required: true}}}}
		}), diag.UndescribedArgument},
		{"read-only with files to write", needs("KindWrite", func(b *model.Behaviour) { b.ReadOnly = true }), diag.HintContradicts},
		{"read-only with files to read", needs("KindRead", func(b *model.Behaviour) { b.ReadOnly = true }), ""},
		{"hosts with the hint", needs("KindNetwork", func(b *model.Behaviour) { b.OpenWorld = true }), ""},
		{"destructive with files to read", needs("KindRead", func(b *model.Behaviour) { b.Destructive = true }), diag.HintContradicts},
		{"destructive without capabilities", toolWith(func(t *model.Tool) { t.Behaviour.Destructive = true }), ""},
	}
	for _, test := range tests {
		found := lint.Check([]*model.Package{test.pkg}, nil)
		if test.want == "" && len(found) > 0 || test.want != "" && (len(found) != 1 || found[0].Code != test.want) {
			t.Errorf("%s: %v, want %q", test.reason, found, test.want)
		}
	}
}

// TestFixesForParameters checks that no fix for a parameter of a function is about a
// field or its tags.
func TestFixesForParameters(t *testing.T) {
	for _, change := range []func(*model.Field){
		func(f *model.Field) { f.Description = "" },
		func(f *model.Field) { f.Description = "Optional. The form to find." },
		func(f *model.Field) { f.Required, f.Description = false, "Required. The form to find, if it is known." },
		func(f *model.Field) { f.Required, f.Description = false, "The language to find." },
	} {
		pkg := field(change)
		asField := lint.Check([]*model.Package{pkg}, nil)
		pkg.Tools[0].Passing = model.PassEach
		asParameter := lint.Check([]*model.Package{pkg}, nil)
		if len(asField) != 1 || len(asParameter) != 1 {
			t.Fatalf("%v and %v, want one problem each", asField, asParameter)
		}
		if fix := asParameter[0].Fix; fix == asField[0].Fix || strings.Contains(fix, "field") || strings.Contains(fix, "tag") {
			t.Errorf("the fix for a parameter is %q", fix)
		}
	}
}

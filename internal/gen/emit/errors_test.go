package emit_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/internal/gen/emit"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// TestCollisions declares names in the author's package that generated code
// declares or uses.
func TestCollisions(t *testing.T) {
	tests := []struct {
		reason string
		change func(*model.Package)
		want   []string
	}{
		{"none", func(*model.Package) {}, nil},
		{"the functions' tools", func(p *model.Package) { p.Scope = []string{"Tools"} }, []string{"Tools"}},
		{"a receiver's tools", func(p *model.Package) { p.Scope = []string{"StoreTools", "ShelfTools"} }, []string{"StoreTools", "ShelfTools"}},
		{"another name for them", func(p *model.Package) {
			p.Scope, p.Names.Tools = []string{"Tools", "Functions"}, "Functions"
		}, []string{"Functions"}},
		{"a receiver's other name", func(p *model.Package) {
			p.Scope, p.Names.Receivers = []string{"StoreTools"}, map[string]string{"Store": "BoundTools"}
		}, nil},
		{"the registry", func(p *model.Package) {
			p.Scope, p.Registry = []string{"ToolDeps", "NewToolRegistry"}, &model.Registry{}
		}, []string{"ToolDeps", "NewToolRegistry"}},
		{"a predeclared identifier", func(p *model.Package) { p.Scope = []string{"string", "min"} }, []string{"string"}},
		{"a private name", func(p *model.Package) { p.Scope = []string{"searchTool", "decodeSearchArgs", "runtime"} }, nil},
	}
	for _, test := range tests {
		p := guardedModel(t)
		test.change(p)
		_, err := emit.Package(p)
		var got []string
		for _, err := range joinedErrors(err) {
			var collision *emit.CollisionError
			if !errors.As(err, &collision) {
				t.Errorf("%s: %v", test.reason, err)
				continue
			}
			got = append(got, collision.Name)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.reason, diff)
		}
	}
}

// joinedErrors returns the errors that errors.Join combined.
func joinedErrors(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return nil
}

func TestDefaultError(t *testing.T) {
	tests := []struct{ reason, field, value string }{
		{"not JSON", "tags", `[`},
		{"not JSON, for a type without literals", "options", `{`},
		{"an item that is not a text", "tags", `[5]`},
		{"a number that is a text", "limit", `"5"`},
	}
	for _, test := range tests {
		p := guardedModel(t)
		for _, field := range p.Tools[0].Arguments.Fields {
			if field.Name == test.field {
				field.Default = test.value
			}
		}
		_, err := emit.Package(p)
		var got *emit.DefaultError
		if !errors.As(err, &got) || got.Field.Name != test.field {
			t.Errorf("%s: got %v, want a DefaultError for %s", test.reason, err, test.field)
		}
	}
}

func TestKeyError(t *testing.T) {
	for _, test := range []struct {
		directive string
		ask       func(*model.Behaviour, *model.Field)
	}{
		{"serialize", func(b *model.Behaviour, f *model.Field) { b.Serialize = []*model.Field{f} }},
		{"untrusted-output", func(b *model.Behaviour, f *model.Field) { b.Untrusted = &model.Untrusted{Source: f} }},
	} {
		p := guardedModel(t)
		search := p.Tools[0]
		for _, field := range search.Arguments.Fields {
			if field.Name == "tags" {
				test.ask(&search.Behaviour, field)
			}
		}
		_, err := emit.Package(p)
		var got *emit.KeyError
		if !errors.As(err, &got) || got.Directive != test.directive || got.Field.Name != "tags" {
			t.Errorf("%s: got %v, want a KeyError for tags", test.directive, err)
		}
	}
}

// A package without tools has no guards.
func TestPackageWithoutTools(t *testing.T) {
	text, err := emit.Package(&model.Package{Path: "example.com/empty", Name: "empty"})
	if err != nil {
		t.Fatal(err)
	}
	if want := emit.Header + "\n\npackage empty\n"; string(text) != want {
		t.Errorf("got %q, want %q", text, want)
	}
}

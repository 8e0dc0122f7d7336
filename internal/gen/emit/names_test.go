package emit

import (
	"testing"

	"github.com/toolgen/toolgen/internal/gen/model"
)

func TestNamesAreFree(t *testing.T) {
	n := newNames(&model.Package{Scope: []string{"searchTool", "ctx", "ctx_"}})
	for _, test := range []struct{ reason, wanted, want string }{
		{"free", "addTool", "addTool"},
		{"taken by ourselves", "addTool", "addTool_"},
		{"taken twice", "addTool", "addTool__"},
		{"taken by the author", "searchTool", "searchTool_"},
		{"a keyword", "type", "type_"},
		{"a predeclared identifier", "string", "string_"},
		{"a local variable", "value", "value_"},
	} {
		if got := n.unique(test.wanted); got != test.want {
			t.Errorf("%s: got %s, want %s", test.reason, got, test.want)
		}
	}
	if got := n.renameLocals("%s := f(ctx, call, x.ctx, ctxt)"); got != "%s := f(ctx__, call, x.ctx, ctxt)" {
		t.Errorf("local variables renamed to %q", got)
	}
}

func TestLowerFirst(t *testing.T) {
	for name, want := range map[string]string{
		"SearchArgs": "searchArgs", "HTTPArgs": "httpArgs", "ID": "id", "IDs": "iDs", "A": "a", "": "", "args": "args",
		"HTTP2Args": "http2Args", "Über": "über",
	} {
		if got := lowerFirst(name); got != want {
			t.Errorf("%s becomes %s, want %s", name, got, want)
		}
	}
}

func TestIdentifier(t *testing.T) {
	for text, want := range map[string]string{
		"search_notes": "searchNotes", "a-b.c": "aBC", "yaml.v3": "yamlV3", "2d": "p2d", "--": "p", "Notes": "notes",
	} {
		if got := identifier(text); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

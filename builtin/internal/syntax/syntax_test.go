package syntax_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/internal/syntax"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason, name, text string
		want               string // the beginning of the mistake; empty for a valid text
	}{
		{"Go", "a/b.go", "package a\n\nfunc f() {}\n", ""},
		{"a missing brace", "b.go", "package a\n\nfunc f() {\n", "Go: line 4, column 1: expected '}'"},
		{"a //line directive", "b.go", "package a\n//line x.y:100\nfunc f( {}\n", "Go: line 3, column "},
		{"JSON", "a.json", "{\"a\": [1, 2]}\n", ""},
		{"a comma too many", "A.JSON", "{\n  \"a\": 1,\n}\n", "JSON: line 3, column 1: invalid character '}'"},
		{"an empty JSON file", "a.json", " \n", "JSON: line 1: the file is empty"},
		{"YAML with two documents", "a.yml", "a: 1\n---\nb: [1, 2]\n", ""},
		{"a tab in YAML", "a.yaml", "a:\n  b: 1\n\tc: 2\n", "YAML: line "},
		{"an open list in YAML", "a.yaml", "a: [1, 2\nb: 3\n", "YAML: line "},
		{"TOML", "a.toml", "[a]\nb = 1\n", ""},
		{"a value without quotes in TOML", "a.toml", "[a]\nb = one\n", "TOML: line 2, column 5"},
		{"a key twice in TOML", "a.toml", "b = 1\nb = 2\n", "TOML: line 2"},
		{"XML", "a.svg", "<?xml version=\"1.0\"?>\n<a><b/></a>\n", ""},
		{"an open element", "a.xml", "<a>\n<b></a>\n", "XML: line 2: element <b> closed by </a>"},
		{"a shell script", "a.sh", "#!/bin/sh\nif true; then echo x; fi\n", ""},
		{"an open if", "a.bash", "#!/bin/bash\nif true; then\n  echo x\n", "shell: line 2, column 1: "},
		{"JavaScript", "a.mjs", "import a from 'b';\nexport const f = async () => { await a?.b; };\n", ""},
		{"an open function", "a.js", "function f() {\n  return 1;\n", "JavaScript: line "},
	} {
		fault, ok := syntax.Check(c.name, c.text)
		got := ""
		if fault != nil {
			got = fault.Language + ": " + fault.String()
		}
		if !ok || (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %v, %q, want %q", c.reason, ok, got, c.want)
		}
	}
}

// Nothing is said about texts that cannot be judged.
func TestNotChecked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ reason, name, text string }{
		{"a language without a parser", "a.py", "def f(:\n"},
		{"no extension", "Makefile", "a:\n\tb\n"},
		{"JSON with comments", "tsconfig.json", "{ // c\n}\n"},
		{"settings of an editor", ".vscode/settings.json", "{ // c\n}\n"},
		{"a template", "chart/a.yaml", "a: {{ .Values.b }}\n"},
		{"JavaScript with elements", "a.js", "const a = <b>x</b>;\n"},
		{"a very long text", "a.go", strings.Repeat("x", 3<<20)},
		{"many levels of TOML", "a.toml", "a = " + strings.Repeat("[", 100_000)},
		{"many levels of JavaScript", "a.mjs", strings.Repeat("(", 100_000)},
		{"many levels of YAML", "a.yaml", strings.Repeat("[", 100_000)},
	} {
		if fault, ok := syntax.Check(c.name, c.text); ok || fault != nil {
			t.Errorf("%s: %v, %v", c.reason, fault, ok)
		}
	}
}

// A text with many levels that are not in brackets does not end the process.
func TestManyLevels(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a.sh":   strings.Repeat("if ", 40_000),
		"a.bash": strings.Repeat("! ", 60_000),
		"a.yaml": strings.Repeat("- ", 50_000) + "a",
		"a.yml":  strings.Repeat("? ", 50_000) + "a",
		"a.xml":  strings.Repeat("<a>", 100_000),
		"a.js":   strings.Repeat("if(a)", 50_000),
		"a.mjs":  strings.Repeat("!", 200_000) + "a",
		"a.go":   "package a\nvar a = " + strings.Repeat("!", 1_000_000) + "a",
		"a.json": strings.Repeat("1", 1_000_000),
	} {
		syntax.Check(name, text)
	}
}

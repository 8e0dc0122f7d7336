package outline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/internal/outline"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ reason, name, text, want string }{
		{"Go", "a.go", "// Package a.\npackage a\n\nimport \"fmt\"\n\n// T is.\ntype T struct{ x int }\n\ntype (\n\tI interface{ F() }\n\tF func(int)\n)\n\nconst a, b int = 1, 2\n\n// F does.\nfunc (t *T) F(\n\tx int,\n) (string, error) {\n\treturn fmt.Sprint(x), nil\n}\n",
			"7 type T struct|10 type I interface|11 type F func(int)|14 const a, b int|17 func (t *T) F( x int, ) (string, error)"},
		{"Go with a mistake", "a.go", "package a\n\nfunc F() {\n\nfunc G() {}\n", "3 func F()"},
		{"Markdown", "A.MD", "# One\n\ntext\n\n```\n# no\n```\n\nTwo\n---\n\n### Three ###\n\n| a |\n|---|\n", "1 One|9  Two|12   Three"},
		{"JSON", "a.json", "{\n  \"name\": \"x\",\n  \"scripts\": {\n    \"a\": 1\n  },\n  \"list\": [1]\n}", "2 name: \"x\"|3 scripts|6 list: [1]"},
		{"YAML", "a.yml", "a: 1\nb:\n  c: two\n  d: [1]\n---\ne: {f: {g: 1}}\n", "1 a: 1|2 b|3  c: two|4  d|6 e|6  f"},
		{"Python", "a.py", "import x\n\nclass A(B):\n    def f(self):\n        def g():\n            pass\n\nasync def h() -> int:\n    pass\n", "3 class A(B)|4  def f(self)|5   def g()|8 async def h() -> int"},
		{"TypeScript", "a.ts", "export interface A {\n}\nexport const f = async (x) => {\n};\nexport default class B extends C {\n}\ntype D = string\n", "1 export interface A|3 export const f = async (x) =>|5 export default class B extends C|7 type D = string"},
		{"Rust", "a.rs", "pub struct A;\nimpl A {\n    pub(crate) async fn f() {}\n}\n", "1 pub struct A;|2 impl A|3  pub(crate) async fn f() {}"},
		{"TOML", "a.toml", "a = 1\n[b]\n[[c.d]]\n", "2 [b]|3 [[c.d]]"},
		{"a file without parts", "a.md", "text\n", ""},
	} {
		parts, ok := outline.Of(c.name, c.text)
		var got []string
		for _, p := range parts {
			got = append(got, fmt.Sprintf("%d %s%s", p.Line, strings.Repeat(" ", p.Depth), p.Text))
		}
		if text := strings.Join(got, "|"); !ok || text != c.want {
			t.Errorf("%s: %v, %q, want %q", c.reason, ok, text, c.want)
		}
	}
	for name, text := range map[string]string{"a.txt": "# x\n", "a.json": "[1]", "b.json": "{\"a\": }", "a.yaml": "a: [", "a.go": "x"} {
		if parts, ok := outline.Of(name, text); ok {
			t.Errorf("%s has the parts %v", name, parts)
		}
	}
}

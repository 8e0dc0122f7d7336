package extract

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parseTag parses a tag literal whose position is 1.
func parseTag(t testing.TB, literal string) fieldTag {
	t.Helper()
	content, err := strconv.Unquote(literal)
	if err != nil {
		t.Fatalf("%s: %v", literal, err)
	}
	syntax := &ast.Field{Tag: &ast.BasicLit{ValuePos: 1, Kind: token.STRING, Value: literal}}
	return tagOf(syntax, content, token.NoPos)
}

func TestStructTag(t *testing.T) {
	tests := []struct {
		reason  string
		literal string
		key     string
		want    string
		column  int // the column of the first byte of the value, from 1
	}{
		{"raw", "`json:\"name\"`", "json", "name", 8},
		{"raw, second key", "`json:\"n\" jsonschema:\"title=T\"`", "jsonschema", "title=T", 23},
		{"raw, with an escape", "`a:\"x\\ty\" b:\"z\"`", "b", "z", 14},
		{"raw, over two lines", "`a:\"x\"\nb:\"z\"`", "a", "x", 5},
		{"quoted", `"json:\"name\""`, "json", "name", 9},
		{"quoted, with escapes of both levels", `"a:\"\\u00fc\" b:\"z\""`, "b", "z", 20},
		{"quoted, with a byte that is no character", `"a:\"\\xff\" b:\"z\""`, "b", "z", 18},
		{"empty value", "`a:\"\"`", "a", "", 5},
		{"first of two with the same key", "`a:\"1\" a:\"2\"`", "a", "1", 5},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			got, ok := parseTag(t, test.literal).get(test.key)
			if !ok || got.value != test.want || int(got.Pos()) != test.column {
				t.Errorf("%q at column %d (%v), want %q at %d", got.value, got.Pos(), ok, test.want, test.column)
			}
		})
	}
}

func TestBrokenStructTag(t *testing.T) {
	tests := []struct {
		reason, literal, rest string
	}{
		{"no quotes", "`json:name`", "json:name"},
		{"no value", "`json`", "json"},
		{"a space after the colon", "`a:\"x\" b: \"y\"`", `b: "y"`},
		{"no closing quote", "`a:\"x`", `a:"x`},
		{"no key", "`:\"x\"`", `:"x"`},
		{"a line break between", "`a:\"x\"\nb:\"y\"`", "\nb:\"y\""},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			tag := parseTag(t, test.literal)
			if tag.ok || tag.broken.value != test.rest {
				t.Errorf("broken at %q (ok %v), want %q", tag.broken.value, tag.ok, test.rest)
			}
		})
	}
}

// A tag from export data has no position.
func TestStructTagWithoutSyntax(t *testing.T) {
	tag := tagOf(nil, "a:\"`\" b:\"x\"", 42)
	if got, ok := tag.get("b"); !ok || got.value != "x" || got.Pos() != 42 {
		t.Errorf("%q at %d, want x at 42", got.value, got.Pos())
	}
	if want := "\"a:\\\"`\\\" b:\\\"x\\\"\""; tag.literal != want {
		t.Errorf("literal %s, want %s", tag.literal, want)
	}
}

// checkPositions checks that the first byte of a piece of a source, which begins at 1, and its end are at the
// positions of the source.
func checkPositions(t *testing.T, source string, piece text) {
	t.Helper()
	written := strings.ReplaceAll(source[piece.Pos()-1:piece.End()-1], `\,`, ",")
	if written != piece.value {
		t.Errorf("%q is at %d to %d, where the source has %q", piece.value, piece.Pos(), piece.End(), written)
	}
}

func TestSplit(t *testing.T) {
	tests := []struct {
		reason, text string
		want         []string
	}{
		{"nothing is one empty piece", "", []string{""}},
		{"plain", "a,b", []string{"a", "b"}},
		{"empty pieces count", ",a,", []string{"", "a", ""}},
		{"an escaped separator stays", `a\,b,c`, []string{"a,b", "c"}},
		{"other backslashes stay", `\d+\.,b\`, []string{`\d+\.`, `b\`}},
		{"escaped at the start", `\,a`, []string{",a"}},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			var got []string
			for _, piece := range sourceText(test.text, 1).split(',') {
				got = append(got, piece.value)
				if piece.at != nil && len(piece.at) != len(piece.value)+1 {
					t.Errorf("%q has %d positions", piece.value, len(piece.at))
				}
				checkPositions(t, test.text, piece)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzStructTag compares the keys and values with those of package reflect,
// which stops at the first syntax error, and checks that every byte has a
// position in the literal.
func FuzzStructTag(f *testing.F) {
	for _, seed := range []string{
		`json:"name,omitempty" jsonschema:"minimum=1"`, `json:"a\"b"`, `a:"x"b:"y"`, `json:`, " \x7f", `a:"\xff\u00fc"`, "json:\"x\ny\"", "a:\"`\"",
	} {
		f.Add(seed, "json")
	}
	f.Fuzz(func(t *testing.T, content, key string) {
		want, found := reflect.StructTag(content).Lookup(key)
		literals := []string{strconv.Quote(content)}
		if strconv.CanBackquote(content) {
			literals = append(literals, "`"+content+"`")
		}
		for _, literal := range literals {
			if _, err := parser.ParseExpr(literal); err != nil {
				t.Fatalf("%s is no literal: %v", literal, err)
			}
			tag := parseTag(t, literal)
			got, ok := tag.get(key)
			if ok != found || got.value != want {
				t.Fatalf("%s: %q is %q (%v), want %q (%v)", literal, key, got.value, ok, want, found)
			}
			for _, v := range tag.values {
				last := token.Pos(0)
				for i := range len(v.value.value) + 1 {
					at := v.value.position(i)
					if at < last || int(at) > len(literal) {
						t.Fatalf("%s: byte %d is at %d", literal, i, at)
					}
					last = at
				}
			}
			if tag.ok && strings.TrimLeft(tag.broken.value, " ") != "" {
				t.Fatalf("%s: in order and broken at %q", literal, tag.broken.value)
			}
		}
	})
}

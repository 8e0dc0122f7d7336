package outline

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"sync"
)

// goParts returns the declarations of a Go file, also of one with mistakes.
func goParts(text string) []Part {
	files := token.NewFileSet()
	file, _ := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if file == nil || !file.Package.IsValid() {
		return nil
	}
	source := func(from, to token.Pos) string {
		start, end := files.PositionFor(from, false).Offset, files.PositionFor(to, false).Offset
		return text[start:max(start, min(end, len(text)))]
	}
	parts := []Part{}
	add := func(at token.Pos, depth int, text string) {
		parts = append(parts, newPart(files.PositionFor(at, false).Line, depth, text))
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			end := d.End()
			if d.Body != nil {
				end = d.Body.Pos()
			}
			add(d.Pos(), 0, source(d.Pos(), end))
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					add(spec.Pos(), 0, "type "+typeText(spec, source))
				case *ast.ValueSpec:
					add(spec.Pos(), 0, d.Tok.String()+" "+valueText(spec, source))
				}
			}
		}
	}
	return parts
}

// typeText returns the declaration of a type without its fields and methods.
func typeText(spec *ast.TypeSpec, source func(from, to token.Pos) string) string {
	switch t := spec.Type.(type) {
	case *ast.StructType:
		return source(spec.Pos(), t.Fields.Pos())
	case *ast.InterfaceType:
		return source(spec.Pos(), t.Methods.Pos())
	}
	return source(spec.Pos(), spec.End())
}

// valueText returns the names and the type of constants or variables.
func valueText(spec *ast.ValueSpec, source func(from, to token.Pos) string) string {
	end := spec.Names[len(spec.Names)-1].End()
	if spec.Type != nil {
		end = spec.Type.End()
	}
	return source(spec.Pos(), end)
}

// patterns match the lines of declarations, by the extensions of files.
var patterns = sync.OnceValue(compilePatterns)

// compilePatterns compiles the patterns.
func compilePatterns() map[string]*regexp.Regexp {
	compiled := make(map[string]*regexp.Regexp)
	for _, row := range declarations {
		pattern := regexp.MustCompile(row.pattern)
		for extension := range strings.FieldsSeq(row.extensions) {
			compiled[extension] = pattern
		}
	}
	return compiled
}

// declarations are the patterns with the extensions of their files.
var declarations = []struct{ extensions, pattern string }{
	{".py .pyi", `^\s*(?:async\s+def|def|class)\s+\w.*`},
	{".js .jsx .mjs .cjs .ts .tsx .mts .cts .vue .svelte", `^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\b|class\s|interface\s|enum\s|namespace\s|type\s+\w+\s*[=<]).*` +
		`|^(?:export\s+)?(?:const|let|var)\s+\w+.*=>.*`},
	{".rs", `^\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+|const\s+|unsafe\s+|extern\s+"[^"]*"\s+)*(?:fn|struct|enum|trait|impl|mod|union|macro_rules!|type)\b.*`},
	{".java .kt .kts .cs .scala .swift .php", `^\s*(?:(?:public|private|protected|internal|static|final|abstract|sealed|open|override|data|async|virtual|readonly|export|suspend)\s+)*(?:class|interface|enum|record|object|trait|struct|protocol|extension|namespace|fun|func|function|def)\s+\w.*` +
		`|^\s*(?:(?:public|private|protected|static|final|abstract|override|async|virtual)\s+)+[\w<>\[\], ?]+\s+\w+\s*\(.*`},
	{".rb .ex .exs", `^\s*(?:def|defp|class|module|defmodule)\s+\w.*`},
	{".sh .bash .zsh", `^\s*(?:function\s+[\w:-]+.*|[\w:-]+\s*\(\)\s*\{?.*)`},
	{".sql", `(?i)^\s*create\s+.*`},
	{".proto", `^\s*(?:message|service|enum|rpc)\s+\w.*`},
	{".c .h .cc .cpp .hpp .cxx", `^(?:typedef\s+)?(?:struct|class|enum|union|namespace)\s+\w.*|^[A-Za-z_][\w:<>,*&\s]*\s[*&]*[\w:~]+\([^;]*$`},
	{".toml .ini .cfg .conf", `^\[.*\]\s*$`},
	{".rst .adoc", `^=+\s+\S.*`},
}

// patternParts returns the lines that match a pattern. Their depth follows from their
// indentation.
func patternParts(text string, pattern *regexp.Regexp) []Part {
	parts := []Part{}
	var open []int // the indentations of the parts that contain the line
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, " \t\r\n")
		if len(line) > maxLine || !pattern.MatchString(line) {
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		for len(open) > 0 && open[len(open)-1] >= indent {
			open = open[:len(open)-1]
		}
		parts = append(parts, newPart(number, len(open), strings.TrimRight(line, " {:")))
		open = append(open, indent)
	}
	return parts
}

// maxLine is the maximum length of a line that is compared with patterns, in bytes.
const maxLine = 2000

package extract

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// maxForeignDoc is the maximum number of characters of a comment of another
// module in a description: such comments are for programmers, and prompts should
// be short.
const maxForeignDoc = 300

// withoutLinks removes the brackets of the doc links of a comment, because a
// model cannot follow them.
func withoutLinks(written string, in *types.Package) string {
	if !strings.Contains(written, "[") {
		return written
	}
	parser := comment.Parser{
		LookupPackage: func(name string) (string, bool) { return name, token.IsIdentifier(name) },
		LookupSym: func(receiver, name string) bool {
			return in != nil && in.Scope().Lookup(firstOf(receiver, name)) != nil
		},
	}
	var pairs []string
	for _, block := range parser.Parse(written).Content {
		pairs = append(pairs, linksOf(block)...)
	}
	return strings.NewReplacer(pairs...).Replace(written)
}

// firstOf returns the receiver type of a method, or the name of a function.
func firstOf(receiver, name string) string {
	if receiver != "" {
		return receiver
	}
	return name
}

// linksOf returns the doc links of a part of a comment, each with its brackets
// and without them.
func linksOf(block comment.Block) (pairs []string) {
	var texts []comment.Text
	switch block := block.(type) {
	case *comment.Paragraph:
		texts = block.Text
	case *comment.Heading:
		texts = block.Text
	case *comment.List:
		for _, item := range block.Items {
			for _, content := range item.Content {
				pairs = append(pairs, linksOf(content)...)
			}
		}
	}
	for _, text := range texts {
		if link, ok := text.(*comment.DocLink); ok && (link.ImportPath == "" || ast.IsExported(link.Name)) {
			var b strings.Builder
			for _, part := range link.Text {
				if plain, ok := part.(comment.Plain); ok {
					b.WriteString(string(plain))
				}
			}
			pairs = append(pairs, "["+b.String()+"]", b.String())
		}
	}
	return pairs
}

// synopsis returns the first paragraph of a comment, with as many of its
// sentences as the limit allows.
func synopsis(written string) string {
	first, _, _ := strings.Cut(written, "\n\n")
	if utf8.RuneCountInString(first) <= maxForeignDoc {
		return first
	}
	first = string([]rune(first)[:maxForeignDoc])
	if end := max(strings.LastIndex(first, ". "), strings.LastIndex(first, ".\n")); end >= 0 {
		return first[:end+1]
	}
	if end := strings.LastIndexAny(first, " \n"); end >= 0 {
		first = first[:end]
	}
	return first + " …"
}

// isNear reports whether an object is declared in the module of the package. It
// does not depend on whether that package is loaded from source, which depends on
// go.work.
func (p *packageExtractor) isNear(object types.Object) bool {
	if object.Pkg() == p.source.Types {
		return true
	}
	dir := p.loader.DirOf(object.Pkg())
	return dir != "" && p.moduleRoot(dir) == p.moduleRoot(p.source.Dir) && !strings.Contains(filepath.ToSlash(dir)+"/", "/vendor/")
}

// moduleRoot returns the directory of the module's go.mod; empty if there is
// none.
func (e *extractor) moduleRoot(dir string) string {
	if known, ok := e.roots[dir]; ok {
		return known
	}
	root, parent := "", filepath.Dir(dir)
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		root = dir
	} else if parent != dir {
		root = e.moduleRoot(parent)
	}
	e.roots[dir] = root
	return root
}

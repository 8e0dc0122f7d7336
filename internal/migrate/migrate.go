package migrate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/toolgen/toolgen/internal/gen"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// Note is a tool or a registration that was found.
type Note struct {
	// Pos is the position of the registration.
	Pos token.Position
	// Tool is the name of the tool; empty if it is not known.
	Tool string
	// Library is the name of the library.
	Library string
	// Text says what is left to do.
	Text string
}

// Result is what Packages found.
type Result struct {
	// Files are the new contents, by absolute name.
	Files map[string][]byte
	// Done are the tools that were rewritten, with what is left to do for them. Left are
	// the registrations that were not changed, with the reason.
	Done, Left []Note
}

// Packages rewrites the tools in the packages that the patterns match. Env is the
// environment of the go command; nil means that of the process. An error means that a
// package does not compile or cannot be loaded.
func Packages(ctx context.Context, dir string, env, patterns []string) (*Result, error) {
	config := &packages.Config{Context: ctx, Dir: dir, Env: env, Mode: packages.LoadSyntax | packages.NeedModule}
	loaded, err := packages.Load(config, patterns...)
	if err != nil {
		return nil, fmt.Errorf("the packages cannot be loaded: %w", err)
	}
	result := &Result{Files: make(map[string][]byte)}
	for _, pkg := range loaded {
		if len(pkg.Errors) > 0 {
			return nil, fmt.Errorf("%s does not compile: %s; nothing was written", pkg.PkgPath, problem(pkg))
		}
		if err := result.rewrite(config, pkg); err != nil {
			return nil, err
		}
	}
	byPosition := func(a, b Note) int {
		return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	}
	slices.SortFunc(result.Done, byPosition)
	slices.SortFunc(result.Left, byPosition)
	return result, nil
}

// rewrite adds the tools of a package to the result. It tries one tool after the other,
// so that one that does not compile prevents no other.
func (r *Result) rewrite(config *packages.Config, pkg *packages.Package) error {
	p := &source{pkg: pkg, contents: make(map[string][]byte), tools: make(map[*ast.FuncDecl]bool), arguments: make(map[*ast.StructType][]edit)}
	for _, file := range pkg.GoFiles {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		p.contents[file] = content
	}
	var accepted []edit
	var files map[string][]byte
	for _, found := range p.registrations() {
		note := Note{Pos: pkg.Fset.Position(found.call.Pos()), Tool: found.name, Library: found.library.name}
		edits, f, err := p.plan(found)
		if err == nil {
			var rewritten map[string][]byte
			if rewritten, err = p.apply(slices.Concat(accepted, edits)); err == nil {
				err = p.compiles(config, rewritten)
			}
			if err == nil {
				p.tools[f.declaration], p.arguments[f.structure] = f.declaration != nil, f.tags
				accepted, files = append(accepted, edits...), rewritten
				note.Text = found.library.next
				r.Done = append(r.Done, note)
				continue
			}
		}
		if note.Text = err.Error(); config.Context.Err() != nil {
			return config.Context.Err()
		}
		r.Left = append(r.Left, note)
	}
	for name, content := range files {
		r.Files[name] = content
	}
	return nil
}

// compiles returns an error if the package does not compile with new contents of files,
// or if toolgen refuses one of its tools.
func (p *source) compiles(config *packages.Config, files map[string][]byte) error {
	with := *config
	with.Overlay, with.Fset, with.Tests = files, nil, true
	loaded, err := packages.Load(&with, p.pkg.PkgPath)
	if err != nil {
		return err
	}
	for _, pkg := range loaded {
		if len(pkg.Errors) > 0 {
			return errors.New("the rewritten package does not compile, for example because the function is used elsewhere")
		}
	}
	for _, pkg := range loaded {
		if pkg.ID == pkg.PkgPath && pkg.PkgPath == p.pkg.PkgPath {
			return p.refusal(pkg)
		}
	}
	return nil
}

// refusal returns the first problem of a package that it did not have before.
func (p *source) refusal(rewritten *packages.Package) error {
	for _, d := range problemsOf(rewritten) {
		if !slices.ContainsFunc(problemsOf(p.pkg), func(old diag.Diagnostic) bool { return old.Code == d.Code && old.Message == d.Message }) {
			return fmt.Errorf("toolgen refuses the rewritten function: %s [%s]", d.Message, d.Code)
		}
	}
	return nil
}

// problemsOf returns the problems of the tools of a package, without its generated file.
func problemsOf(pkg *packages.Package) []diag.Diagnostic {
	_, found, _ := gen.CheckSyntax(&gen.Syntax{
		Fset: pkg.Fset, Path: pkg.PkgPath, Dir: pkg.Dir, Files: pkg.Syntax, Imports: slices.Collect(maps.Values(importsOf(pkg))),
	})
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Code == diag.MissingFile })
}

// importsOf returns the types of the packages that a package imports, by path.
func importsOf(pkg *packages.Package) map[string]*types.Package {
	imported := make(map[string]*types.Package)
	for path, p := range pkg.Imports {
		if p.Types != nil {
			imported[path] = p.Types
		}
	}
	return imported
}

// problem returns the most precise error of a package in one line: the go command
// repeats errors of the type checker without their position.
func problem(pkg *packages.Package) string {
	found := pkg.Errors[0]
	if i := slices.IndexFunc(pkg.Errors, func(e packages.Error) bool { return e.Kind == packages.TypeError }); i >= 0 {
		found = pkg.Errors[i]
	}
	return strings.Join(strings.Fields(found.Error()), " ")
}

// edit replaces the text between two positions.
type edit struct {
	pos, end token.Pos
	text     string
}

// errOverlap means that two tools need changes of the same text.
var errOverlap = errors.New("another tool needs a change of the same text")

// source is a package whose files are rewritten.
type source struct {
	pkg      *packages.Package
	contents map[string][]byte
	tools    map[*ast.FuncDecl]bool // the functions that were rewritten
	// arguments are the edits of the types of arguments that were rewritten.
	arguments map[*ast.StructType][]edit
}

// apply returns the files with edits, formatted and without unused imports.
func (p *source) apply(edits []edit) (map[string][]byte, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.end, b.end)) })
	edits = slices.Compact(edits)
	texts := make(map[string]*strings.Builder)
	last := make(map[string]int)
	for _, e := range edits {
		start, end := p.pkg.Fset.Position(e.pos), p.pkg.Fset.Position(e.end)
		name := start.Filename
		if texts[name] == nil {
			texts[name] = new(strings.Builder)
		}
		if start.Offset < last[name] {
			return nil, errOverlap
		}
		texts[name].Write(p.contents[name][last[name]:start.Offset])
		texts[name].WriteString(e.text)
		last[name] = end.Offset
	}
	files := make(map[string][]byte)
	for name, text := range texts {
		text.Write(p.contents[name][last[name]:])
		content, err := p.withImports(name, text.String())
		if err != nil {
			return nil, err
		}
		files[name] = content
	}
	return files, nil
}

// text returns the source of a node.
func (p *source) text(node ast.Node) string {
	start, end := p.pkg.Fset.Position(node.Pos()), p.pkg.Fset.Position(node.End())
	return string(p.contents[start.Filename][start.Offset:end.Offset])
}

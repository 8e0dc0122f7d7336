package load

import (
	"bytes"
	"cmp"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// parseMode keeps comments, reports every error, and leaves the resolution of
// identifiers to the type checker.
const parseMode = parser.ParseComments | parser.AllErrors | parser.SkipObjectResolution

// source is a file of a package.
type source struct {
	name string

	read     bool
	text     []byte // nil for a generated file
	err      error  // the reason why the file could not be read
	pkg      string // the name of the package
	imported []string
}

// readAll reads the files of packages, one goroutine for each package.
func (l *Loader) readAll(listed []*packages.Package) []*Package {
	read := make([]*Package, len(listed))
	var group sync.WaitGroup
	for i, p := range listed {
		group.Go(func() { read[i] = l.readPackage(p) })
	}
	group.Wait()
	return read
}

// readPackage reads the files of a package and finds what they import.
func (l *Loader) readPackage(listed *packages.Package) *Package {
	p := &Package{Path: listed.PkgPath, Name: listed.Name, Dir: listed.Dir}
	for _, name := range slices.Sorted(slices.Values(listed.GoFiles)) {
		s := l.ahead[name]
		if s == nil {
			s = &source{name: name}
			l.readText(s)
		}
		if s.text == nil && s.err == nil {
			continue
		}
		p.sources = append(p.sources, s)
		p.Name = cmp.Or(p.Name, s.pkg)
		p.imported = append(p.imported, s.imported...)
	}
	return p
}

// readText reads a file and finds what it imports.
func (l *Loader) readText(s *source) {
	s.text, s.err = l.readFile(s.name)
	s.read = true
	if s.text == nil || s.err != nil {
		return
	}
	file, _ := parser.ParseFile(token.NewFileSet(), s.name, s.text, parser.ImportsOnly|parser.SkipObjectResolution) // errors are those of parseSource
	if file != nil {
		s.pkg, s.imported = file.Name.Name, importsOf(file)
	}
}

// readFile returns the text of a file, or nil for a generated file.
func (l *Loader) readFile(name string) ([]byte, error) {
	generated := l.config.FileName != "" && filepath.Base(name) == l.config.FileName
	if generated && l.beginsGenerated(name) {
		return nil, nil
	}
	text, err := readSource(name)
	if err == nil && generated && l.config.IsGenerated(text) {
		return nil, nil
	}
	return text, err
}

// importsOf returns the paths that a file imports, except C and unsafe.
func importsOf(file *ast.File) (paths []string) {
	for _, spec := range file.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err == nil && path != "C" && path != "unsafe" {
			paths = append(paths, path)
		}
	}
	return paths
}

// Mentions reports whether a line of the sources of a package may have all of the texts.
// Parsed sources are not searched.
func (p *Package) Mentions(texts ...string) bool {
	if p.sources == nil {
		return true
	}
	for _, s := range p.sources {
		for line := range bytes.Lines(s.text) {
			if !slices.ContainsFunc(texts, func(text string) bool { return !bytes.Contains(line, []byte(text)) }) {
				return true
			}
		}
	}
	return false
}

// parse parses the files of a package, and forgets their texts.
func (l *Loader) parse(p *Package) {
	for _, s := range p.sources {
		file, err := l.parseSource(s)
		p.syntax = append(p.syntax, syntaxErrors(s.name, l.realPositions(file, err))...)
		if file != nil {
			p.Files = append(p.Files, file)
		}
	}
	p.sources = nil
}

// parseFile reads and parses one file. It returns nil for a generated file, and for a
// file that cannot be read.
func (l *Loader) parseFile(name string) (*ast.File, error) {
	text, err := l.readFile(name)
	if text == nil && err == nil {
		return nil, nil
	}
	return l.parseSource(&source{name: name, text: text, err: err})
}

// parseSource parses one file. It returns nil for a file that could not be read.
func (l *Loader) parseSource(s *source) (*ast.File, error) {
	if s.err != nil {
		return nil, s.err
	}
	file, err := parser.ParseFile(l.Fset, s.name, s.text, parseMode)
	emptyBodies(file)
	return file, err
}

// emptyBodies removes the statements of functions, which are most of the memory of a
// file. The bodies keep their positions.
func emptyBodies(file *ast.File) {
	if file == nil {
		return
	}
	for _, declaration := range file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && f.Body != nil {
			f.Body.List = nil
		}
	}
}

// beginsGenerated reports whether the beginning of a file has the header. Most generated
// files have it in the first line, and are not read further.
func (l *Loader) beginsGenerated(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	begin := make([]byte, len(l.config.Header)+len("\n"))
	_, err = io.ReadFull(file, begin)
	return err == nil && string(begin) == l.config.Header+"\n"
}

// hasLine reports whether line is a complete line of source.
func hasLine(source []byte, line string) bool {
	for candidate := range bytes.Lines(source) {
		if string(bytes.TrimRight(candidate, "\r\n")) == line {
			return true
		}
	}
	return false
}

// realPositions returns the error of a file with positions in this file, also if it has comments //line.
func (l *Loader) realPositions(file *ast.File, err error) error {
	var list scanner.ErrorList
	if file == nil || !errors.As(err, &list) {
		return err
	}
	f := l.Fset.File(file.FileStart)
	for _, e := range list {
		e.Pos = f.PositionFor(f.Pos(e.Pos.Offset), false)
	}
	return list
}

// syntaxErrors returns the diagnostics for a file that has syntax errors or cannot
// be read.
func syntaxErrors(name string, err error) []diag.Diagnostic {
	if err == nil {
		return nil
	}
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		list = scanner.ErrorList{{Pos: token.Position{Filename: name}, Msg: err.Error()}}
	}
	list.RemoveMultiples()
	diagnostics := make([]diag.Diagnostic, len(list))
	for i, e := range list {
		diagnostics[i] = diag.Diagnostic{Pos: e.Pos, End: e.Pos, Code: diag.SyntaxError, Message: e.Msg}
	}
	return diagnostics
}

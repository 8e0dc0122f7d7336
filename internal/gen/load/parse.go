package load

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// parseMode keeps comments, reports every error, and leaves the resolution of
// identifiers to the type checker.
const parseMode = parser.ParseComments | parser.AllErrors | parser.SkipObjectResolution

// parse reads the files of packages, one goroutine for each package.
func (l *Loader) parse(listed []*packages.Package) []*Package {
	parsed := make([]*Package, len(listed))
	var group sync.WaitGroup
	for i, p := range listed {
		group.Go(func() { parsed[i] = l.parsePackage(p) })
	}
	group.Wait()
	return parsed
}

// parsePackage parses the files of a package.
func (l *Loader) parsePackage(listed *packages.Package) *Package {
	p := &Package{Path: listed.PkgPath, Name: listed.Name, Dir: listed.Dir}
	for _, name := range slices.Sorted(slices.Values(listed.GoFiles)) {
		file, err := l.parseFile(name)
		p.syntax = append(p.syntax, syntaxErrors(name, l.realPositions(file, err))...)
		if file != nil {
			p.Files = append(p.Files, file)
		}
	}
	if p.Name == "" && len(p.Files) > 0 {
		p.Name = p.Files[0].Name.Name
	}
	return p
}

// parseFile parses one file. It returns nil for a generated file, and for a file
// that cannot be read.
func (l *Loader) parseFile(name string) (*ast.File, error) {
	generated := l.config.FileName != "" && filepath.Base(name) == l.config.FileName
	if generated && l.beginsGenerated(name) {
		return nil, nil
	}
	source, err := readSource(name)
	if err != nil {
		return nil, err
	}
	if generated && hasLine(source, l.config.Header) {
		return nil, nil
	}
	file, err := parser.ParseFile(l.Fset, name, source, parseMode)
	if generated && err != nil {
		return nil, nil
	}
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

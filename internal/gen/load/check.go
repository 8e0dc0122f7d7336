package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
)

// Check parses a package and runs the type checker on it, after the packages that it imports. It
// checks a package only once. An import that closes an import cycle has no types.
func (l *Loader) Check(p *Package) {
	if p.checked {
		return
	}
	p.checked = true
	l.parse(p)
	l.named = nil
	size := 0
	for _, file := range p.Files {
		size += int(file.FileEnd - file.FileStart)
	}
	p.Info = &types.Info{Defs: make(map[*ast.Ident]types.Object, size/bytesPerName)}
	config := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Importer:         importer{l},
		Error: func(err error) {
			var problem types.Error
			if errors.As(err, &problem) {
				p.Errors = append(p.Errors, problem)
			}
		},
	}
	p.Types = types.NewPackage(p.Path, p.Name)
	// The result is the first error that config.Error received.
	_ = types.NewChecker(&config, l.Fset, p.Types, p.Info).Files(p.Files)
	p.Types.MarkComplete()
	for _, imported := range p.Types.Imports() {
		p.imports = append(p.imports, imported.Path())
	}
	l.imported[p.Path] = p.Types
}

// bytesPerName is about the number of bytes of a source for each name that it declares.
const bytesPerName = 64

// importer implements [types.Importer] for the type checker.
type importer struct{ *Loader }

// Import returns the package with that path, or the reason why there is none.
func (i importer) Import(path string) (*types.Package, error) {
	if p := i.own[path]; p != nil {
		i.Check(p)
		if i.imported[path] == nil {
			return nil, errors.New("import cycle")
		}
		return p.Types, nil
	}
	if p := i.imported[path]; p != nil && p.Complete() {
		return p, nil
	}
	if export := i.exports[path]; export != "" {
		return i.readExport(path, export)
	}
	return nil, i.missingReason(path)
}

// readExport reads a file of export data. References to packages that are already
// loaded use their types, so that there is only one type for each name.
func (l *Loader) readExport(path, export string) (*types.Package, error) {
	file, err := os.Open(export)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	//nolint:staticcheck // up to Go 1.27 the go command's export data is an archive, which Read does not read
	reader, err := gcexportdata.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", export, err)
	}
	return gcexportdata.Read(reader, l.Fset, l.imported, path)
}

// missingReason returns the error of the go command for a package without types.
func (l *Loader) missingReason(path string) error {
	if p := l.metadata[path]; p != nil && len(p.Errors) > 0 {
		return errors.New(strings.Join(strings.Fields(p.Errors[0].Msg), " "))
	}
	return errors.New("no such package")
}

package emit

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// The packages that generated code imports.
const (
	runtimePath    = "github.com/toolgen/toolgen/runtime"
	decodePath     = runtimePath + "/decode"
	generatedPath  = runtimePath + "/generated"
	capabilityPath = runtimePath + "/capability"
)

// ownImports are the names of these packages and of packages of the standard
// library.
var ownImports = map[string]string{
	runtimePath: "runtime", decodePath: "decode", generatedPath: "generated", capabilityPath: "capability",
	"context": "context", "errors": "errors", "net/http": "http", "strconv": "strconv", "time": "time",
}

// qualify returns an exported name of another package, or a name of this package.
// The other package is imported under its own name or, if that name is taken,
// under a similar name.
func (f *file) qualify(path, name string) code {
	if path == "" || path == f.pkg.Path {
		return jen.Id(name)
	}
	if !f.aliases[path] {
		f.aliases[path] = true
		f.importAs(path, cmp.Or(f.pkg.Imports[path], ownImports[path]))
	}
	return jen.Qual(path, name)
}

// importAs imports a package. The known name is empty if it is unknown.
func (f *file) importAs(path, known string) {
	wanted := cmp.Or(known, identifier(path[strings.LastIndexByte(path, '/')+1:]))
	if alias := f.names.ofImport(wanted); alias == known {
		f.jen.ImportName(path, alias)
	} else {
		f.jen.ImportAlias(path, alias)
	}
}

// groupImports inserts an empty line after the imports of the standard library.
func groupImports(file []byte) []byte {
	before, rest, found := bytes.Cut(file, []byte("\nimport (\n"))
	list, after, _ := bytes.Cut(rest, []byte("\n)\n"))
	if !found {
		return file
	}
	var standard, others [][]byte
	for line := range bytes.SplitSeq(list, []byte("\n")) {
		path := line[bytes.IndexByte(line, '"')+1:]
		first, _, _ := bytes.Cut(path, []byte("/"))
		if bytes.ContainsRune(first, '.') {
			others = append(others, line)
		} else {
			standard = append(standard, line)
		}
	}
	if len(standard) > 0 && len(others) > 0 {
		standard = append(standard, nil)
	}
	list = bytes.Join(append(standard, others...), []byte("\n"))
	return slices.Concat(before, []byte("\nimport (\n"), list, []byte("\n)\n"), after)
}

func (f *file) runtime(name string) code   { return f.qualify(runtimePath, name) }
func (f *file) decode(name string) code    { return f.qualify(decodePath, name) }
func (f *file) generated(name string) code { return f.qualify(generatedPath, name) }

// goType returns a type as the author wrote it.
func (f *file) goType(t model.GoType) code {
	s := jen.Null()
	for _, token := range t {
		if token.Path != "" {
			s.Add(f.qualify(token.Path, token.Name))
			continue
		}
		s.Id(token.Text)
	}
	return s
}

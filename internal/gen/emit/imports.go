package emit

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

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
		return f.memory.piece(name)
	}
	key := qualified{path, name}
	if known := f.qualified[key]; known != nil {
		return known
	}
	if f.aliases[path] == "" {
		f.importAs(path, cmp.Or(f.pkg.Imports[path], ownImports[path]))
	}
	c := &piece{text: f.aliases[path] + "." + name, imports: []string{path}}
	f.qualified[key] = c
	return c
}

// qualified is a name of another package.
type qualified struct{ path, name string }

// importAs imports a package. The known name is empty if it is unknown.
func (f *file) importAs(path, known string) {
	wanted := cmp.Or(known, identifier(path[strings.LastIndexByte(path, '/')+1:]))
	f.aliases[path] = f.names.ofImport(wanted)
	f.renamed[path] = f.aliases[path] != known
}

// addImports adds the imports that the code needs, those of the standard library
// first.
func (f *file) addImports() {
	var standard, others []code
	for _, path := range slices.Sorted(maps.Keys(f.imports)) {
		spec := f.line("%s", strconv.Quote(path))
		if f.renamed[path] {
			spec = f.line("%s %s", f.aliases[path], spec)
		}
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
			others = append(others, spec)
		} else {
			standard = append(standard, spec)
		}
	}
	all := slices.Concat(standard, others)
	switch {
	case len(all) == 0:
		return
	case len(all) == 1:
		f.write(f.line("import %s", all[0]))
		return
	case len(standard) > 0 && len(others) > 0:
		all = slices.Insert(all, len(standard), &piece{})
	}
	f.write(group("import", all...))
}

func (f *file) runtime(name string) code   { return f.qualify(runtimePath, name) }
func (f *file) decode(name string) code    { return f.qualify(decodePath, name) }
func (f *file) generated(name string) code { return f.qualify(generatedPath, name) }

// goType returns a type as the author wrote it.
func (f *file) goType(t model.GoType) code {
	begin := f.memory.begin()
	for i, token := range t {
		if i > 0 {
			f.memory.texts = append(f.memory.texts, ' ')
		}
		text := token.Text
		if token.Path != "" {
			text = f.qualify(token.Path, token.Name).text
		}
		f.memory.texts = append(f.memory.texts, text...)
	}
	p := f.memory.end(begin)
	for _, token := range t {
		if token.Path != "" {
			p.needs(f.qualify(token.Path, token.Name))
		}
	}
	return p
}

package extract

import (
	"errors"
	"go/ast"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/declared"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// fileDirectives has the directives of a file and their problems.
type fileDirectives struct {
	file     *annotations.File
	problems []diag.Diagnostic
}

// annotationsOf parses the directives of a file, once.
func (e *extractor) annotationsOf(file *ast.File) fileDirectives {
	known, ok := e.annotated[file]
	if !ok {
		known.file, known.problems = annotations.Parse(e.loader.Fset, file)
		e.annotated[file] = known
	}
	return known
}

// typeDirectives returns the directives of a defined type's declaration.
func (e *extractor) typeDirectives(object types.Object) annotations.Set {
	set, known := e.types[object]
	if !known {
		if d := e.declarationsOf(object); d != nil && d.types[object.Name()].spec != nil {
			set = e.annotationsOf(e.loader.File(object)).file.DirectivesOf(d.types[object.Name()].spec)
		}
		e.types[object] = set
	}
	return set
}

// usesAny reports a //tool:any on a type that cannot hold any value.
// Contradicting directives have another diagnostic.
func (p *packageExtractor) usesAny(set annotations.Set, m *model.Type, what string) bool {
	d := set.Get("any")
	if d == nil || m == nil || set.Has("schema") || set.Has("union") || p.holdsAny(m) {
		return true
	}
	p.report(diagnostic(diag.UselessAny, p.span(d), "%s: //tool:any is for any, json.RawMessage, types with UnmarshalJSON and types with constants, but the type is %s", what, p.label(m.Go)).
		withFix("remove the directive"))
	return false
}

// holdsAny reports whether the unnamed parts of a type contain a type for any
// value, or a type with constants that is open.
func (p *packageExtractor) holdsAny(m *model.Type) bool {
	if m == nil {
		return false // not known yet: the type contains itself
	}
	switch m.Kind {
	case model.KindAny:
		return true
	case model.KindSlice, model.KindArray, model.KindMap, model.KindPointer:
		return p.holdsAny(m.Elem)
	case model.KindJSON:
		return m.Schema.Text == declared.AnyText
	}
	return p.opened[m]
}

// describedBy returns the text of //tool:doc, or else the comment. It reports
// false if the text of the file cannot be used.
func (p *packageExtractor) describedBy(set annotations.Set, comment string) (string, bool) {
	value, ok := set.Get("doc").Value("file")
	if !ok {
		return comment, true
	}
	dir := filepath.Dir(p.position(value.Pos()).Filename)
	name := filepath.Join(dir, filepath.FromSlash(value.Text))
	p.model.Documents = append(p.model.Documents, name)
	content, err := docFile(dir, name)
	if err != nil {
		p.report(diagnostic(diag.MissingDoc, p.span(value), "the description cannot be read: %v", withoutPath(err)).
			withFix("%s", docFix(err, value.Text)))
		return comment, false
	}
	return content, true
}

// docFix returns the fix for a description that cannot be read.
func docFix(err error, name string) string {
	var fixed *fixedError
	if errors.As(err, &fixed) {
		return fixed.fix
	}
	return "write " + name + " next to the source, or remove the directive"
}

// byteOrderMark is the mark at the beginning of a text that some editors write.
const byteOrderMark = "\ufeff"

// maxDoc is the maximum size of the file of a description, in bytes.
const maxDoc = 1 << 20

// docFile reads a description for source in a directory: a regular file of the same module with UTF-8 and any
// line endings.
func docFile(dir, name string) (string, error) {
	if err := checkCase(dir, name); err != nil {
		return "", err
	}
	content, err := load.ReadInModule(dir, name, maxDoc)
	if tooLarge := (*load.TooLargeError)(nil); errors.As(err, &tooLarge) || errors.Is(err, load.ErrOutside) || errors.Is(err, load.ErrSpecial) {
		return "", &fixedError{filepath.Base(name) + " cannot be a description: " + err.Error(), "name a text file of the module"}
	}
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(string(content), byteOrderMark), "\r\n", "\n"))
	switch {
	case !utf8.ValidString(text):
		return "", &fixedError{filepath.Base(name) + " is not valid UTF-8", "save it as UTF-8"}
	case text == "":
		return "", &fixedError{filepath.Base(name) + " is empty", "write the description into it, or remove the directive"}
	}
	return text, nil
}

// checkCase returns an error if a directory or file of the name exists with other upper
// and lower case only: some systems find it, and others do not.
func checkCase(dir, name string) error {
	relative, err := filepath.Rel(dir, name)
	if err != nil || !filepath.IsLocal(relative) {
		return nil // reading it reports the problem
	}
	for element := range strings.SplitSeq(relative, string(filepath.Separator)) {
		entries, _ := os.ReadDir(dir) // reading the file reports the problem
		other := ""
		for _, entry := range entries {
			if entry.Name() == element {
				other = ""
				break
			}
			if strings.EqualFold(entry.Name(), element) {
				other = entry.Name()
			}
		}
		if other != "" {
			return &fixedError{element + " is called " + other + ": some systems compare names with case", "write " + other + " in the directive"}
		}
		dir = filepath.Join(dir, element)
	}
	return nil
}

// withoutPath removes the absolute path from a file error: the diagnostic
// contains the position and the name of the file.
func withoutPath(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// typeDoc returns the description of a defined type.
func (p *packageExtractor) typeDoc(object types.Object) string {
	written := withoutLinks(p.docOf(object), object.Pkg())
	if !p.isNear(object) {
		written = synopsis(written)
	}
	doc, _ := p.describedBy(p.typeDirectives(object), written)
	return doc
}

// defaults returns the directive defaults.
type defaults struct {
	toolset, prefix string
	timeout         time.Duration
	maxResultChars  int
	strict          bool
}

// packageDirectives reads the directives of the package and reports their
// problems.
func (p *packageExtractor) packageDirectives() {
	var files []*annotations.File
	for _, file := range p.source.Files {
		a := p.annotationsOf(file)
		p.diagnostics = append(p.diagnostics, a.problems...)
		files = append(files, a.file)
	}
	set, problems := annotations.Package(p.loader.Fset, files)
	p.diagnostics = append(p.diagnostics, problems...)
	d := set.Get("defaults")
	p.defaults = defaults{
		toolset:        d.Text("toolset"),
		prefix:         d.Text("prefix"),
		timeout:        d.Duration("timeout"),
		maxResultChars: d.Int("max-result-chars"),
		strict:         set.Has("strict"),
	}
	p.functionNames = d.All("tools")
	p.registry = set.Get("registry")
	p.readTypeSchemas(set)
	p.model.Dialects = dialects(set.Get("dialects"))
}

// Package scaffold returns the files of a first tool with its registry, test and CI
// step.
//
// The input is [Options], the output [File] values with paths below a module. The
// package reads the module's go.mod and .gitattributes and writes nothing. The
// functions are safe for concurrent use.
package scaffold

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"text/template"

	"golang.org/x/mod/modfile"
)

// toolgenModule is the path of this module.
const toolgenModule = "github.com/toolgen/toolgen"

// Options describe the files.
type Options struct {
	// Dir is the root of the module.
	Dir string
	// Module is the path of a new module. It is not used if Dir has a go.mod.
	Module string
	// Package is the directory of the registry, with slashes. Its last element is the
	// name of the package, and the tool is in a directory below it.
	Package string
	// Tool is the name of the first tool, in snake_case.
	Tool string
	// Dialects are the dialects that the registry requests.
	Dialects []string
	// Toolgen is a directory with the source of toolgen, which replaces its module.
	// Empty means that the go command downloads Version.
	Toolgen string
	// Version is the version of toolgen to require, such as "v1.2.0".
	Version string
	// CI adds a workflow of GitHub.
	CI bool
}

// File is a file to write.
type File struct {
	// Path is absolute.
	Path string
	// Content is the complete content.
	Content []byte
	// Changed means that the file exists and gets more content. Other files do not exist.
	Changed bool
}

//go:embed files
var templates embed.FS

// templateFiles are the templates, with the paths of their files.
var templateFiles = []struct{ template, path string }{
	{"registry.go.tmpl", "[[.Package]]/[[.Name]].go"},
	{"registry_test.go.tmpl", "[[.Package]]/[[.Name]]_test.go"},
	{"tool.go.tmpl", "[[.Package]]/[[.ToolPackage]]/[[.ToolPackage]].go"},
}

// workflow is the template of the CI step.
const workflow, workflowPath = "workflow.yml.tmpl", ".github/workflows/toolgen.yml"

// Files returns the files, or an error if one of the new files exists already or an
// option is invalid.
func Files(o Options) ([]File, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	mod, err := goMod(&o)
	if err != nil {
		return nil, err
	}
	attributes, err := gitAttributes(&o)
	if err != nil {
		return nil, err
	}
	files := []File{mod, attributes}
	sources := templateFiles
	if o.CI {
		sources = append(sources[:len(sources):len(sources)], struct{ template, path string }{workflow, workflowPath})
	}
	for _, s := range sources {
		relative, err := expand(s.path, &o)
		if err != nil {
			return nil, err
		}
		file := File{Path: filepath.Join(o.Dir, filepath.FromSlash(string(relative)))}
		if _, err := os.Lstat(file.Path); !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s exists already, and init overwrites no file; choose another package with --package", file.Path)
		}
		text, err := templates.ReadFile("files/" + s.template)
		if err != nil {
			return nil, err
		}
		if file.Content, err = expand(string(text), &o); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// expand returns the text of a template for options.
func expand(text string, o *Options) ([]byte, error) {
	parsed, err := template.New("").Delims("[[", "]]").Parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = parsed.Execute(&b, o)
	return b.Bytes(), err
}

// goMod returns the go.mod with toolgen as a requirement and as a tool. It sets the
// path of the module in the options.
func goMod(o *Options) (File, error) {
	file := File{Path: filepath.Join(o.Dir, "go.mod"), Changed: true}
	content, err := os.ReadFile(file.Path)
	if errors.Is(err, fs.ErrNotExist) {
		if o.Module == "" {
			return file, errors.New("there is no go.mod: write the path of the new module, --module example.com/NAME")
		}
		file.Changed = false
		content, err = []byte("module "+o.Module+"\n\ngo 1.26.5\n"), nil
	}
	if err != nil {
		return file, err
	}
	mod, err := modfile.Parse(file.Path, content, nil)
	if err != nil {
		return file, err
	}
	if mod.Module == nil {
		return file, fmt.Errorf("%s has no module path", file.Path)
	}
	o.Module = mod.Module.Mod.Path
	if o.Module == toolgenModule {
		return file, fmt.Errorf("%s is the module of toolgen itself", file.Path)
	}
	file.Content, err = withToolgen(mod, o)
	return file, err
}

// withToolgen adds toolgen to a go.mod.
func withToolgen(mod *modfile.File, o *Options) ([]byte, error) {
	version := o.Version
	for _, r := range mod.Require {
		if r.Mod.Path == toolgenModule {
			version = r.Mod.Version
		}
	}
	if o.Toolgen != "" {
		version = "v0.0.0"
		if err := mod.AddReplace(toolgenModule, "", o.Toolgen, ""); err != nil {
			return nil, err
		}
	}
	if version == "" {
		return nil, errors.New("this toolgen has no version that the go command can download; write --toolgen DIRECTORY with its source")
	}
	if err := errors.Join(mod.AddRequire(toolgenModule, version), mod.AddTool(toolgenModule+"/cmd/toolgen")); err != nil {
		return nil, err
	}
	mod.Cleanup()
	return mod.Format()
}

// attributesLine gives generated files the same bytes in every checkout.
const attributesLine = "zz_toolgen.go text eol=lf linguist-generated\n"

// gitAttributes returns the .gitattributes with the line for generated files.
func gitAttributes(o *Options) (File, error) {
	file := File{Path: filepath.Join(o.Dir, ".gitattributes"), Changed: true}
	content, err := os.ReadFile(file.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		file.Changed = false
	case err != nil:
		return file, err
	case len(content) > 0 && !bytes.HasSuffix(content, []byte("\n")):
		content = append(content, '\n')
	}
	if !bytes.Contains(content, []byte("zz_toolgen.go ")) {
		content = append(content, attributesLine...)
	}
	file.Content = content
	return file, nil
}

// Requires reports whether the text of a go.mod requires toolgen.
func Requires(goMod []byte) bool {
	mod, err := modfile.ParseLax("go.mod", goMod, nil)
	return err == nil && slices.ContainsFunc(mod.Require, func(r *modfile.Require) bool { return r.Mod.Path == toolgenModule })
}

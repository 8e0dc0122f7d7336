package project

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// readWorkspace reads the modules of a root that has a go.work and no go.mod. In
// such a root, the pattern "./..." matches no package.
func (p *project) readWorkspace() error {
	name := path.Join(p.root, "go.work")
	if p.kind != Go || p.isFile(path.Join(p.root, "go.mod")) {
		return nil
	}
	work, err := modfile.ParseWork(name, []byte(p.readConfig(name)), nil)
	if err != nil {
		return brokenConfig(name, err)
	}
	for _, use := range work.Use {
		at := path.Clean(strings.ReplaceAll(use.Path, `\`, "/"))
		if filepath.IsLocal(at) && p.isFile(path.Join(p.root, at, "go.mod")) {
			p.modules = append(p.modules, path.Join(p.root, at))
		}
	}
	if len(p.packagePatterns(p.dir)) > 0 {
		return nil
	}
	return texts.Quoting(texts.Failure(ReasonNoProject, "dir", "there is no Go module in %s that %s uses; set dir to the directory of a module (%s), or add a module with go work use", names.Quoted(p.dir), names.Quoted(name), p.listModules()))
}

// maxListed is the maximum number of modules in an error.
const maxListed = 50

// listModules returns the modules of a go.work for errors.
func (p *project) listModules() string {
	shown := make([]string, len(p.modules))
	for i, module := range p.modules {
		shown[i] = names.Quoted(module)
	}
	return texts.List(shown, maxListed)
}

// packagePatterns returns the patterns of the Go packages in a directory and below.
func (p *project) packagePatterns(dir string) (patterns []string) {
	containsDir := func(module string) bool { return isWithin(dir, module) }
	if p.isFile(path.Join(p.root, "go.mod")) || slices.ContainsFunc(p.modules, containsDir) {
		return []string{"./" + path.Join(relative(p.dir, dir), "...")}
	}
	for _, module := range p.modules {
		if isWithin(module, dir) {
			patterns = append(patterns, "./"+path.Join(relative(p.dir, module), "..."))
		}
	}
	return patterns
}

// isWithin reports whether a path is a directory or something below it.
func isWithin(name, dir string) bool {
	return filepath.IsLocal(filepath.FromSlash(relative(dir, name)))
}

package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// The modes of the two runs of the go command. They do not include types, for
// which go/packages compiles the packages, nor the syntax of all imports, which
// takes 20 times as long.
const (
	listMode   = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	exportMode = packages.NeedName | packages.NeedExportFile
)

// listGOGC is the GOGC of a go command that only lists packages. It takes a tenth less time
// than with the usual value, and some megabytes more.
const listGOGC = "400"

// list returns the metadata of the packages that the patterns match. It stores the
// metadata of these packages, and of all that they import, in l.metadata. It runs the
// go command once for the same patterns.
func (l *Loader) list(ctx context.Context, dir string, patterns []string) ([]*packages.Package, error) {
	key := strings.Join(append([]string{dir}, patterns...), "\x00")
	if roots, ok := l.listed[key]; ok {
		return roots, nil
	}
	config := l.packagesConfig(ctx, dir, listMode)
	if config.Env == nil {
		config.Env = os.Environ()
	}
	if l.variable("GOGC") == "" {
		config.Env = append(slices.Clip(config.Env), "GOGC="+listGOGC)
	}
	roots, err := packages.Load(config, patterns...)
	if err != nil {
		return nil, goError(err)
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if l.metadata[p.PkgPath] == nil {
			l.metadata[p.PkgPath] = p
		}
	})
	l.listed[key] = roots
	return roots, nil
}

// findExports stores the names of the files of export data in l.exports.
func (l *Loader) findExports(ctx context.Context, dir string, paths []string) error {
	paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return l.exports[path] != "" || l.isKnown(path) })
	if len(paths) == 0 {
		return nil
	}
	found, err := packages.Load(l.packagesConfig(ctx, dir, exportMode), paths...)
	if err != nil {
		return goError(err)
	}
	for _, p := range found {
		l.exports[p.PkgPath] = p.ExportFile
	}
	return nil
}

// isKnown reports whether an earlier loader found the export data of a package, and stores
// its name.
func (l *Loader) isKnown(path string) bool {
	file := l.known[path]
	if file == "" {
		return false
	}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return false // the go command removes files that were not used for a long time
	}
	l.exports[path] = file
	return true
}

// packagesConfig returns the configuration of a run of the go command.
func (l *Loader) packagesConfig(ctx context.Context, dir string, mode packages.LoadMode) *packages.Config {
	return &packages.Config{Context: ctx, Dir: dir, Env: l.config.Env, Mode: mode}
}

// matches returns the packages that exist, sorted by import path, and a diagnostic
// for each pattern that matches none. It ignores errors that the go command reports
// for an existing package: the parser and the type checker find them too, or they
// are in a generated file.
func matches(dir string, patterns []string, roots []*packages.Package) (matched []*packages.Package, diagnostics []diag.Diagnostic) {
	for _, root := range roots {
		switch {
		case len(root.GoFiles) > 0:
			matched = append(matched, root)
		case len(root.Errors) > 0:
			diagnostics = append(diagnostics, unmatchedPattern(root.PkgPath, root.Errors[0]))
		}
	}
	if len(roots) == 0 {
		diagnostics = append(diagnostics, unmatchedPattern(strings.Join(patterns, " "), packages.Error{Msg: "matched no packages in " + cmp.Or(dir, ".")}))
	}
	slices.SortFunc(matched, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	return matched, diagnostics
}

// unmatchedPattern returns the diagnostic for a pattern that matches no package.
func unmatchedPattern(pattern string, err packages.Error) diag.Diagnostic {
	reason := strings.Join(strings.Fields(err.Msg), " ")
	fix := "name a directory with Go files, such as ./tools, or all packages below a directory, such as ./..."
	if strings.Contains(reason, "does not contain main module") {
		fix = "run toolgen in a directory with a go.mod or below one, or create a go.mod with go mod init"
	}
	return diag.Diagnostic{
		Code:    diag.UnmatchedPattern,
		Pos:     token.Position{},
		Message: "no packages for " + pattern + ": " + reason,
		Fix:     fix,
	}
}

// fileArguments reports patterns that name files. The generated file needs the
// whole package.
func fileArguments(patterns []string) []diag.Diagnostic {
	var diagnostics []diag.Diagnostic
	for _, pattern := range patterns {
		if strings.HasSuffix(pattern, ".go") {
			diagnostics = append(diagnostics, diag.Diagnostic{
				Code:    diag.UnmatchedPattern,
				Message: pattern + " is a file, but patterns must name packages",
				Fix:     "name the package, such as ./" + strings.TrimPrefix(path.Dir(filepath.ToSlash(pattern)), "./"),
			})
		}
	}
	return diagnostics
}

// goError returns the error for a go command that could not run. It extracts the
// output of the go command from the error of go/packages.
func goError(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if _, pathErr := exec.LookPath("go"); pathErr != nil {
		return fmt.Errorf("the go command cannot run: %w", pathErr)
	}
	text := err.Error()
	if _, words, ok := strings.Cut(text, "stderr: "); ok && strings.TrimSpace(words) != "" {
		text = strings.TrimSpace(words)
	}
	return fmt.Errorf("the go command failed: %s", strings.TrimPrefix(text, "go: "))
}

// isForeign reports whether the package with that path is read from export data
// instead of source: it is in the standard library, or in a module that is not a
// main module.
func (l *Loader) isForeign(path string) bool {
	p := l.metadata[path]
	return p != nil && (p.Module == nil && isStandard(path) || p.Module != nil && !p.Module.Main)
}

// isDependency reports whether a package is not in a main module, and no pattern names it.
func isDependency(p *packages.Package, dir string, patterns []string) bool {
	foreign := p.Module != nil && !p.Module.Main || p.Module == nil && isStandard(p.PkgPath)
	return foreign && !slices.ContainsFunc(patterns, func(pattern string) bool {
		if p.PkgPath == pattern {
			return true
		}
		at := filepath.FromSlash(pattern)
		if !filepath.IsAbs(at) && !strings.HasPrefix(pattern, ".") {
			return false // an import path, or a word for several packages
		}
		if !filepath.IsAbs(at) {
			at = filepath.Join(dir, at)
		}
		absolute, err := filepath.Abs(at)
		return err == nil && absolute == p.Dir
	})
}

// isStandard reports whether a package without a module is in the standard
// library: the first element of its path has no dot.
func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && path != "command-line-arguments"
}

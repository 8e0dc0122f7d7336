package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/toolgen/toolgen/internal/gen/diag"
)

// What the two runs of the go command are asked for. With types, go/packages
// would compile the module's packages, and with the syntax of everything
// imported it would take 20 times as long.
const (
	listMode   = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	exportMode = packages.NeedName | packages.NeedExportFile
)

// list returns what the go command knows of the packages that the patterns
// match, and remembers it of all that they import.
func (l *Loader) list(ctx context.Context, dir string, patterns []string) ([]*packages.Package, error) {
	roots, err := packages.Load(l.request(ctx, dir, listMode), patterns...)
	if err != nil {
		return nil, goError(err)
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if l.metadata[p.PkgPath] == nil {
			l.metadata[p.PkgPath] = p
		}
	})
	return roots, nil
}

// findExports finds the export data of packages.
func (l *Loader) findExports(ctx context.Context, dir string, paths []string) error {
	found, err := packages.Load(l.request(ctx, dir, exportMode), paths...)
	if err != nil {
		return goError(err)
	}
	for _, p := range found {
		l.exports[p.PkgPath] = p.ExportFile
	}
	return nil
}

func (l *Loader) request(ctx context.Context, dir string, mode packages.LoadMode) *packages.Config {
	return &packages.Config{Context: ctx, Dir: dir, Env: l.config.Env, Mode: mode}
}

// matches separates the packages that exist from patterns that match none,
// sorted by import path. An error that the go command reports for a package
// that exists is not looked at: it has its place in the source, where parser
// and type checker find it too, or it comes from a generated file.
func matches(dir string, patterns []string, roots []*packages.Package) (matched []*packages.Package, diagnostics []diag.Diagnostic) {
	for _, root := range roots {
		switch {
		case len(root.GoFiles) > 0:
			matched = append(matched, root)
		case len(root.Errors) > 0:
			diagnostics = append(diagnostics, unmatched(root.PkgPath, root.Errors[0]))
		}
	}
	if len(roots) == 0 {
		diagnostics = append(diagnostics, unmatched(strings.Join(patterns, " "), packages.Error{Msg: "matched no packages in " + cmp.Or(dir, ".")}))
	}
	slices.SortFunc(matched, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	return matched, diagnostics
}

func unmatched(pattern string, err packages.Error) diag.Diagnostic {
	reason := strings.Join(strings.Fields(err.Msg), " ")
	fix := "name a directory with Go files, such as ./tools, or all packages below one, such as ./..."
	if strings.Contains(reason, "does not contain main module") {
		fix = "run in the directory of a go.mod or below it, or make one with go mod init"
	}
	return diag.Diagnostic{
		Code:    diag.UnmatchedPattern,
		Pos:     token.Position{},
		Message: "no packages for " + pattern + ": " + reason,
		Fix:     fix,
	}
}

// fileArguments reports patterns that name files: of a package in parts, the
// generated file would be wrong.
func fileArguments(patterns []string) []diag.Diagnostic {
	var diagnostics []diag.Diagnostic
	for _, pattern := range patterns {
		if strings.HasSuffix(pattern, ".go") {
			diagnostics = append(diagnostics, diag.Diagnostic{
				Code:    diag.UnmatchedPattern,
				Message: pattern + " is a file, and patterns name packages",
				Fix:     "name the package, such as ./" + strings.TrimPrefix(path.Dir(filepath.ToSlash(pattern)), "./"),
			})
		}
	}
	return diagnostics
}

// goError says that the go command could not run, in its own words: go/packages
// puts others around them.
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

// foreign reports whether the package with that path is left to its export
// data: it belongs neither to the main modules nor to none at all.
func (l *Loader) foreign(path string) bool {
	p := l.metadata[path]
	return p != nil && (p.Module == nil && standard(path) || p.Module != nil && !p.Module.Main)
}

// standard reports whether a package without a module is one of the standard
// library: its first element has no dot.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && path != "command-line-arguments"
}

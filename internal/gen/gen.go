// Package gen is the generator. Its input is package patterns, its output is the
// content of generated files.
//
// It is a pipeline of packages that exchange plain data: load reads packages,
// extract converts them to the model, schema and emit convert the model to JSON
// Schemas and Go source. Problems in the source are diagnostics.
//
// The generator writes no generated files; the command writes them. It writes only
// entries of Config.Cache, in which a run finds the packages that have not changed
// since an earlier one. Its functions are safe for concurrent use.
package gen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/internal/gen/cache"
	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/emit"
	"github.com/toolgen/toolgen/internal/gen/extract"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
)

// Config selects the packages to generate code for.
type Config struct {
	// Dir is the directory that relative patterns start from. Empty means the
	// working directory.
	Dir string
	// Patterns are package patterns as the go command takes them.
	Patterns []string
	// Env is the environment of the go command. Nil means that of the process.
	Env []string
	// Cache remembers the inputs of Generate and Check. Nil means that they generate
	// everything. The files and diagnostics are the same with and without it.
	Cache *cache.Store
	// Progress is called when a phase of the run begins, with a text for people, maybe
	// concurrently. Nil means none.
	Progress func(phase string)

	exports map[string]string // of an earlier run; see load.KnowExports
}

// phase reports that a phase begins.
func (c *Config) phase(format string, arguments ...any) {
	if c.Progress != nil {
		c.Progress(fmt.Sprintf(format, arguments...))
	}
}

// Generate returns the generated files of all packages that the patterns match,
// in the order of their paths, including orphans; those of packages that only a registry names come last. Packages of other modules than the main module, or those of
// the workspace, have no files unless a pattern names them: the pattern all matches them too. Packages with problems have no
// files, nor have packages that import or register one. The other files are complete. The packages of a registry have
// files also if no pattern matches them.
//
// An error means that the generator could not run.
func Generate(ctx context.Context, config Config) ([]File, []diag.Diagnostic, error) {
	if err := load.CheckFiles(config.Dir); err != nil {
		return nil, nil, err
	}
	r := newReuse(ctx, config, "generate")
	if changed, ok := r.changed(); ok && (len(changed) == 0 || relative(config.Patterns)) {
		if files, ok := r.generateChanged(ctx, changed); ok {
			return files, nil, nil
		}
	}
	result, err := run(ctx, config, false)
	if err != nil {
		return nil, nil, err
	}
	r.save(result, nil)
	return result.files, result.diagnostics, nil
}

// Check does what Generate does, and also reports requests that exceed a limit of
// one of their dialects. A request has the tools of one registry or, if the
// patterns match no registry, the tools of all packages. Such a diagnostic does not
// make the files incomplete.
func Check(ctx context.Context, config Config) ([]File, []diag.Diagnostic, error) {
	if err := load.CheckFiles(config.Dir); err != nil {
		return nil, nil, err
	}
	r := newReuse(ctx, config, "check")
	if changed, ok := r.changed(); ok && len(changed) == 0 {
		if files, ok := r.generateChanged(ctx, nil); ok {
			return files, nil, nil
		}
	}
	result, err := run(ctx, config, true)
	if err != nil {
		return nil, nil, err
	}
	config.phase("checking the limits of requests")
	more, err := checkRequests(result.packages)
	if err != nil {
		return nil, nil, err
	}
	result.diagnostics = diag.Sorted(append(result.diagnostics, more...))
	r.save(result, nil)
	return result.files, result.diagnostics, nil
}

// result is what a run found. The packages include those that only a registry names;
// they are nil if there are diagnostics. They can be summaries: see generateAll.
type result struct {
	files       []File
	packages    []*model.Package
	diagnostics []diag.Diagnostic
	loader      *load.Loader
}

// run generates the files of all packages that the patterns match.
func run(ctx context.Context, config Config, keepDialects bool) (*result, error) {
	result, err := generateAll(ctx, config, keepDialects)
	if err == nil && len(result.files) == 0 && len(result.diagnostics) == 0 {
		result.diagnostics = []diag.Diagnostic{noToolsDiagnostic(config.Patterns)}
	}
	return result, err
}

// generateAll does what run does, but does not report that there are no tools. The
// packages of the result can be summaries; keepDialects means that those with dialects are not.
func generateAll(ctx context.Context, config Config, keepDialects bool) (*result, error) {
	loader := newLoader(config)
	packages, diagnostics, err := loadPackages(ctx, loader, config, isNoDependency)
	if err != nil {
		return nil, err
	}
	all, more, err := generatePackages(ctx, loader, packages, &config, keepDialects)
	if err != nil {
		return nil, err
	}
	refuseEqualFolds(all)
	diagnostics = append(append(diagnostics, more...), syntaxErrors(packages)...)
	models := make([]*model.Package, len(all))
	for i := range all {
		if all[i].err != nil {
			return nil, all[i].err
		}
		diagnostics, models[i] = append(diagnostics, all[i].problems...), all[i].pkg
	}
	files, skipped := sound(all, diagnostics)
	r := &result{files: files, diagnostics: diag.Sorted(append(diagnostics, skipped...)), loader: loader}
	if len(r.diagnostics) == 0 {
		r.packages = models
	}
	return r, nil
}

// newLoader returns a loader for a run.
func newLoader(config Config) *load.Loader {
	options := generatedFiles
	options.Env = config.Env
	loader := load.New(options)
	loader.KnowExports(config.exports)
	return loader
}

// Extract returns the models of all packages that the patterns match.
func Extract(ctx context.Context, config Config) ([]*model.Package, []diag.Diagnostic, error) {
	if err := load.CheckFiles(config.Dir); err != nil {
		return nil, nil, err
	}
	return extractPackages(ctx, newLoader(config), config, func(*load.Package) bool { return true }, extract.Packages)
}

// isNoDependency reports whether a package has a generated file of this run.
func isNoDependency(p *load.Package) bool { return !p.Dependency }

// extractFunc is the type of extract.Packages.
type extractFunc func(context.Context, *load.Loader, []*load.Package) ([]*model.Package, []diag.Diagnostic, error)

// extractPackages calls extract for the packages that the patterns match and that selected selects.
func extractPackages(ctx context.Context, loader *load.Loader, config Config, selected func(*load.Package) bool, extract extractFunc) ([]*model.Package, []diag.Diagnostic, error) {
	packages, diagnostics, err := loadPackages(ctx, loader, config, selected)
	if err != nil {
		return nil, nil, err
	}
	models, more, err := extract(ctx, loader, packages)
	return models, diag.Sorted(slices.Concat(diagnostics, more, syntaxErrors(packages))), err
}

// syntaxErrors returns the problems of the parser, after the packages are extracted.
func syntaxErrors(packages []*load.Package) (all []diag.Diagnostic) {
	for _, p := range packages {
		all = append(all, p.SyntaxErrors()...)
	}
	return all
}

// loadPackages returns the packages that the patterns match and that selected selects.
func loadPackages(ctx context.Context, loader *load.Loader, config Config, selected func(*load.Package) bool) ([]*load.Package, []diag.Diagnostic, error) {
	packages, diagnostics, err := loader.LoadSources(ctx, config.Dir, config.Patterns...)
	if err != nil {
		return nil, nil, err
	}
	packages = slices.DeleteFunc(packages, func(p *load.Package) bool { return !selected(p) })
	config.phase("checking the tools of %d packages", len(packages))
	return packages, diagnostics, nil
}

// Schemas returns the JSON Schemas of the arguments and of the structured content
// of a tool, as compact JSON. The second is nil if the tool has no structured
// content.
func Schemas(tool *model.Tool) (input, output json.RawMessage, err error) {
	if input, err = schema.EncodeInput(tool.Arguments); err != nil {
		return nil, nil, err
	}
	output, err = schema.EncodeOutput(tool.Result)
	return input, output, err
}

// emitProblems converts errors of package emit to diagnostics. It returns an error
// that is not a problem of the source.
func emitProblems(err error) ([]diag.Diagnostic, error) {
	var problems []diag.Diagnostic
	for _, err := range splitErrors(err) {
		var (
			collision *emit.CollisionError
			key       *emit.KeyError
			value     *emit.DefaultError
		)
		switch {
		case errors.As(err, &collision):
			problems = append(problems, diagnosticAt(collision.Span, diag.NameCollision, err, collision.Fix))
		case errors.As(err, &key):
			problems = append(problems, diagnosticAt(key.Span, diag.UnusableKey, err, "name fields that are strings, numbers, booleans, times or durations"))
		case errors.As(err, &value):
			problems = append(problems, diagnosticAt(value.Field.Tag, diag.UnusableDefault, err, "write a default of the type of the field"))
		default:
			return nil, err
		}
	}
	return problems, nil
}

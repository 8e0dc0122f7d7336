// Package gen is the generator. Its input is package patterns, its output is the
// content of generated files.
//
// It is a pipeline of packages that exchange plain data: load reads packages,
// extract converts them to the model, schema and emit convert the model to JSON
// Schemas and Go source. Problems in the source are diagnostics.
//
// The generator reads files and writes none; the command writes them. Its functions
// are safe for concurrent use.
package gen

import (
	"context"
	"encoding/json"
	"errors"

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
}

// Generate returns the generated files of all packages that the patterns match,
// in the order of their paths, including orphans. If there are diagnostics, the
// files are incomplete, and the caller must not write them.
//
// An error means that the generator could not run.
func Generate(ctx context.Context, config Config) ([]File, []diag.Diagnostic, error) {
	files, _, diagnostics, err := run(ctx, config)
	return files, diagnostics, err
}

// Check does what Generate does, and also reports requests that exceed a limit of
// one of their dialects. A request has the tools of one registry or, if the
// patterns match no registry, the tools of all packages. Such a diagnostic does not
// make the files incomplete.
func Check(ctx context.Context, config Config) ([]File, []diag.Diagnostic, error) {
	files, packages, diagnostics, err := run(ctx, config)
	if err != nil {
		return nil, nil, err
	}
	more, err := checkRequests(packages)
	return files, diag.Sorted(append(diagnostics, more...)), err
}

// run returns the generated files and the models of the packages. The models are
// nil if they are incomplete.
func run(ctx context.Context, config Config) ([]File, []*model.Package, []diag.Diagnostic, error) {
	packages, diagnostics, err := Extract(ctx, config)
	if err != nil || len(diagnostics) > 0 {
		return nil, nil, diagnostics, err
	}
	var files []File
	for _, pkg := range packages {
		file, problems, err := generate(pkg)
		if err != nil {
			return nil, nil, nil, err
		}
		diagnostics = append(diagnostics, problems...)
		if file != nil {
			files = append(files, *file)
		}
	}
	if len(files) == 0 && len(diagnostics) == 0 {
		diagnostics = []diag.Diagnostic{noToolsDiagnostic(config.Patterns)}
	}
	return files, packages, diag.Sorted(diagnostics), nil
}

// Extract returns the models of all packages that the patterns match.
func Extract(ctx context.Context, config Config) ([]*model.Package, []diag.Diagnostic, error) {
	options := generatedFiles
	options.Env = config.Env
	loader := load.New(options)
	packages, diagnostics, err := loader.Load(ctx, config.Dir, config.Patterns...)
	if err != nil {
		return nil, nil, err
	}
	models, more, err := extract.Packages(ctx, loader, packages)
	return models, diag.Sorted(append(diagnostics, more...)), err
}

// generate returns the file of one package, or nil if it has none and needs none.
func generate(pkg *model.Package) (*File, []diag.Diagnostic, error) {
	problems, err := checkExamples(pkg.Tools)
	if err == nil {
		var more []diag.Diagnostic
		more, err = checkDialects(pkg)
		problems = append(problems, more...)
	}
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	var content []byte
	if len(pkg.Tools) > 0 || pkg.Registry != nil {
		if content, err = emit.Package(pkg); err != nil {
			problems, err := emitProblems(err)
			return nil, problems, err
		}
	}
	file, err := compare(pkg.Dir, content)
	if err != nil {
		return nil, nil, err
	}
	if file != nil && file.State == Foreign {
		return nil, []diag.Diagnostic{foreignFileDiagnostic(file.Path)}, nil
	}
	return file, nil, nil
}

// Schemas returns the JSON Schemas of the arguments and of the structured content
// of a tool, as compact JSON. The second is nil if the tool has no structured
// content.
func Schemas(tool *model.Tool) (input, output json.RawMessage, err error) {
	if input, err = schema.Encode(schema.Input(tool.Arguments)); err != nil {
		return nil, nil, err
	}
	if s := schema.Output(tool.Result); s != nil {
		output, err = schema.Encode(s)
	}
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

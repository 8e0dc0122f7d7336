// Package gen is the generator: from package patterns to the content of
// generated files.
//
// It is a pipeline of small packages over plain data. load reads packages,
// extract turns them into the model, schema and emit turn the model into JSON
// Schemas and Go source. Everything that is wrong on the way is a diagnostic.
//
// The generator reads and never writes: what to do with the files is for the
// command to decide. Its functions are safe for concurrent use.
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

// Config says what to generate code for.
type Config struct {
	// Dir is the directory in which patterns are seen; empty means the
	// working directory.
	Dir string
	// Patterns are package patterns as the go command takes them.
	Patterns []string
	// Env is the environment of the go command; nil means the process's.
	Env []string
}

// Generate returns the generated files of all packages that the patterns
// match, in the order of their paths: those that should be there and those
// that should not. Where there are diagnostics there are no files, or not all
// of them: nothing should be written.
//
// An error means that the generator could not run.
func Generate(ctx context.Context, config Config) ([]File, []diag.Diagnostic, error) {
	files, _, diagnostics, err := run(ctx, config)
	return files, diagnostics, err
}

// Check does what Generate does, and counts what the tools that are sent
// together have together: those of a registry or, where the patterns match no
// registry, those of all packages. Where that is more than a dialect that they
// ask for allows in a request, there is a diagnostic beside the files.
func Check(ctx context.Context, config Config) ([]File, []diag.Diagnostic, error) {
	files, packages, diagnostics, err := run(ctx, config)
	if err != nil {
		return nil, nil, err
	}
	more, err := requests(packages)
	return files, diag.Sorted(append(diagnostics, more...)), err
}

// run generates, and returns the models too; they are nil when they are
// incomplete.
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
		diagnostics = []diag.Diagnostic{noTools(config.Patterns)}
	}
	return files, packages, diag.Sorted(diagnostics), nil
}

// Extract returns the models of all packages that the patterns match.
func Extract(ctx context.Context, config Config) ([]*model.Package, []diag.Diagnostic, error) {
	options := hidden
	options.Env = config.Env
	loader := load.New(options)
	packages, diagnostics, err := loader.Load(ctx, config.Dir, config.Patterns...)
	if err != nil {
		return nil, nil, err
	}
	models, more, err := extract.Packages(ctx, loader, packages)
	return models, diag.Sorted(append(diagnostics, more...)), err
}

// generate makes the file of one package; nil if it has and needs none.
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
		return nil, []diag.Diagnostic{foreignFile(file.Path)}, nil
	}
	return file, nil, nil
}

// Schemas are the JSON Schemas of a tool's arguments and of its structured
// content, compact; the second is nil when it has none.
func Schemas(tool *model.Tool) (input, output json.RawMessage, err error) {
	if input, err = schema.Encode(schema.Input(tool.Arguments)); err != nil {
		return nil, nil, err
	}
	if s := schema.Output(tool.Result); s != nil {
		output, err = schema.Encode(s)
	}
	return input, output, err
}

// emitProblems turns the errors of emitting into diagnostics. An error that is
// none of the author's is returned.
func emitProblems(err error) ([]diag.Diagnostic, error) {
	var problems []diag.Diagnostic
	for _, err := range unjoin(err) {
		var (
			collision *emit.CollisionError
			key       *emit.KeyError
			value     *emit.DefaultError
		)
		switch {
		case errors.As(err, &collision):
			problems = append(problems, at(collision.Span, diag.NameCollision, err, collision.Fix))
		case errors.As(err, &key):
			problems = append(problems, at(key.Span, diag.UnusableKey, err, "name fields of other types"))
		case errors.As(err, &value):
			problems = append(problems, at(value.Field.Tag, diag.UnusableDefault, err, "write a default of the field's type"))
		default:
			return nil, err
		}
	}
	return problems, nil
}

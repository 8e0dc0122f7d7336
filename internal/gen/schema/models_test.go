package schema_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/diag"
	"github.com/toolgen/toolgen/internal/gen/extract"
	"github.com/toolgen/toolgen/internal/gen/load"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// sources has the models of the packages in testdata. This program also imports
// these packages, so that a schema from the source can be compared with the Go
// type.
type sources struct {
	// tools has the tools of package shapes.
	tools []*model.Tool
	// types has the named types, by import path and name.
	types map[[2]string]*model.Type
}

// readSources returns the sources. It reads them once.
var readSources = sync.OnceValues(func() (*sources, error) {
	ctx, loader := context.Background(), load.New(load.Config{})
	packages, problems, err := loader.Load(ctx, "", "./testdata/pairs", "./testdata/shapes")
	if err != nil {
		return nil, err
	}
	found, more, err := extract.Packages(ctx, loader, packages)
	if err != nil {
		return nil, err
	}
	if problems = append(problems, more...); len(problems) > 0 {
		var b strings.Builder
		err = errors.Join(diag.WriteText(&b, problems, nil), errors.New(b.String()))
	}
	s := &sources{types: make(map[[2]string]*model.Type)}
	for _, p := range found {
		if p.Name == "shapes" {
			s.tools = p.Tools
		}
		for _, t := range p.Types {
			if name := ([2]string{t.Name.Package, t.Name.Name}); len(t.Name.Arguments) == 0 && s.types[name] == nil {
				s.types[name] = t
			}
		}
	}
	return s, err
})

func extractedSources(t testing.TB) *sources {
	t.Helper()
	s, err := readSources()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// modelOf returns the model of a Go type, which must have a name and no type
// arguments.
func modelOf(t testing.TB, of reflect.Type) *model.Type {
	t.Helper()
	found := extractedSources(t).types[[2]string{of.PkgPath(), of.Name()}]
	if found == nil {
		t.Fatalf("%s was not extracted", of)
	}
	return found
}

// toolOf returns the tool of a function of package shapes.
func toolOf(t testing.TB, function string) *model.Tool {
	t.Helper()
	for _, tool := range extractedSources(t).tools {
		if tool.Function == function {
			return tool
		}
	}
	t.Fatalf("there is no tool %s", function)
	return nil
}

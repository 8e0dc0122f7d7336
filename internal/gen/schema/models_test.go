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

// sources are the packages under testdata as the extractor sees them. Their
// types are also types of this program, so that what is made from the source
// can be compared with what the living type does.
type sources struct {
	// tools are those of the package shapes.
	tools []*model.Tool
	// types are by import path and name.
	types map[[2]string]*model.Type
}

// extracted reads them, once.
var extracted = sync.OnceValues(func() (*sources, error) {
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
	s, err := extracted()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// modelOf is the model of a live type that has a name and no type arguments.
func modelOf(t testing.TB, of reflect.Type) *model.Type {
	t.Helper()
	found := extractedSources(t).types[[2]string{of.PkgPath(), of.Name()}]
	if found == nil {
		t.Fatalf("%s was not extracted", of)
	}
	return found
}

// toolOf is the model of a function of the package shapes.
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

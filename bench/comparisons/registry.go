package comparisons

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/bench/shapes"
	"github.com/toolgen/toolgen/runtime"
)

// copies returns n tools with eight arguments and different names.
func copies(n int) []*runtime.Tool {
	all := make([]*runtime.Tool, n)
	for i := range all {
		tool := *shapes.All().Medium.Tool
		tool.ID, tool.Name = "", fmt.Sprintf("%s_%d", tool.Name, i)
		all[i] = &tool
	}
	return all
}

// Registration compares the registration of 1000 tools with filling a map.
func Registration() (Comparison, error) {
	tools := copies(1000)
	return Comparison{
		Title: "Registering 1000 tools; limit: 2 x",
		Loads: []string{"1000 tools"},
		Variants: []Variant{
			{"a map[string]*runtime.Tool made to measure, filled", singleLoad(func() error {
				byName := make(map[string]*runtime.Tool, len(tools))
				for _, tool := range tools {
					byName[tool.Name] = tool
				}
				return checkLength(len(byName), len(tools))
			})},
			{"a map[string]runtime.Tool, filled", singleLoad(func() error {
				byName := make(map[string]runtime.Tool)
				for _, tool := range tools {
					byName[tool.Name] = *tool
				}
				return checkLength(len(byName), len(tools))
			})},
			{"toolgen: NewRegistry and Register, with all checks", singleLoad(func() error {
				return runtime.NewRegistry(nil).Register(tools...)
			})},
		},
	}, nil
}

// Definitions compares appending the definitions of 50 tools to a large enough buffer with copying bytes.
func Definitions() (Comparison, error) {
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(copies(50)...); err != nil {
		return Comparison{}, err
	}
	all := registry.AppendDefinitions(nil, runtime.Policy{})
	pieces := slices.Collect(slices.Chunk(all, len(all)/50+1))
	buffer := make([]byte, 0, len(all))
	return Comparison{
		Title: fmt.Sprintf("Appending the definitions of 50 tools, %d bytes; limit: 2 x, without an allocation", len(all)),
		Loads: []string{"50 tools"},
		Variants: []Variant{
			{"one copy of the bytes", singleLoad(func() error {
				buffer = append(buffer[:0], all...)
				return checkLength(len(buffer), len(all))
			})},
			{"50 copies of a fiftieth each", singleLoad(func() error {
				buffer = buffer[:0]
				for _, piece := range pieces {
					buffer = append(buffer, piece...)
				}
				return checkLength(len(buffer), len(all))
			})},
			{"toolgen: AppendDefinitions, with policy checks", singleLoad(func() error {
				buffer = registry.AppendDefinitions(buffer[:0], runtime.Policy{})
				return checkLength(len(buffer), len(all))
			})},
		},
	}, nil
}

// singleLoad returns the function of a variant with one load.
func singleLoad(run func() error) []func() error { return []func() error{run} }

var errWrong = errors.New("the result has the wrong length")

// checkLength returns an error if a result has the wrong length.
func checkLength(got, want int) error {
	if got != want {
		return errWrong
	}
	return nil
}

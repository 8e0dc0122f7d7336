package contests

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/bench/shapes"
	"github.com/toolgen/toolgen/runtime"
)

// copies are so many tools of eight arguments, which differ in their names.
func copies(n int) []*runtime.Tool {
	all := make([]*runtime.Tool, n)
	for i := range all {
		tool := *shapes.All().Medium.Tool
		tool.ID, tool.Name = "", fmt.Sprintf("%s_%d", tool.Name, i)
		all[i] = &tool
	}
	return all
}

// Registering registers 1000 tools, of which a registry keeps copies.
func Registering() (Contest, error) {
	tools := copies(1000)
	return Contest{
		Title: "Registering 1000 tools; at most 2 x",
		Loads: []string{"1000 tools"},
		Ways: []Way{
			{"a map[string]runtime.Tool, filled", once(func() error {
				byName := make(map[string]runtime.Tool)
				for _, tool := range tools {
					byName[tool.Name] = *tool
				}
				return expect(len(byName), len(tools))
			})},
			{"a map[string]*runtime.Tool, made to measure, into a slice of copies", once(func() error {
				copied, byName := make([]runtime.Tool, len(tools)), make(map[string]*runtime.Tool, len(tools))
				for i, tool := range tools {
					copied[i] = *tool
					byName[tool.Name] = &copied[i]
				}
				return expect(len(byName), len(tools))
			})},
			{"toolgen: NewRegistry and Register, with all checks", once(func() error {
				return runtime.NewRegistry(nil).Register(tools...)
			})},
		},
	}, nil
}

// Definitions appends the definitions of 50 tools to a buffer that has room.
func Definitions() (Contest, error) {
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(copies(50)...); err != nil {
		return Contest{}, err
	}
	all := registry.AppendDefinitions(nil, runtime.Policy{})
	pieces := slices.Collect(slices.Chunk(all, len(all)/50+1))
	buffer := make([]byte, 0, len(all))
	return Contest{
		Title: fmt.Sprintf("Appending the definitions of 50 tools, %d bytes; at most 2 x, without an allocation", len(all)),
		Loads: []string{"50 tools"},
		Ways: []Way{
			{"one copy of the bytes", once(func() error {
				buffer = append(buffer[:0], all...)
				return expect(len(buffer), len(all))
			})},
			{"50 copies, a fiftieth each", once(func() error {
				buffer = buffer[:0]
				for _, piece := range pieces {
					buffer = append(buffer, piece...)
				}
				return expect(len(buffer), len(all))
			})},
			{"toolgen: AppendDefinitions, with the policy's gates", once(func() error {
				buffer = registry.AppendDefinitions(buffer[:0], runtime.Policy{})
				return expect(len(buffer), len(all))
			})},
		},
	}, nil
}

func once(run func() error) []func() error { return []func() error{run} }

var errWrong = errors.New("the result is of the wrong length")

func expect(got, want int) error {
	if got != want {
		return errWrong
	}
	return nil
}

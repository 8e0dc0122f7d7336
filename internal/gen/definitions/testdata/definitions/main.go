// Definitions prints the definitions of tools in all dialects, and the limits that
// the tools of each package exceed, as JSON. The test that compiles it adds the
// variable packages.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/toolgen/toolgen/runtime"
)

// output is what the program prints.
type output struct {
	// Definitions has the definitions by the ID of the tool and the dialect. A
	// tool without a definition has the text of the error.
	Definitions map[string]map[string]string
	// Limits has the exceeded limits by the package and the dialect.
	Limits map[string]map[string]*runtime.DialectLimitError
}

func main() {
	out := output{make(map[string]map[string]string), make(map[string]map[string]*runtime.DialectLimitError)}
	for path, tools := range packages {
		out.Limits[path] = make(map[string]*runtime.DialectLimitError)
		for _, tool := range tools {
			out.Definitions[tool.ID] = make(map[string]string)
		}
		for _, dialect := range os.Args[1:] {
			for _, tool := range tools {
				out.Definitions[tool.ID][dialect] = define(dialect, tool)
			}
			_, err := definitions(dialect, tools...)
			var limit *runtime.DialectLimitError
			if errors.As(err, &limit) {
				out.Limits[path][dialect] = limit
			}
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// define returns the definition of a tool, or the text of the error.
func define(dialect string, tool *runtime.Tool) string {
	text, err := definitions(dialect, tool)
	if err != nil {
		return err.Error()
	}
	return string(text[1 : len(text)-1])
}

// definitions returns the definitions of tools as a JSON array.
func definitions(dialect string, tools ...*runtime.Tool) ([]byte, error) {
	registry := runtime.NewRegistry(nil)
	for _, tool := range tools {
		described := *tool
		described.Available = nil
		described.Requires = nil
		described.Invoke = func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("") }
		if err := registry.Register(&described); err != nil {
			return nil, err
		}
	}
	return registry.AppendDefinitionsFor(nil, runtime.Dialect(dialect), runtime.Policy{
		Files:   runtime.FilePolicy{Write: []string{"."}},
		Network: runtime.NetworkPolicy{Allow: []string{"*"}},
	})
}

// Aggregate decodes what it is told to with the generated decoders: a request
// on each line of the input, an answer on each line of the output.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"

	"github.com/toolgen/toolgen/internal/gen/emit/testdata/shapes"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/decode"
)

type request struct {
	Tool, Text string
	Repair     bool
	Call       bool
}

type answer struct {
	OK       bool
	Value    json.RawMessage `json:",omitempty"`
	Problems []string        `json:",omitempty"`
	Result   *runtime.Result `json:",omitempty"`
}

func main() {
	tools := make(map[string]*runtime.Tool)
	for _, tool := range append(shapes.Tools(), shapes.StoreTools(&shapes.Store{Name: "attic"})...) {
		tools[tool.Name] = tool
	}
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(append(shapes.Tools(), shapes.StoreTools(&shapes.Store{Name: "attic"})...)...); err != nil {
		panic(err)
	}
	input, output := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	input.Buffer(nil, 1<<20)
	for input.Scan() {
		var r request
		if err := json.Unmarshal(input.Bytes(), &r); err != nil {
			panic(err)
		}
		var a answer
		if r.Call {
			a = call(registry, r)
		} else {
			a = read(tools[r.Tool], r)
		}
		if err := output.Encode(a); err != nil {
			panic(err)
		}
	}
}

func call(registry *runtime.Registry, r request) answer {
	results := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{ID: "1", Name: r.Tool, Args: json.RawMessage(r.Text)}}, &runtime.Turn{})
	return answer{OK: results[0].Result.OK, Result: &results[0].Result}
}

func read(tool *runtime.Tool, r request) answer {
	var d decode.D
	d.Reset([]byte(r.Text), decode.Options{NoRepair: !r.Repair})
	value := tool.Decode(&d)
	var problems *decode.Error
	if errors.As(d.Err(tool.Name), &problems) {
		a := answer{}
		for _, p := range problems.Problems {
			a.Problems = append(a.Problems, string(p.Code)+" "+p.Path)
		}
		return a
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return answer{OK: true, Value: text}
}

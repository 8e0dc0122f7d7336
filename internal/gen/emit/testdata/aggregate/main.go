// Aggregate decodes what it is told to with the generated decoders: a request
// on each line of the input, an answer on each line of the output.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/emit/testdata/forms"
	"github.com/toolgen/toolgen/internal/gen/emit/testdata/shapes"
	"github.com/toolgen/toolgen/internal/gen/emit/testdata/strict"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/arguments"
	"github.com/toolgen/toolgen/runtime/decode"
)

// request asks for a tool, by the name of its package and its own.
type request struct {
	Tool, Text string
	Repair     bool
	Call       bool
}

// answer is the value that the decoder read, or the problems that it found.
// Reference is what encoding/json reads, unless that fails, and Same says that
// the two are equal in memory.
type answer struct {
	OK        bool
	Value     json.RawMessage `json:",omitempty"`
	Problems  []string        `json:",omitempty"`
	Repairs   int             `json:",omitempty"`
	Reference json.RawMessage `json:",omitempty"`
	Same      bool
	Result    *runtime.Result `json:",omitempty"`
}

// tools are those of all packages.
func tools() map[string][]*runtime.Tool {
	return map[string][]*runtime.Tool{
		"shapes": append(shapes.Tools(), shapes.StoreTools(&shapes.Store{Name: "attic"})...),
		"forms":  forms.Tools(),
		"strict": strict.Tools(),
	}
}

func main() {
	registries := make(map[string]*runtime.Registry)
	for name, tools := range tools() {
		registries[name] = runtime.NewRegistry(nil)
		if err := registries[name].Register(tools...); err != nil {
			panic(err)
		}
	}
	input, output := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	input.Buffer(nil, 1<<20)
	for input.Scan() {
		var r request
		if err := json.Unmarshal(input.Bytes(), &r); err != nil {
			panic(err)
		}
		pkg, name, _ := strings.Cut(r.Tool, ".")
		var a answer
		if r.Call {
			a = call(registries[pkg], name, r)
		} else {
			all := tools()[pkg]
			a = read(all[slices.IndexFunc(all, func(t *runtime.Tool) bool { return t.Name == name })], r)
		}
		if err := output.Encode(a); err != nil {
			panic(err)
		}
	}
}

func call(registry *runtime.Registry, name string, r request) answer {
	results := registry.ExecuteParallel(context.Background(), []runtime.ToolCall{{ID: "1", Name: name, Args: json.RawMessage(r.Text)}}, &runtime.Turn{})
	return answer{OK: results[0].Result.OK, Result: &results[0].Result}
}

func read(tool *runtime.Tool, r request) answer {
	var d decode.D
	buffer := []byte(r.Text)
	d.Reset(buffer, decode.Options{NoRepair: !r.Repair})
	value := tool.Decode(&d)
	for i := range buffer {
		buffer[i] = 0xff // the value does not share memory with the buffer
	}
	var problems *arguments.Error
	if errors.As(d.Err(tool.Name), &problems) {
		a := answer{}
		for _, p := range problems.Problems {
			a.Problems = append(a.Problems, string(p.Code)+" "+p.Path)
		}
		return a
	}
	a := answer{OK: true, Value: written(value), Repairs: len(d.Repairs())}
	reference := reflect.New(reflect.TypeOf(value).Elem()).Interface()
	decoder := json.NewDecoder(strings.NewReader(r.Text))
	decoder.UseNumber()
	if decoder.Decode(reference) == nil {
		a.Reference, a.Same = written(reference), reflect.DeepEqual(value, reference)
	}
	return a
}

func written(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/internal/gen/model"
	"github.com/toolgen/toolgen/internal/gen/schema"
	"github.com/toolgen/toolgen/internal/gen/schema/testdata/shapes"
)

// output is the type of a result, with its schema and a validator for it.
type output struct {
	of       reflect.Type
	model    *model.Type
	wrapped  bool
	text     []byte
	compiled func() (*validator.Schema, error)
}

// outputs returns the results of the functions of package shapes, and of all
// pairs.
func outputs(t testing.TB) []*output {
	t.Helper()
	var all []*output
	add := func(of reflect.Type, r model.Result) {
		o := &output{of: of, model: r.Type, wrapped: r.Kind == model.ResultWrapped}
		var err error
		if o.text, err = schema.Encode(schema.Output(r)); err != nil {
			t.Fatal(err)
		}
		o.compiled = sync.OnceValues(func() (*validator.Schema, error) { return compile(o.text) })
		all = append(all, o)
	}
	for _, name := range slices.Sorted(maps.Keys(shapes.Functions)) {
		add(reflect.TypeOf(shapes.Functions[name]).Out(0), toolOf(t, name).Result)
	}
	for _, of := range pairTypes() {
		add(of, result(modelOf(t, of)))
	}
	return all
}

// check makes a value from bytes, writes it with encoding/json, and returns an
// error if the schema does not accept the text.
func (o *output) check(from []byte) error {
	value := reflect.New(o.of).Elem()
	newValueMaker(from).fill(value, 8)
	if !o.wrapped && value.Kind() == reflect.Pointer && value.IsNil() {
		return nil // a nil pointer is a failure without a value
	}
	text, err := json.Marshal(value.Interface())
	if err != nil {
		return err
	}
	written, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	written = asArguments(written, value, o.model)
	if o.wrapped {
		written = map[string]any{"result": written}
	}
	compiled, err := o.compiled()
	if err != nil {
		return err
	}
	if err := compiled.Validate(written); err != nil {
		return fmt.Errorf("%s: %w", text, err)
	}
	return nil
}

// Schemas of results accept the texts that encoding/json writes for zero values
// and for random values.
func TestOutputAcceptsWhatEncodingJSONWrites(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, o := range outputs(t) {
		for i := range 30 {
			from := make([]byte, i*8)
			for j := range from {
				from[j] = byte(random.Uint32())
			}
			if err := o.check(from); err != nil {
				t.Errorf("%s from %x: %v\n%s", o.of, from, err, o.text)
			}
		}
	}
}

func FuzzOutput(f *testing.F) {
	all := outputs(f)
	for i := range all {
		f.Add(uint(i), []byte("\x01\x02\x03 and so on, \xff\x00\x01\x01\x01\x01\x02\x03"))
	}
	f.Fuzz(func(t *testing.T, i uint, from []byte) {
		o := all[i%uint(len(all))]
		if err := o.check(from[:min(len(from), 1<<10)]); err != nil {
			t.Errorf("%s: %v\n%s", o.of, err, o.text)
		}
	})
}

package peers

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/toolgen/toolgen/bench/shapes"

	googleschema "github.com/google/jsonschema-go/jsonschema"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// valid checks the syntax with the standard library.
func valid(text []byte) error {
	if !json.Valid(text) {
		return errors.New("not valid JSON")
	}
	return nil
}

// validator returns a peer that validates the texts of all tools with one function.
func validator(f func(text []byte) error) func(shapes.Set) (Calls, error) {
	call := validateCall(f)
	return func(shapes.Set) (Calls, error) { return Calls{call, call, call}, nil }
}

// validateCall returns a Call that validates with f.
func validateCall(f func(text []byte) error) Call {
	return func(text []byte) (Answer, error) { return Answer{}, f(text) }
}

// santhosh compiles the schema once, and decodes each text to an any with exact
// numbers, as the library requires.
func santhosh[T any](s shapes.Sample[T]) (Call, error) {
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(s.Tool.Input))
	if err != nil {
		return nil, err
	}
	const url = "args.json"
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(url, document); err != nil {
		return nil, err
	}
	schema, err := compiler.Compile(url)
	if err != nil {
		return nil, err
	}
	return validateCall(func(text []byte) error {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return err
		}
		return schema.Validate(value)
	}), nil
}

// google resolves the schema once, and decodes each text to an any.
func google[T any](s shapes.Sample[T]) (Call, error) {
	var schema googleschema.Schema
	if err := json.Unmarshal([]byte(s.Tool.Input), &schema); err != nil {
		return nil, err
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return nil, err
	}
	return validateCall(func(text []byte) error {
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			return err
		}
		return resolved.Validate(value)
	}), nil
}

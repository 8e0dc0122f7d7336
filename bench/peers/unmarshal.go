package peers

import (
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/bench/shapes"

	v2json "github.com/go-json-experiment/json"
	gojson "github.com/goccy/go-json"
	"github.com/mailru/easyjson"
)

func encodingJSON(text []byte, args any) error { return json.Unmarshal(text, args) }

func jsonV2(text []byte, args any) error { return v2json.Unmarshal(text, args) }

func goccy(text []byte, args any) error { return gojson.Unmarshal(text, args) }

func easyJSON(text []byte, args any) error {
	u, ok := args.(easyjson.Unmarshaler)
	if !ok {
		return fmt.Errorf("easyjson has generated nothing for %T: run go generate", args)
	}
	return easyjson.Unmarshal(text, u)
}

// unmarshal returns a peer for a function that decodes to any struct.
func unmarshal(f func(text []byte, args any) error) func(shapes.Set) (Calls, error) {
	return func(shapes.Set) (Calls, error) {
		return Calls{unmarshalCall[shapes.ClockArgs](f), unmarshalCall[shapes.GrepArgs](f), unmarshalCall[shapes.PlanArgs](f)}, nil
	}
}

// unmarshalCall returns a Call that decodes to a T.
func unmarshalCall[T any](f func(text []byte, args any) error) Call {
	return func(text []byte) (Answer, error) {
		args := new(T)
		err := f(text, args)
		return Answer{Args: args}, err
	}
}

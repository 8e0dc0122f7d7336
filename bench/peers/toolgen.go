package peers

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/bench/shapes"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/decode"
)

// toolgen is only the generated decoder.
func toolgen[T any](s shapes.Sample[T]) (Call, error) {
	d := new(decode.D)
	return func(text []byte) (Answer, error) {
		d.Reset(text, decode.Options{})
		args := s.Tool.Decode(d)
		return Answer{Args: args}, d.Err(s.Tool.Name)
	}, nil
}

// toolgenExecute is a call through a registry: lookup, policy, decoder, deadline and
// budget. The function runs in another goroutine.
func toolgenExecute[T any](s shapes.Sample[T]) (Call, error) {
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(s.Tool); err != nil {
		return nil, err
	}
	ctx, turn := context.Background(), &runtime.Turn{}
	return func(text []byte) (Answer, error) {
		calls := [...]runtime.ToolCall{{ID: "1", Name: s.Tool.Name, Args: text}}
		result := registry.ExecuteParallel(ctx, calls[:], turn)[0].Result
		if !result.OK {
			return Answer{}, errors.New(result.Error)
		}
		return Answer{Text: result.Value}, nil
	}, nil
}

package comparisons

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"

	"github.com/toolgen/toolgen/bench/shapes"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/decode"
)

// batchCalls is the number of calls of a batch with arguments.
const batchCalls = 10

// Batches compares batches of calls with arguments of the medium shape with goroutines that use the same decoder and call
// the same function, and do nothing else.
func Batches() (Comparison, error) {
	sample := shapes.All().Medium
	registry := runtime.NewRegistry(nil)
	if err := registry.Register(sample.Tool); err != nil {
		return Comparison{}, err
	}
	calls := make([]runtime.ToolCall, batchCalls)
	for i := range calls {
		calls[i] = runtime.ToolCall{ID: strconv.Itoa(i), Name: sample.Tool.Name, Args: sample.Text}
	}
	ctx, turn, decoders := context.Background(), &runtime.Turn{}, make([]decode.D, batchCalls)
	execute := func() error {
		results := registry.ExecuteParallel(ctx, calls, turn)
		if i := slices.IndexFunc(results, func(r runtime.CallResult) bool { return !r.Result.OK }); i >= 0 {
			return errors.New(results[i].Result.Error)
		}
		return nil
	}
	return Comparison{
		Title: "A batch of 10 calls with 8 arguments; limit: 1.2 x",
		Loads: []string{"10 calls"}, Calls: []int{batchCalls},
		Variants: []Variant{
			{"a goroutine each, with the decoder of toolgen", singleLoad(func() error { return decodeEach(ctx, sample, decoders) })},
			{"toolgen: policy, deadline, recovery, budget", singleLoad(execute)},
		},
	}, nil
}

// decodeEach decodes the arguments of each call and calls the function, in goroutines that reuse the decoders.
func decodeEach(ctx context.Context, sample shapes.Sample[shapes.GrepArgs], decoders []decode.D) error {
	var group sync.WaitGroup
	answers, failures := make([]string, batchCalls), make([]error, batchCalls)
	for i := range answers {
		group.Go(func() {
			d := &decoders[i]
			d.Reset(sample.Text, decode.Options{})
			args, ok := sample.Tool.Decode(d).(*shapes.GrepArgs)
			if !ok {
				failures[i] = d.Err(sample.Tool.Name)
				return
			}
			answers[i], failures[i] = sample.Run(ctx, *args)
		})
	}
	group.Wait()
	return errors.Join(failures...)
}

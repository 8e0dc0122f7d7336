package temporal

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/testsuite"

	"github.com/toolgen/toolgen/runtime"
)

// bigTool returns texts, structured content and parts of any size.
func bigTool() runtime.Tool {
	return newTool(runtime.Tool{Name: "big"}, func(_ context.Context, _ *runtime.Call, a args) runtime.Result {
		text := strings.Repeat("0123456789", a.Size/10)
		switch a.Text {
		case "structured":
			return runtime.Object(map[string]string{"text": text})
		case "part":
			return runtime.Mixed(runtime.TextPart("an image"), runtime.ImagePart("image/png", []byte(text)))
		}
		return runtime.Text(text)
	})
}

// payloadSizes counts the bytes that a batch adds to a history.
type payloadSizes struct{ total, largest int }

// add adds a payload.
func (p *payloadSizes) add(values ...any) {
	for _, value := range values {
		data, _ := json.Marshal(value)
		p.total += len(data)
		p.largest = max(p.largest, len(data))
	}
}

// watch counts the arguments and results of activities, and the results of local ones.
func (p *payloadSizes) watch(environment *testsuite.TestWorkflowEnvironment) {
	count := func(value converter.EncodedValue) {
		var data json.RawMessage
		if value != nil && value.HasValue() && value.Get(&data) == nil {
			p.add(data)
		}
	}
	environment.SetOnActivityStartedListener(func(_ *activity.Info, _ context.Context, arguments converter.EncodedValues) {
		var data json.RawMessage
		if arguments.Get(&data) == nil {
			p.add(data)
		}
	})
	environment.SetOnActivityCompletedListener(func(_ *activity.Info, value converter.EncodedValue, _ error) { count(value) })
	environment.SetOnLocalActivityCompletedListener(func(_ *activity.Info, value converter.EncodedValue, _ error) { count(value) })
}

// A batch with large arguments and results stays far below the limits of Temporal, and
// has the results of a local batch.
func TestSizes(t *testing.T) {
	many := func(n int, a args) []runtime.ToolCall {
		var batch []runtime.ToolCall
		for i := range n {
			batch = append(batch, call(fmt.Sprint(i), "big", a))
		}
		return batch
	}
	tests := []struct {
		reason string
		batch  []runtime.ToolCall
		same   bool
		total  int
	}{
		{"100 results of 80 000 characters", many(100, args{Size: 80_000}), true, 1 << 20},
		{"a result of 3 MB", many(1, args{Size: 3_000_000}), true, 1 << 20},
		{"1000 calls", many(1000, args{Size: 1000}), true, 3 << 20},
		{"arguments of 1 MB", many(2, args{Size: 10, Text: strings.Repeat("a", 1<<20)}), true, 1 << 18},
		{"structured content of 900 kB, three times", many(3, args{Size: 900_000, Text: "structured"}), false, 1 << 20},
		{"images of 4 MB", many(2, args{Size: 4_000_000, Text: "part"}), false, 1 << 20},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			want := newRegistry(t, nil, bigTool()).ExecuteParallel(t.Context(), test.batch, nil)
			environment := newEnvironment(t, newHost(t, newRegistry(t, nil, bigTool()), Options{}))
			var sizes payloadSizes
			sizes.watch(environment)
			got := runBatch(t, environment, Turn{}, test.batch...)
			if test.same {
				compareResults(t, want, got)
			} else if last := got[len(got)-1].Result; !last.OK || !strings.Contains(last.Value, "were left out: they are too large for the history") {
				t.Errorf("got %.300s", last.Value)
			}
			if sizes.largest > 1900<<10 || sizes.total > test.total || sizes.total == 0 {
				t.Errorf("the largest payload has %d bytes, all have %d, more than %d", sizes.largest, sizes.total, test.total)
			}
			t.Logf("largest %d, total %d bytes", sizes.largest, sizes.total)
		})
	}
}

// A call that needs approval and whose arguments people could not get is refused.
func TestArgumentsTooLargeForApproval(t *testing.T) {
	h := newHost(t, newRegistry(t, nil, riskyTools()...), Options{})
	results := runBatch(t, newEnvironment(t, h), Turn{}, call("1", "risky", args{Text: strings.Repeat("a", 1<<20)}))
	if got := reasons(results); got != ReasonTooLarge || !strings.Contains(results[0].Result.Error, "make a smaller call") {
		t.Errorf("got %.300s", results[0].Result.Error)
	}
}

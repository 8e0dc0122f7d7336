package runtime

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/decode"
)

// These look at moments that cannot be hit from outside: they are a few
// instructions long.

// oneWorker is a batch with one call of the tool, whose worker is the test.
func oneWorker(t *testing.T, o *Options, tool Tool) *batch {
	t.Helper()
	tool.Name = "a"
	r := NewRegistry(o)
	if err := r.Register(&tool); err != nil {
		t.Fatal(err)
	}
	b := newBatch(t.Context(), r, []ToolCall{{Name: "a"}}, &Turn{})
	b.done = make(chan struct{})
	b.live.Store(int64(b.plan.open(1)))
	return b
}

// A call that is abandoned right after a worker claimed it again is not begun
// from the start.
func TestAbandonedWhenItIsResumed(t *testing.T) {
	decoded := 0
	b := oneWorker(t, &Options{Logger: slog.New(slog.DiscardHandler)}, Tool{
		Decode: func(*decode.D) any { decoded++; return new(int) },
		Key:    func(any) string { return "k" }, Serialize: []string{"k"},
		Invoke: func(context.Context, *Call) Result { t.Error("the tool was invoked"); return Text("") },
	})
	var out reply
	first, _ := b.take()
	if !b.serve(first, &out) || b.slots[0].state.Load() != parked {
		t.Fatal("the call was not put aside")
	}
	again, _ := b.take()
	phase, begun := b.slots[again].begin(b, again)
	if !begun || phase != resumed || !b.abandon(again, resumed, timedOut(time.Second)) {
		t.Fatal("the call was not claimed and abandoned")
	}
	before := b.plan.places[0]
	out = reply{}
	b.slots[0].answer(b, 0, phase, &out)
	if !out.lost || decoded != 1 || b.plan.places[0].spent != before.spent {
		t.Errorf("lost %t, decoded %d times", out.lost, decoded)
	}
	b.finish(0, &out)
	if b.plan.strays != 0 || b.results[0].Result.Reason != ReasonTimeout {
		t.Errorf("%d strays, %+v", b.plan.strays, b.results[0])
	}
}

// A tool that returns between the moments in which it was abandoned and in
// which the plan hears of that holds nothing.
func TestReturnedBeforeThePlanKnows(t *testing.T) {
	b := oneWorker(t, nil, Tool{Exclusive: true, Invoke: func(context.Context, *Call) Result { return Text("") }})
	p := b.plan
	p.returned(0)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leave(b, 0, true)
	if p.strays != 0 || p.loners != 0 || p.places[0].stray {
		t.Errorf("%d strays, %d loners", p.strays, p.loners)
	}
}

// inside is a log handler that tells when it is in a record, and waits there.
type inside struct {
	slog.Handler
	here, on chan struct{}
}

func (h inside) Enabled(_ context.Context, level slog.Level) bool { return level > slog.LevelDebug }
func (h inside) Handle(context.Context, slog.Record) error {
	h.here <- struct{}{}
	<-h.on
	return nil
}
func (h inside) WithAttrs([]slog.Attr) slog.Handler { return h }

// A call that an approver denied is over at once: until it is answered, nobody
// may offer it to a worker, and one that has it nevertheless leaves it alone.
func TestDeniedIsOverAtOnce(t *testing.T) {
	here, on := make(chan struct{}), make(chan struct{})
	b := oneWorker(t, &Options{
		Logger:   slog.New(inside{slog.DiscardHandler, here, on}),
		Approver: func(context.Context, ApprovalRequest) (Decision, error) { return Decision{}, errors.New("no") },
	}, Tool{Approval: &Approval{}, Invoke: func(context.Context, *Call) Result { return Text("") }})
	var out reply
	i, _ := b.take()
	b.serve(i, &out)
	<-here
	began := b.slots[0].began
	b.plan.mu.Lock()
	over := b.plan.places[0].over
	b.plan.mu.Unlock()
	if _, begun := b.slots[0].begin(b, 0); begun || !over || b.slots[0].began != began {
		t.Errorf("begun %t, over %t, began %s and then %s", begun, over, began, b.slots[0].began)
	}
	close(on)
	b.leave()
	<-b.done
	if b.results[0].Result.Reason != ReasonDenied {
		t.Errorf("got %+v", b.results[0].Result)
	}
}

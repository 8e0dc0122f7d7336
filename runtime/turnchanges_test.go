package runtime_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// turnText returns fields of the turn that a tool can read.
func turnText(c *runtime.Call) string {
	return fmt.Sprint(c.Session().ID(), c.WorkingDir(), c.CurrentTurn(), c.DryRun(), c.Policy().Grants)
}

// TestTurnChangesBetweenBatches checks that a batch uses the turn as it is when the batch starts.
func TestTurnChangesBetweenBatches(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "tool", Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
		return runtime.Text(turnText(c))
	}})
	turn, a, b := &runtime.Turn{}, runtime.NewSession("a", ""), runtime.NewSession("b", "")
	for _, test := range []struct {
		change func()
		want   string
	}{
		{func() {}, "0 false []"},
		{func() {}, "0 false []"},
		{func() { turn.WorkingDir = "x" }, "x0 false []"},
		{func() { turn.CurrentTurn = 7 }, "x7 false []"},
		{func() { turn.Session = a }, "ax7 false []"},
		{func() { turn.Policy.Grants = []string{"pay"} }, "ax7 false [pay]"},
		{func() { turn.Policy.Grants[0] = "read" }, "ax7 false [read]"},
		{func() { turn.Session = b }, "bx7 false [read]"},
		{func() { turn.Session, turn.WorkingDir = a, "y" }, "ay7 false [read]"},
		{func() { *turn = runtime.Turn{} }, "0 false []"},
		{func() { turn.Policy.Exclude = []string{"tool"} }, "Tool tool is not available on this surface"},
		{func() { turn.Policy.Exclude = nil }, "0 false []"},
	} {
		test.change()
		if got := resultTexts(registry, turn, "tool")[0]; got != test.want {
			t.Errorf("the tool reads %q, want %q", got, test.want)
		}
	}
}

// TestAbandonedToolReadsItsTurn checks that a tool that continues after its deadline still
// reads the turn of its batch, after the caller has changed it.
func TestAbandonedToolReadsItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		read := make(chan string, 1)
		registry := newRegistry(t, nil, runtime.Tool{Name: "slow", Timeout: time.Second, Invoke: func(_ context.Context, c *runtime.Call) runtime.Result {
			time.Sleep(time.Hour)
			read <- turnText(c)
			return runtime.Text("")
		}})
		turn := &runtime.Turn{WorkingDir: "x"}
		registry.ExecuteParallel(t.Context(), calls("slow"), turn)
		turn.WorkingDir = "y"
		if got := <-read; got != "x0 false []" {
			t.Errorf("the tool reads %q", got)
		}
	})
}

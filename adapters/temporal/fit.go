package temporal

import (
	"context"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// fit is the activity that fits the outcomes of a batch into its budget. It runs
// again if its worker is lost before the workflow has the results; the totals of the
// session are counted once.
func (w *host) fit(ctx context.Context, batch batchRef, ended []endedCall) ([]runtime.CallResult, error) {
	session, err := w.loadSession(ctx, batch.Turn)
	if err != nil {
		return nil, err
	}
	turn, err := w.resolve(ctx, batch.Turn, batch.RunID, session.Session)
	if err != nil {
		return nil, err
	}
	outcomes := make([]runtime.Outcome, len(ended))
	for i := range ended {
		outcomes[i] = w.outcome(ctx, &ended[i], turn)
	}
	results := w.registry.Fit(outcomes, turn)
	if err := w.saveSession(ctx, batch.Turn, session, batch.ID); err != nil {
		return nil, err
	}
	limitMedia(results)
	return results, nil
}

// outcome returns the outcome of a call that has ended.
func (w *host) outcome(ctx context.Context, e *endedCall, turn *runtime.Turn) runtime.Outcome {
	var outcome runtime.Outcome
	if e.End == "" {
		err := w.unpack(ctx, e.Outcome, &outcome)
		if err == nil {
			return outcome
		}
		p := w.preparedOf(ctx, e)
		return w.notStored(&p, err)
	}
	p := w.preparedOf(ctx, e)
	switch e.End {
	case endRefused:
		return w.registry.Execute(ctx, p, turn)
	case endUnknown:
		return p.OutcomeUnknown()
	case endCancelled:
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		return w.registry.Execute(cancelled, p, turn)
	}
	result := runtime.Fail(runtime.NotAvailable, "Tool %s was not run: %s", p.Call.Name, e.Detail)
	result.Reason = string(e.End)
	return runtime.Outcome{ID: p.Call.ID, Name: p.Call.Name, Result: result, Repairs: p.Repairs, Duration: p.Elapsed}
}

// preparedOf returns the prepared call; an empty one if it is lost.
func (w *host) preparedOf(ctx context.Context, e *endedCall) runtime.Prepared {
	var p runtime.Prepared
	if err := w.unpack(ctx, e.Prepared, &p); err != nil {
		w.options.logger().Error("a prepared call is lost", "error", err)
	}
	return p
}

// limitMedia replaces structured content and parts by notices, beginning with the first
// result whose content does not fit into a history together with that of the results
// before it.
func limitMedia(results []runtime.CallResult) {
	total := 0
	for i := range results {
		r := &results[i].Result
		size := len(r.Structured)
		for _, part := range r.Parts {
			size += 4*len(part.Data)/3 + len(part.Text) + len(part.URI)
		}
		if total+size <= maxMediaBytes {
			total += size
			continue
		}
		r.Structured, r.Parts = nil, nil
		note := fmt.Sprintf("\n[%d bytes of structured content, images or other parts were left out: they are too large for the history of a workflow]", size)
		if r.OK {
			r.Value += note
		} else {
			r.Error += note
		}
	}
}

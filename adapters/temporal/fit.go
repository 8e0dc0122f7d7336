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
	return runPhase(ctx, w, batch, func(p *phase) ([]runtime.CallResult, error) { return p.results(ctx, ended) })
}

// results returns the results of the calls that have ended.
func (p *phase) results(ctx context.Context, ended []endedCall) ([]runtime.CallResult, error) {
	if err := p.load(ctx); err != nil {
		return nil, err
	}
	outcomes := make([]runtime.Outcome, len(ended))
	for i := range ended {
		outcomes[i] = p.outcome(ctx, &ended[i])
	}
	results := p.registry.Fit(outcomes, p.turn)
	if err := p.saveSession(ctx, p.batch.Turn, p.session, p.batch.ID); err != nil {
		return nil, err
	}
	limitMedia(results)
	return results, nil
}

// outcome returns the outcome of a call that has ended.
func (p *phase) outcome(ctx context.Context, e *endedCall) runtime.Outcome {
	var outcome runtime.Outcome
	if e.End == "" {
		err := p.unpack(ctx, e.Outcome, &outcome)
		if err == nil {
			return outcome
		}
		prepared := p.preparedOf(ctx, e)
		return p.notStored(ctx, &prepared.Call, err)
	}
	prepared := p.preparedOf(ctx, e)
	switch e.End {
	case endRefused:
		return p.registry.Execute(ctx, prepared, p.turn)
	case endUnknown:
		return prepared.OutcomeUnknown()
	case endCancelled:
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		return p.registry.Execute(cancelled, prepared, p.turn)
	}
	call := prepared.Call
	result := runtime.Fail(runtime.NotAvailable, "Tool %s was not run: %s", call.Name, e.Detail)
	result.Reason = string(e.End)
	return runtime.Outcome{ID: call.ID, Name: call.Name, Result: result, Repairs: prepared.Repairs, Duration: prepared.Elapsed}
}

// preparedOf returns the prepared call; an empty one if it is lost.
func (p *phase) preparedOf(ctx context.Context, e *endedCall) runtime.Prepared {
	var prepared runtime.Prepared
	if err := p.unpack(ctx, e.Prepared, &prepared); err != nil {
		p.options.logger().Error("a prepared call is lost", "error", p.text(ctx, err))
	}
	return prepared
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

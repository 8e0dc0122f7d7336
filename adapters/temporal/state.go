package temporal

import (
	"fmt"

	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/workflow"

	"github.com/toolgen/toolgen/runtime"
)

// The names that workflows have for clients in every language. The values are the
// JSON forms of runtime types; see docs/durable.md.
const (
	// DecideUpdate is the update that decides about a call: its argument is a
	// runtime.Decision. It is refused if no call waits for the decision.
	DecideUpdate = "toolgen.decide"
	// DecideSignal is the signal with the same argument. A decision that no call waits
	// for is ignored.
	DecideSignal = "toolgen.decide"
	// RequestsQuery is the query for the list of runtime.ApprovalRequest that wait.
	RequestsQuery = "toolgen.requests"
	// CallsQuery is the query for the list of [CallStatus].
	CallsQuery = "toolgen.calls"
)

// workflowState is the state of this package in one run of a workflow. The
// coroutines of the workflow use it one at a time.
type workflowState struct {
	batches int
	usedIDs map[string]bool // the ids of calls that have an idempotency key of this run
	running []*batchRun     // and those that have ended since the last batch began
}

// stateKey is the key of the state in a workflow.Context.
type stateKey struct{}

// stateOf returns the state of a workflow; nil if its worker has no plugin.
func stateOf(ctx workflow.Context) *workflowState {
	state, _ := ctx.Value(stateKey{}).(*workflowState)
	return state
}

// workflowInterceptor adds the state to each workflow of a worker.
type workflowInterceptor struct {
	interceptor.WorkerInterceptorBase
}

// InterceptWorkflow returns the interceptor of one run.
func (*workflowInterceptor) InterceptWorkflow(_ workflow.Context, next interceptor.WorkflowInboundInterceptor) interceptor.WorkflowInboundInterceptor {
	i := &inboundInterceptor{}
	i.Next = next
	return i
}

// inboundInterceptor adds the state to one run of a workflow.
type inboundInterceptor struct {
	interceptor.WorkflowInboundInterceptorBase
}

// ExecuteWorkflow runs the workflow with the state and the handlers.
func (i *inboundInterceptor) ExecuteWorkflow(ctx workflow.Context, in *interceptor.ExecuteWorkflowInput) (any, error) {
	state := &workflowState{usedIDs: make(map[string]bool)}
	ctx = workflow.WithValue(ctx, stateKey{}, state)
	if err := state.setHandlers(ctx); err != nil {
		return nil, err
	}
	return i.Next.ExecuteWorkflow(ctx, in)
}

// setHandlers sets the handlers of queries, of the update and of the signal.
func (s *workflowState) setHandlers(ctx workflow.Context) error {
	if err := workflow.SetQueryHandlerWithOptions(ctx, CallsQuery, func() ([]CallStatus, error) { return s.statuses(), nil },
		workflow.QueryHandlerOptions{Description: "The states of the calls of tools."}); err != nil {
		return err
	}
	if err := workflow.SetQueryHandlerWithOptions(ctx, RequestsQuery, func() ([]runtime.ApprovalRequest, error) { return s.requests(), nil },
		workflow.QueryHandlerOptions{Description: "The calls of tools that wait for approval."}); err != nil {
		return err
	}
	err := workflow.SetUpdateHandlerWithOptions(ctx, DecideUpdate,
		func(_ workflow.Context, d runtime.Decision) error { return s.decide(&d) },
		workflow.UpdateHandlerOptions{
			Description: "Decides about a call of a tool that waits for approval.",
			Validator:   func(_ workflow.Context, d runtime.Decision) error { _, err := s.find(&d); return err },
		})
	if err != nil {
		return err
	}
	signals := workflow.GetSignalChannel(ctx, DecideSignal)
	workflow.GoNamed(ctx, DecideSignal, func(ctx workflow.Context) {
		for {
			var d runtime.Decision
			signals.Receive(ctx, &d)
			if err := s.decide(&d); err != nil {
				workflow.GetLogger(ctx).Warn("a decision was ignored", "error", err)
			}
		}
	})
	return nil
}

// decide gives a decision to the call that waits for it.
func (s *workflowState) decide(d *runtime.Decision) error {
	c, err := s.find(d)
	if err == nil {
		c.decision = d
	}
	return err
}

// find returns the call that waits for the decision.
func (s *workflowState) find(d *runtime.Decision) (*scheduledCall, error) {
	if d.Pending {
		return nil, fmt.Errorf("the decision about the call %q is pending: send it when it is made", d.CallID)
	}
	for _, batch := range s.running {
		for _, c := range batch.calls {
			r := c.plan.Approval
			if c.state == StateApproval && c.decision == nil && r.ID == d.RequestID && r.CallID == d.CallID && r.Digest == d.Digest {
				return c, nil
			}
		}
	}
	return nil, fmt.Errorf("no call waits for this decision: call %q, request %q, digest %q; it was decided, it ended, or it is of another workflow", d.CallID, d.RequestID, d.Digest)
}

// requests returns the requests that wait for a decision, in the order of the calls.
func (s *workflowState) requests() []runtime.ApprovalRequest {
	requests := []runtime.ApprovalRequest{}
	for _, batch := range s.running {
		for _, c := range batch.calls {
			if c.state == StateApproval && c.decision == nil {
				requests = append(requests, *c.plan.Approval)
			}
		}
	}
	return requests
}

// statuses returns the states of the calls of the running batches, and of the last
// ones before them.
func (s *workflowState) statuses() []CallStatus {
	statuses := []CallStatus{}
	for _, batch := range s.running {
		for i, c := range batch.calls {
			statuses = append(statuses, CallStatus{
				Key: callKey(batch.ref.ID, i), Call: c.plan.ID, Tool: c.plan.Tool, State: c.state, Failed: c.answer.Failed, Reason: c.answer.Reason,
			})
		}
	}
	return statuses
}

// begin adds a batch, and removes the batches that have ended.
func (s *workflowState) begin(b *batchRun) {
	var running []*batchRun
	for _, other := range s.running {
		if !other.ended {
			running = append(running, other)
		}
	}
	s.running = append(running, b)
}

// runID returns the id of the run in the idempotency keys of a batch. It is the run
// id of the workflow. If a call has the id of an earlier call of the run, the number
// of the batch follows, so that no two calls have the same key.
func (s *workflowState) runID(ctx workflow.Context, calls []runtime.ToolCall) string {
	id := workflow.GetInfo(ctx).WorkflowExecution.RunID
	repeated := false
	for i := range calls {
		repeated = repeated || s.usedIDs[calls[i].ID]
	}
	for i := range calls {
		s.usedIDs[calls[i].ID] = true
	}
	if repeated {
		return fmt.Sprintf("%s/%d", id, s.batches)
	}
	return id
}

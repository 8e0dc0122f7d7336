package temporal

import (
	"context"
	"fmt"
	"reflect"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"

	"github.com/toolgen/toolgen/runtime"
)

// CallState is the state of a call in a workflow.
type CallState string

// The states of calls.
const (
	StateWaiting  CallState = "waiting"  // for earlier calls, or for a slot
	StateApproval CallState = "approval" // for a decision
	StateRunning  CallState = "running"  // in the queue of a worker, or on a worker
	StateEnded    CallState = "ended"
)

// CallStatus is the state of one call.
type CallStatus struct {
	// Key is unique among all calls of a server. Call and Tool are the id of the call
	// and the name of its tool.
	Key  string `json:"key"`
	Call string `json:"call"`
	Tool string `json:"tool"`
	// State is the state of the call. Failed and Reason describe the end of a call
	// that failed; Reason may be empty.
	State  CallState `json:"state"`
	Failed bool      `json:"failed,omitempty"`
	Reason string    `json:"reason,omitempty"`
	// Attempt is the number of the current attempt, from 1, and Progress the last
	// progress, of a call that runs on a worker. The query does not have them; see
	// [Progress].
	Attempt  int                    `json:"attempt,omitempty"`
	Progress *runtime.ProgressEvent `json:"progress,omitempty"`
}

// Requests returns the requests for approval of calls that wait in a workflow. An
// empty run id means the current run.
func Requests(ctx context.Context, c client.Client, workflowID, runID string) ([]runtime.ApprovalRequest, error) {
	var requests []runtime.ApprovalRequest
	err := query(ctx, c, workflowID, runID, RequestsQuery, &requests)
	return requests, err
}

// Decide sends a decision about a call to a workflow, and returns when the workflow
// has recorded it. It returns an error if no call waits for the decision, also if it
// was made before. runtime.ApprovalRequest.Decide makes a decision.
func Decide(ctx context.Context, c client.Client, workflowID, runID string, d runtime.Decision) error {
	handle, err := c.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
		WorkflowID: workflowID, RunID: runID, UpdateName: DecideUpdate, Args: []any{d}, WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	if err == nil {
		err = handle.Get(ctx, nil)
	}
	if err != nil {
		return fmt.Errorf("temporal: the workflow %q did not take the decision about the call %q: %w", workflowID, d.CallID, err)
	}
	return nil
}

// Progress returns the states of the calls of a workflow, with the last progress of
// the calls that run. The data converter is that of the client; nil means the default.
func Progress(ctx context.Context, c client.Client, data converter.DataConverter, workflowID, runID string) ([]CallStatus, error) {
	statuses, _, err := progress(ctx, c, data, workflowID, runID)
	return statuses, err
}

// Watch calls report for each call whose state or progress has changed, until the
// workflow has ended or ctx ends. It queries the workflow once in each interval; zero
// means 500 ms. A workflow that continues as new ends the watch of its run; with an
// empty run id, Watch follows the current run. It returns nil at the end of the
// workflow.
func Watch(ctx context.Context, c client.Client, data converter.DataConverter, workflowID, runID string, interval time.Duration, report func(CallStatus)) error {
	if interval <= 0 {
		interval = DefaultHeartbeat
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	seen := make(map[string]CallStatus)
	for {
		statuses, open, err := progress(ctx, c, data, workflowID, runID)
		if err != nil {
			return err
		}
		now := make(map[string]CallStatus, len(statuses))
		for _, status := range statuses {
			if now[status.Key] = status; !reflect.DeepEqual(seen[status.Key], status) {
				report(status)
			}
		}
		if seen = now; !open {
			return nil
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// progress returns the states of calls, and whether the workflow is open.
func progress(ctx context.Context, c client.Client, data converter.DataConverter, workflowID, runID string) ([]CallStatus, bool, error) {
	described, err := c.DescribeWorkflowExecution(ctx, workflowID, runID)
	if err != nil {
		return nil, false, fmt.Errorf("temporal: the workflow %q cannot be described: %w", workflowID, err)
	}
	open := described.GetWorkflowExecutionInfo().GetStatus() == enums.WORKFLOW_EXECUTION_STATUS_RUNNING
	var statuses []CallStatus
	if err := query(ctx, c, workflowID, runID, CallsQuery, &statuses); err != nil {
		return nil, open, err
	}
	byKey := make(map[string]*CallStatus, len(statuses))
	for i := range statuses {
		byKey[statuses[i].Key] = &statuses[i]
	}
	for _, pending := range described.GetPendingActivities() {
		last, ok := decodeBeat(data, pending.GetHeartbeatDetails())
		if status := byKey[last.Call]; ok && status != nil && status.State == StateRunning {
			status.Attempt, status.Progress = last.Attempt, last.Last
		}
	}
	return statuses, open, nil
}

// decodeBeat decodes the detail of a heartbeat.
func decodeBeat(data converter.DataConverter, details *commonpb.Payloads) (last beat, ok bool) {
	if data == nil {
		data = converter.GetDefaultDataConverter()
	}
	return last, details != nil && data.FromPayloads(details, &last) == nil
}

// query queries a workflow.
func query(ctx context.Context, c client.Client, workflowID, runID, name string, result any) error {
	value, err := c.QueryWorkflow(ctx, workflowID, runID, name)
	if err == nil {
		err = value.Get(result)
	}
	if err != nil {
		return fmt.Errorf("temporal: the query %q of the workflow %q failed: %w", name, workflowID, err)
	}
	return nil
}

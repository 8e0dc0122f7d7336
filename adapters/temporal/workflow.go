package temporal

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"github.com/toolgen/toolgen/runtime"
)

// localTimeout is the time limit of one attempt of a local activity, and
// localAttempts the maximum number of its attempts. The preview of a request for
// approval can take ten seconds.
const (
	localTimeout  = time.Minute
	localAttempts = 4
)

// ExecuteParallel executes the calls of one turn in a workflow and returns one result
// for each call, in the order of the calls, like Registry.ExecuteParallel. It never
// fails: everything that goes wrong is a failed result. It returns when every call is
// answered; a cancelled workflow still gets the results of the calls that had started.
//
// The options of activities in ctx have no effect, except the task queue: with
// workflow.WithTaskQueue, other workers execute the calls. The worker of the workflow
// needs the plugin, too. Several coroutines of a workflow may execute batches at the
// same time.
func ExecuteParallel(ctx workflow.Context, calls []runtime.ToolCall, turn Turn) []runtime.CallResult {
	if len(calls) == 0 {
		return []runtime.CallResult{}
	}
	state := stateOf(ctx)
	if state == nil {
		return failAll(calls, "the worker of this workflow does not have the plugin: add it to worker.Options.Plugins")
	}
	state.batches++
	info := workflow.GetInfo(ctx)
	ref := batchRef{
		Version: planVersion, Turn: turn, RunID: state.runID(ctx, calls),
		ID: info.Namespace + "/" + info.WorkflowExecution.RunID + "/" + strconv.Itoa(state.batches),
	}
	local, _ := workflow.NewDisconnectedContext(ctx)
	local = withLocalOptions(local, localTimeout, localAttempts)
	var made plan
	if err := workflow.ExecuteLocalActivity(local, prepareActivity, ref, calls).Get(local, &made); err != nil {
		return failAll(calls, explain(err))
	}
	ref.Version = made.Version
	b := newBatchRun(ref, &made)
	state.begin(b)
	b.run(ctx)
	b.ended = true
	var results []runtime.CallResult
	if err := workflow.ExecuteLocalActivity(local, fitActivity, ref, b.endedCalls()).Get(local, &results); err != nil {
		return failAll(calls, "the calls have ended, but their results cannot be read: "+explain(err))
	}
	for i := range results { // the store may have lost the data of a call
		results[i].ID, results[i].Name = calls[i].ID, calls[i].Name
	}
	return results
}

// withLocalOptions returns a context with the options of a local activity.
func withLocalOptions(ctx workflow.Context, timeout time.Duration, attempts int) workflow.Context {
	return workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout: timeout, ScheduleToCloseTimeout: 2 * timeout,
		RetryPolicy: &sdk.RetryPolicy{InitialInterval: 200 * time.Millisecond, BackoffCoefficient: 3, MaximumAttempts: int32(attempts)},
	})
}

// failAll returns a failed result for each call.
func failAll(calls []runtime.ToolCall, why string) []runtime.CallResult {
	results := make([]runtime.CallResult, len(calls))
	for i := range calls {
		result := runtime.Fail(runtime.NotAvailable, "No tool can run: %s", why)
		result.Reason = ReasonUnavailable
		results[i] = runtime.CallResult{ID: calls[i].ID, Name: calls[i].Name, Result: result}
	}
	return results
}

// explain returns the text of an activity's error without the data that the SDK and
// the server add to it.
func explain(err error) string {
	var failed *sdk.ActivityError
	if errors.As(err, &failed) && failed.Unwrap() != nil {
		err = failed.Unwrap()
	}
	text := err.Error()
	if application := new(sdk.ApplicationError); errors.As(err, &application) {
		text = application.Message()
	}
	return shorten(text)
}

// callKey returns the key of a call in heartbeats and states.
func callKey(batch string, i int) string { return fmt.Sprintf("%s/%d", batch, i) }

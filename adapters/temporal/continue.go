package temporal

import "go.temporal.io/sdk/workflow"

// maxHistoryEvents is the number of events after which a workflow should continue as
// new, even if its server does not yet suggest it. A call has about six.
const maxHistoryEvents = 8000

// ShouldContinueAsNew reports whether the history of the workflow is so long that it
// should continue as new after the current batch. The session and the used decisions
// are in the store, so that the new run has them without further work; the
// application passes on its own state, such as the conversation or its id.
func ShouldContinueAsNew(ctx workflow.Context) bool {
	info := workflow.GetInfo(ctx)
	return info.GetContinueAsNewSuggested() || info.GetCurrentHistoryLength() > maxHistoryEvents
}

// ContinueAsNew waits for running handlers of updates, so that no decision is lost,
// and returns the error with which a workflow continues as new. No batch may run.
func ContinueAsNew(ctx workflow.Context, workflowFunction any, args ...any) error {
	if err := workflow.Await(ctx, func() bool { return workflow.AllHandlersFinished(ctx) }); err != nil {
		return err
	}
	return workflow.NewContinueAsNewError(ctx, workflowFunction, args...)
}

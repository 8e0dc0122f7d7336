package temporal

import (
	"fmt"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// The names of the activities. They are part of histories.
const (
	prepareActivity = "toolgen.Prepare"
	executeActivity = "toolgen.Execute"
	fitActivity     = "toolgen.Fit"
)

// The limits of what a batch adds to a history. Temporal refuses a payload of more
// than 2 MiB, and stalls if the new events of a workflow have more than 4 MiB.
const (
	// maxItemsBytes is the maximum size of all inline calls of a batch together, and
	// of all inline outcomes together.
	maxItemsBytes = 768 << 10
	// maxItemBytes is the maximum size of one inline call or outcome.
	maxItemBytes = 32 << 10
	// maxRequestsBytes is the maximum size of all requests for approval of a batch
	// together, which cannot be in the store because people read them.
	maxRequestsBytes = 512 << 10
	// maxPlanBytes is the maximum size of a plan.
	maxPlanBytes = 1800 << 10
	// maxCalls is the maximum number of calls of a batch. The plan of so many calls is
	// too large in any case, and the time to prepare calls grows with their square.
	maxCalls = 8192
	// maxMediaBytes is the maximum size of structured content and parts of all
	// results of a batch together.
	maxMediaBytes = 768 << 10
)

// planVersion is the version of the data in this file. A worker with another version
// refuses it, so that nothing is misread.
const planVersion = 2

// batchRef identifies a batch in all its phases.
type batchRef struct {
	Version int  `json:"version"`
	Turn    Turn `json:"turn"`
	// ID is unique among all batches of a server. RunID is runtime.Turn.RunID.
	ID    string `json:"id"`
	RunID string `json:"run_id"`
}

// checkVersion returns an error if the batch has data of another version.
func (b *batchRef) checkVersion() error {
	if b.Version != planVersion {
		return &ownError{text: fmt.Sprintf("the batch has the version %d, and this worker reads the version %d: it began under another version of adapters/temporal", b.Version, planVersion)}
	}
	return nil
}

// plan is the result of preparing a batch: what the workflow needs in order to
// schedule its calls. It is recorded in the history, so that the options of workers
// cannot change a running batch.
type plan struct {
	// Version is the version of the worker that planned the batch. All further phases
	// have it, so that a worker with another version does not misread the plan.
	Version          int           `json:"version"`
	Calls            []plannedCall `json:"calls"`
	Concurrency      int           `json:"concurrency"`
	HeartbeatTimeout time.Duration `json:"heartbeat_timeout_ns"`
	ApprovalTimeout  time.Duration `json:"approval_timeout_ns"`
	QueueTimeout     time.Duration `json:"queue_timeout_ns"`
}

// plannedCall is one call of a plan.
type plannedCall struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
	// Prepared is the runtime.Prepared.
	Prepared item `json:"prepared"`
	// Refused reports that the call has an answer and does not run.
	Refused bool  `json:"refused,omitempty"`
	After   []int `json:"after,omitempty"`
	// Key is the hash of the Key of the runtime.Prepared, which may have arguments, and
	// Keyed is its Keyed.
	Key   string `json:"key,omitempty"`
	Keyed bool   `json:"keyed,omitempty"`
	// Approval is the request for the approval that the call needs.
	Approval *runtime.ApprovalRequest `json:"approval,omitempty"`
	// TimeLimit is the time limit of one attempt; zero means none.
	TimeLimit time.Duration `json:"time_limit_ns,omitempty"`
	// Attempts is how often the call may start.
	Attempts int `json:"attempts"`
	// Local reports that the call runs as a local activity.
	Local bool `json:"local,omitempty"`
}

// runningCall is a call whose tool may still be running after its call ended.
type runningCall struct {
	Tool  string `json:"tool"`
	Key   string `json:"key,omitempty"`
	Keyed bool   `json:"keyed,omitempty"`
}

// executeRequest is the argument of the activity that executes one call.
type executeRequest struct {
	Batch    batchRef          `json:"batch"`
	Index    int               `json:"index"`
	Call     string            `json:"call"`
	Tool     string            `json:"tool"`
	Prepared item              `json:"prepared"`
	Decision *runtime.Decision `json:"decision,omitempty"`
	Running  []runningCall     `json:"running,omitempty"`
	// MaxBytes is the maximum size of an inline outcome.
	MaxBytes int `json:"max_bytes"`
	// Repeatable reports that the call may start again if its worker is lost.
	Repeatable bool `json:"repeatable,omitempty"`
}

// executeAnswer is the result of the activity that executes one call.
type executeAnswer struct {
	Outcome item `json:"outcome"`
	// Running reports that the tool may still be running.
	Running bool `json:"running,omitempty"`
	// Failed reports that the call failed, and Reason why; for the states of calls.
	Failed bool   `json:"failed,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// end says how a call without an outcome ended.
type end string

// The ends of calls without an outcome. Those of calls that fail are the reason of the
// result.
const (
	endUnknown   end = runtime.ReasonOutcomeUnknown // it started, and its worker was lost
	endCancelled end = runtime.ReasonCancelled      // the workflow was cancelled before it started
	endNoWorker  end = ReasonNoWorker               // no worker took it in time
	endBroken    end = ReasonUnavailable            // the activity failed before the tool started
	endRefused   end = "refused"                    // it was answered when it was prepared
)

// endedCall is a call that has ended, as the last phase gets it.
type endedCall struct {
	Prepared item `json:"prepared"`
	// Outcome is the runtime.Outcome, if End is empty.
	Outcome item   `json:"outcome"`
	End     end    `json:"end,omitempty"`
	Detail  string `json:"detail,omitempty"`
}

// hashKey returns the hash of a key of a runtime.Prepared; empty for an empty key.
func hashKey(key string) string {
	if key == "" {
		return ""
	}
	return shortHash(key)
}

// itemLimit returns the maximum size of each inline item of a batch with n calls.
func itemLimit(n int) int { return min(maxItemBytes, maxItemsBytes/max(n, 1)) }

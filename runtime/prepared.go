package runtime

import (
	"time"

	"github.com/toolgen/toolgen/runtime/arguments"
)

// Prepared is a call that passed the checks before its execution, or was
// refused by one of them. It is plain data, which can be stored and sent. It
// has the data that a scheduler needs, and the data that another process needs
// to execute the call. [Registry.Execute] repeats the checks, so that old or
// modified data cannot bypass them.
//
// The zero value is a call of a tool without a name; Execute answers that the
// tool is unknown.
type Prepared struct {
	// Call is the call as the model wrote it.
	Call ToolCall
	// Refusal is the result of a call that must not run; nil if the call can
	// run.
	Refusal *Outcome
	// Repairs lists the changes that the decoder made to the arguments.
	Repairs []arguments.Repair

	// After has the indices, in the list that Prepare returned, of the calls
	// that must end before this call starts: because they have the same key,
	// because one of the two calls is exclusive, or because one changes data
	// that the other touches. It does not repeat the calls that these calls
	// wait for themselves. All indices are smaller than the call's own index.
	After []int
	// Key is the serialization key, which may be empty. Keyed reports that the
	// call has a key.
	Key   string
	Keyed bool
	// Exclusive reports that no other call of the batch runs at the same time.
	Exclusive bool

	// Timeout is the time limit of Execute, including its repeated checks; zero
	// means no limit. Execute uses the shorter one of this limit and the tool's
	// own.
	Timeout time.Duration
	// Elapsed is the time that preparing took. It is part of
	// CallResult.Duration.
	Elapsed time.Duration
	// Attempts is the maximum number of attempts of the call: 1, or more if the
	// tool is idempotent and has a [Retry]. Execute makes the remaining
	// attempts itself, unless Turn.NoRetry is set.
	Attempts int
	// Attempt is the number of this attempt, for an outer retrier; 0 means 1.
	Attempt int
	// Hints are the hints of the tool.
	Hints Hints
	// IdempotencyKey is the result of [Call.IdempotencyKey]: the turn's RunID,
	// a colon and the call's id. If several calls of a batch have the same id,
	// "#2", "#3" and so on follow. Without a RunID, the key is random.
	IdempotencyKey string

	// Approval is the request for the approval that the call needs; nil if it
	// needs none.
	Approval *ApprovalRequest
	// Digest binds approval to the call; see [ApprovalRequest].
	Digest string
	// Contract is a hash of the tool's contract: id, name, version, schemas,
	// plugin, hints, capabilities, grants, keys, order, repairs, approval and
	// trust. It does not depend on texts for people, limits and functions.
	// Execute refuses the call with [ReasonContractChanged] if its tool has
	// another contract.
	Contract string

	// Budget is the call's part of the turn's budget in code points.
	Budget int
}

// OutcomeUnknown returns the outcome of a call that started and whose result is
// unknown, because the process that executed it was lost. The call may have had
// its effect, so it must not be repeated unless the tool is idempotent or
// read-only.
func (p *Prepared) OutcomeUnknown() Outcome {
	result := Fail(ExecutionFailed, "Tool %s was started, but its result is unknown: the process that ran it was lost. "+
		"It may have had its effect; check before calling it again", visibleName(p.Call.Name))
	result.Reason = ReasonOutcomeUnknown
	return Outcome{ID: p.Call.ID, Name: p.Call.Name, Result: result, Repairs: p.Repairs, Duration: p.Elapsed, Running: true}
}

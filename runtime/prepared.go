package runtime

import (
	"time"

	"github.com/toolgen/toolgen/internal/measure"
	"github.com/toolgen/toolgen/runtime/arguments"
)

// Prepared is a call that passed the checks before its execution, or was
// refused by one. It is plain data, which can be stored and sent: what a
// scheduler must know, and what another process needs in order to execute the
// call. [Registry.Execute] repeats the checks, so that data which was stored
// for days, or changed on the way, cannot bypass them.
//
// The zero value is a call to a tool without a name; executing it answers that
// the tool is unknown.
type Prepared struct {
	// Call is the call as the model made it.
	Call ToolCall
	// Refusal is the answer to a call that must not run; nil when it can.
	Refusal *Outcome
	// Repairs are what the decoder changed in the arguments.
	Repairs []arguments.Repair

	// After are the indices, in the list that Prepare returned, of the calls
	// that must be over before this one starts: because of their keys, because
	// one of two is exclusive, or because one changes what the other touches.
	// Calls that these wait for in turn are left out. All are smaller than the
	// call's own index.
	After []int
	// Key is the serialization key. Keyed reports that there is one, since a key
	// may be empty.
	Key   string
	Keyed bool
	// Exclusive reports that the call runs alone in its batch.
	Exclusive bool

	// Timeout is how long Execute may take, its repeated checks included; zero
	// means no limit. Execute takes the shorter one of this and the tool's own.
	Timeout time.Duration
	// Elapsed is how long preparing took. It is part of CallResult.Duration.
	Elapsed time.Duration
	// Attempts is how often the call may be attempted in all: 1 unless the tool
	// is idempotent and has a [Retry]. Execute makes all attempts that are left
	// itself, unless Turn.NoRetry is set.
	Attempts int
	// Attempt is the number of this attempt, for an outer retrier; 0 means 1.
	Attempt int
	// Hints are those of the tool.
	Hints Hints
	// IdempotencyKey is what [Call.IdempotencyKey] tells the tool: the turn's
	// RunID, a colon and the call's id, followed by "#2" and so on where a batch
	// has several calls of one id; without a RunID it is random.
	IdempotencyKey string

	// Consent is the request for the consent that the call needs; nil when it
	// needs none.
	Consent *ApprovalRequest
	// Digest binds consent to the call; see [ApprovalRequest].
	Digest string
	// Contract is a digest of the tool's id, name, version, schemas, plugin,
	// hints, capabilities, grants, keys, order, repairs, consent and trust; not of
	// its texts for people, its limits and its functions. Execute refuses the call
	// with [ReasonContractChanged] if its registry has the tool with another one.
	Contract string

	// Budget is the call's share of the turn's budget, in code points.
	Budget int
}

// OutcomeUnknown is the answer to a call that began and whose end is not known,
// because the process that executed it was lost. The call may have had its
// effect, so that it must not be repeated unless the tool is idempotent or
// read-only.
func (p *Prepared) OutcomeUnknown() Outcome {
	result := Fail(ExecutionFailed, "Tool %s was started, and it is not known how it ended: the process that ran it was lost. "+
		"It may have had its effect; check before calling it again", measure.Clip(p.Call.Name, maxNameLength))
	result.Reason = ReasonOutcomeUnknown
	return Outcome{ID: p.Call.ID, Name: p.Call.Name, Result: result, Repairs: p.Repairs, Duration: p.Elapsed}
}

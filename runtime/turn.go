package runtime

import "github.com/toolgen/toolgen/runtime/capability"

// DefaultResultBudget is the budget of a batch in code points if its turn has
// none.
const DefaultResultBudget = 80_000

// Turn has the data that all calls of a batch share: the caller, the policy,
// and the budget. A batch does not change it. The zero value, and nil, mean a
// turn without an identity under a policy that allows every tool.
type Turn struct {
	// Session has the state that outlives the batch: read times, cached
	// results, spilled texts and totals. Without a session, equal calls share
	// results only within the batch, and the full text of cut results is not
	// stored.
	Session *Session
	// Platform is the platform of the conversation, such as "cli".
	Platform string
	// WorkingDir is the directory of relative paths.
	WorkingDir string
	// AgentID, PersonalityID, MemoryScope, MemoryScopeID and TeamID identify
	// the caller.
	AgentID, PersonalityID, MemoryScope, MemoryScopeID, TeamID string
	// CurrentTurn is the number of the turn in the session, from 1.
	CurrentTurn int
	// MessageCount is the number of messages before this turn.
	MessageCount int
	// ResultBudgetChars is the maximum length of the texts of all results
	// together, in code points. Zero means DefaultResultBudget. With a negative
	// budget, every call fails.
	ResultBudgetChars int
	// DryRun makes the calls describe what they would do: the runtime checks
	// the policy, decodes the arguments and asks for approval. The result is
	// that of the tool's own dry run, or a description of the call. No tool is
	// invoked and no result is cached.
	DryRun bool
	// Policy says which tools may run.
	Policy Policy
	// Visible are the tools that a provider has shown to the model; other tools
	// are not permitted. Nil means no limit.
	Visible []*Tool
	// Tools are tools that belong to the turn, such as the tools of a user's
	// own servers, in addition to the registered tools. They pass the same
	// checks, and Visible applies to them, too. They have the same middleware,
	// reducers and budget.
	//
	// A tool with the name of a registered tool never runs: the registered tool
	// is called, or refused. A call fails with [NotAvailable] if two of these
	// tools have its name, if Register would refuse its tool, or if a schema of
	// the tool is not a JSON object. Other calls are not affected.
	//
	// The pointer identifies a tool: a cached result is found only in turns
	// that have the same pointer. A tool must not be changed after a turn has
	// used it. The registry does not shut it down. Nil pointers are ignored.
	Tools []*Tool
	// Emit receives progress events; nil drops them. It is called by one
	// goroutine at a time, and a panic in it is recovered. Emit must return,
	// because the batch waits until every event is delivered. When the batch's
	// context or time has ended, the batch drops the remaining events and no
	// longer waits.
	Emit func(ProgressEvent)
	// Log receives the log records of tools; nil drops them. It has the same
	// rules as Emit. The same goroutine delivers records and events, in one
	// order.
	Log func(LogRecord)
	// Attachments are the attachments of the turn.
	Attachments []Attachment

	// Decisions are the decisions about calls that ended with
	// [ReasonApprovalPending]. Each applies to one call, once; see [Decision].
	Decisions []Decision
	// RunID is a globally unique id of the agent's run, such as the run id of a
	// workflow. With it, idempotency keys are the same in every process; the
	// ids of calls must then be unique within the run. Without it, keys are
	// random; see [Prepared.IdempotencyKey].
	RunID string
	// NoRetry disables the tools' own [Retry], for an outer retrier.
	NoRetry bool
}

// Attachment describes one attachment of a turn.
type Attachment = capability.Attachment

// Identity identifies a caller, for providers.
type Identity struct {
	Platform, AgentID, PersonalityID, TeamID string
}

// budget returns ResultBudgetChars, or the default if it is zero.
func (t *Turn) budget() int {
	if t.ResultBudgetChars == 0 {
		return DefaultResultBudget
	}
	return t.ResultBudgetChars
}

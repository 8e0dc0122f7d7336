package runtime

import "github.com/toolgen/toolgen/runtime/capability"

// DefaultResultBudget is the budget of a batch whose turn states none, in code
// points.
const DefaultResultBudget = 80_000

// Turn is what all calls of a batch share: who calls, what is allowed, and how
// much may come back. It is read only while a batch runs. The zero value, and
// nil, is an anonymous turn under an open policy.
type Turn struct {
	// Session owns what outlives the batch: read times, result cache, spilled
	// texts and totals. Without one, what needs a session is skipped: results
	// are shared within the batch only, and what is cut is not kept.
	Session *Session
	// Platform is where the conversation takes place, such as "cli".
	Platform string
	// WorkingDir is the directory that relative paths start from.
	WorkingDir string
	// AgentID, PersonalityID, MemoryScope, MemoryScopeID and TeamID say who
	// calls.
	AgentID, PersonalityID, MemoryScope, MemoryScopeID, TeamID string
	// CurrentTurn counts the turns of the session, from 1.
	CurrentTurn int
	// MessageCount is the number of messages before this turn.
	MessageCount int
	// ResultBudgetChars bounds the texts of all results together, in code
	// points. Zero means DefaultResultBudget; a negative budget fails every
	// call.
	ResultBudgetChars int
	// DryRun asks what the calls would do: they go through their gates, their
	// arguments are read and consent is asked for, and then a tool's own dry
	// run or a description of the call answers. Nothing is invoked or kept.
	DryRun bool
	// Policy says which tools may run.
	Policy Policy
	// Visible are the tools that a provider showed the model this time; any
	// other is not permitted. nil means no such limit.
	Visible []*Tool
	// Tools are tools that the turn brings, such as those of a user's own
	// servers, in addition to the registered ones. They pass the same checks,
	// policy and other gates as registered tools, and Visible applies to them,
	// too. They run in the same middleware, under the same reducers and the same
	// budget.
	//
	// A tool with the name of a registered one never runs: the registered tool
	// is called, or refused. A call fails with [NotAvailable] when two of these
	// tools have its name, when Register would refuse its tool, or when a schema
	// of the tool is not a JSON object. Other calls are not affected.
	//
	// The pointer identifies a tool: results that a session has cached are found
	// as long as the turns bring the same pointer. A tool must not be changed
	// once a turn has brought it. The registry does not shut it down. Nil
	// pointers are ignored.
	Tools []*Tool
	// Emit receives progress. Nil drops it. It is called by one goroutine at
	// a time; a panic is recovered. The batch returns when every event is
	// delivered, so Emit must return; once the batch's context or time has
	// ended, what is left is dropped and the batch no longer waits.
	Emit func(ProgressEvent)
	// Log receives the log records of tools, under the rules of Emit: in one
	// order with the events, by the same goroutine. Nil drops them.
	Log func(LogRecord)
	// Attachments came in with the turn.
	Attachments []Attachment

	// Decisions are answers to requests for consent of calls that ended with
	// [ReasonApprovalPending]. Each counts for one call, once; see [Decision].
	Decisions []Decision
	// RunID names the run of the agent in the whole world, such as a workflow's
	// run id. It makes idempotency keys that are the same in every process, and
	// needs call ids that are unique within the run. Without one, keys are
	// random; see [Prepared.IdempotencyKey].
	RunID string
	// NoRetry turns the tools' own [Retry] off, for an outer retrier.
	NoRetry bool
}

// Attachment describes one thing that came in with a turn.
type Attachment = capability.Attachment

// Identity says who calls, for providers.
type Identity struct {
	Platform, AgentID, PersonalityID, TeamID string
}

// budget is ResultBudgetChars with its default.
func (t *Turn) budget() int {
	if t.ResultBudgetChars == 0 {
		return DefaultResultBudget
	}
	return t.ResultBudgetChars
}

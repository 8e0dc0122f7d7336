package runtime

import (
	"encoding/json"

	"github.com/toolgen/toolgen/internal/wire"
)

// formVersion is the version of the JSON forms in this file. Reading another
// version, an unknown member or a form with a missing member is an error.
const formVersion = 1

// jsonFields returns the members of the JSON form.
func (p *Prepared) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "call", Value: &p.Call},
		{Name: "refusal", Value: &p.Refusal, Optional: true},
		{Name: "repairs", Value: &p.Repairs, Optional: true},
		{Name: "after", Value: &p.After, Optional: true},
		{Name: "key", Value: &p.Key, Optional: true},
		{Name: "keyed", Value: &p.Keyed, Optional: true},
		{Name: "exclusive", Value: &p.Exclusive, Optional: true},
		{Name: "timeout_ns", Value: &p.Timeout, Optional: true},
		{Name: "elapsed_ns", Value: &p.Elapsed, Optional: true},
		{Name: "attempts", Value: &p.Attempts},
		{Name: "attempt", Value: &p.Attempt, Optional: true},
		{Name: "read_only", Value: &p.Hints.ReadOnly, Optional: true},
		{Name: "destructive", Value: &p.Hints.Destructive, Optional: true},
		{Name: "idempotent", Value: &p.Hints.Idempotent, Optional: true},
		{Name: "open_world", Value: &p.Hints.OpenWorld, Optional: true},
		{Name: "side_effects", Value: &p.Hints.SideEffects, Optional: true},
		{Name: "idempotency_key", Value: &p.IdempotencyKey},
		{Name: "approval", Value: &p.Approval, Optional: true},
		{Name: "digest", Value: &p.Digest, Optional: true},
		{Name: "contract", Value: &p.Contract, Optional: true},
		{Name: "budget", Value: &p.Budget},
	}
}

// MarshalJSON writes the call with all data that Execute needs in another
// process.
func (p Prepared) MarshalJSON() ([]byte, error) { return wire.Marshal(formVersion, p.jsonFields()...) }

// UnmarshalJSON reads the form of MarshalJSON. Any other text is an error.
func (p *Prepared) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, formVersion, p.jsonFields()...)
}

// jsonFields returns the members of the JSON form. structured is the structured
// content if it is written as a string. trusted is true if there is no fence: a
// form with neither a fence nor trusted has lost a member, and is an error.
func (o *Outcome) jsonFields(structured *string, trusted *bool) []wire.Field {
	return []wire.Field{
		{Name: "id", Value: &o.ID},
		{Name: "name", Value: &o.Name},
		{Name: "result", Value: &o.Result},
		{Name: "structured_text", Value: structured, Optional: true},
		{Name: "duration_ns", Value: &o.Duration},
		{Name: "repairs", Value: &o.Repairs, Optional: true},
		{Name: "approval", Value: &o.Approval, Optional: true},
		{Name: "chars_produced", Value: &o.CharsProduced},
		{Name: "chars", Value: &o.Chars},
		{Name: "max_chars", Value: &o.MaxChars, Optional: true},
		{Name: "json", Value: &o.JSON, Optional: true},
		{Name: "fence", Value: &o.Fence, Optional: true},
		{Name: "trusted", Value: trusted, Optional: true},
		{Name: "cached", Value: &o.Cached, Optional: true},
		{Name: "running", Value: &o.Running, Optional: true},
		{Name: "full_chars", Value: &o.FullChars, Optional: true},
		{Name: "full_lines", Value: &o.FullLines, Optional: true},
		{Name: "handle", Value: &o.Handle, Optional: true},
		{Name: "gap", Value: &o.Gap, Optional: true},
		{Name: "kept", Value: &o.Kept, Optional: true},
		{Name: "kept_end", Value: &o.KeptEnd, Optional: true},
	}
}

// MarshalJSON writes the outcome with all data that Fit needs in another
// process. It omits the cause of a failure. It writes structured content as a
// string if encoding/json would change its bytes.
func (o Outcome) MarshalJSON() ([]byte, error) {
	structured := ""
	if o.Result.Structured != nil && json.Valid(o.Result.Structured) && !isEncodedUnchanged(o.Result.Structured) {
		structured, o.Result.Structured = string(o.Result.Structured), nil
	}
	trusted := o.Fence == nil
	return wire.Marshal(formVersion, o.jsonFields(&structured, &trusted)...)
}

// UnmarshalJSON reads the form of MarshalJSON. Any other text is an error, and
// leaves o unchanged.
func (o *Outcome) UnmarshalJSON(data []byte) error {
	structured, trusted, read := "", false, Outcome{}
	if err := wire.Unmarshal(data, formVersion, read.jsonFields(&structured, &trusted)...); err != nil {
		return err
	}
	if trusted == (read.Fence != nil) {
		return formValueError("fence", "want either fence or trusted")
	}
	if structured != "" {
		read.Result.Structured = json.RawMessage(structured)
	}
	*o = read
	return nil
}

// jsonFields returns the members of the JSON form.
func (r *ApprovalRequest) jsonFields(args *string) []wire.Field {
	return []wire.Field{
		{Name: "id", Value: &r.ID},
		{Name: "session", Value: &r.SessionID},
		{Name: "call", Value: &r.CallID},
		{Name: "tool", Value: &r.ToolName},
		{Name: "digest", Value: &r.Digest},
		{Name: "args", Value: args},
		{Name: "repairs", Value: &r.Repairs, Optional: true},
		{Name: "dry_run", Value: &r.DryRun, Optional: true},
		{Name: "why", Value: &r.Why, Optional: true},
		{Name: "preview", Value: &r.Preview, Optional: true},
		{Name: "preview_partial", Value: &r.PreviewPartial, Optional: true},
	}
}

// MarshalJSON writes all fields except Session, Tool and Decoded. It writes the
// arguments as a string, so that their bytes do not change.
func (r ApprovalRequest) MarshalJSON() ([]byte, error) {
	args := string(r.Args)
	return wire.Marshal(formVersion, r.jsonFields(&args)...)
}

// UnmarshalJSON reads the form of MarshalJSON, and sets Session, Tool and
// Decoded to nil. Any other text is an error.
func (r *ApprovalRequest) UnmarshalJSON(data []byte) error {
	var read ApprovalRequest
	args := ""
	if err := wire.Unmarshal(data, formVersion, read.jsonFields(&args)...); err != nil {
		return err
	}
	if args != "" {
		read.Args = []byte(args)
	}
	*r = read
	return nil
}

// jsonFields returns the members of the JSON form.
func (d *Decision) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "approved", Value: &d.Approved},
		{Name: "pending", Value: &d.Pending, Optional: true},
		{Name: "reason", Value: &d.Reason, Optional: true},
		{Name: "request", Value: &d.RequestID},
		{Name: "call", Value: &d.CallID},
		{Name: "digest", Value: &d.Digest},
	}
}

// MarshalJSON writes the decision.
func (d Decision) MarshalJSON() ([]byte, error) { return wire.Marshal(formVersion, d.jsonFields()...) }

// UnmarshalJSON reads the form of MarshalJSON. Any other text is an error.
func (d *Decision) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, formVersion, d.jsonFields()...)
}

// jsonFields returns the members of the JSON form.
func (d *TurnData) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "platform", Value: &d.Platform, Optional: true},
		{Name: "working_dir", Value: &d.WorkingDir, Optional: true},
		{Name: "agent", Value: &d.AgentID, Optional: true},
		{Name: "personality", Value: &d.PersonalityID, Optional: true},
		{Name: "memory_scope", Value: &d.MemoryScope, Optional: true},
		{Name: "memory_scope_id", Value: &d.MemoryScopeID, Optional: true},
		{Name: "team", Value: &d.TeamID, Optional: true},
		{Name: "current_turn", Value: &d.CurrentTurn, Optional: true},
		{Name: "message_count", Value: &d.MessageCount, Optional: true},
		{Name: "result_budget_chars", Value: &d.ResultBudgetChars, Optional: true},
		{Name: "dry_run", Value: &d.DryRun},
		{Name: "policy", Value: &d.Policy},
		{Name: "visible", Value: &d.Visible},
		{Name: "attachments", Value: &d.Attachments, Optional: true},
		{Name: "decisions", Value: &d.Decisions, Optional: true},
		{Name: "run", Value: &d.RunID, Optional: true},
		{Name: "no_retry", Value: &d.NoRetry, Optional: true},
	}
}

// MarshalJSON writes the data of the turn. The members for the policy and for
// the visible tools are required when reading, because a turn without them
// would allow more.
func (d TurnData) MarshalJSON() ([]byte, error) { return wire.Marshal(formVersion, d.jsonFields()...) }

// UnmarshalJSON reads the form of MarshalJSON. Any other text is an error.
func (d *TurnData) UnmarshalJSON(data []byte) error {
	return wire.Unmarshal(data, formVersion, d.jsonFields()...)
}

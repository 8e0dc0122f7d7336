package runtime

// TurnData is a turn as plain data, which can be stored and sent. It has all
// fields except the session, the tools and the functions that receive progress
// events and log records. [Turn.Data] returns it, and [Registry.Turn] creates a
// turn from it.
type TurnData struct {
	Platform, WorkingDir                                       string
	AgentID, PersonalityID, MemoryScope, MemoryScopeID, TeamID string
	CurrentTurn, MessageCount, ResultBudgetChars               int
	DryRun                                                     bool
	Policy                                                     Policy
	// Visible has the names of the tools in Turn.Visible.
	Visible     Names
	Attachments []Attachment
	Decisions   []Decision
	RunID       string
	NoRetry     bool
}

// Data returns the turn as plain data.
func (t *Turn) Data() TurnData {
	d := TurnData{
		Platform: t.Platform, WorkingDir: t.WorkingDir, AgentID: t.AgentID, PersonalityID: t.PersonalityID,
		MemoryScope: t.MemoryScope, MemoryScopeID: t.MemoryScopeID, TeamID: t.TeamID,
		CurrentTurn: t.CurrentTurn, MessageCount: t.MessageCount, ResultBudgetChars: t.ResultBudgetChars,
		DryRun: t.DryRun, Policy: t.Policy, Attachments: t.Attachments, Decisions: t.Decisions, RunID: t.RunID, NoRetry: t.NoRetry,
	}
	if t.Visible != nil {
		names := []string{}
		for _, tool := range t.Visible {
			if tool != nil {
				names = append(names, tool.Name)
			}
		}
		d.Visible = AllowOnly(names...)
	}
	return d
}

// Turn returns a turn with the data and with the tools, which become
// Turn.Tools. It omits names in Visible that neither a registered tool nor one
// of the tools has. The caller sets the session and the functions that receive
// progress events and log records.
func (r *Registry) Turn(d TurnData, tools ...*Tool) *Turn {
	t := &Turn{
		Platform: d.Platform, WorkingDir: d.WorkingDir, AgentID: d.AgentID, PersonalityID: d.PersonalityID,
		MemoryScope: d.MemoryScope, MemoryScopeID: d.MemoryScopeID, TeamID: d.TeamID,
		CurrentTurn: d.CurrentTurn, MessageCount: d.MessageCount, ResultBudgetChars: d.ResultBudgetChars,
		DryRun: d.DryRun, Policy: d.Policy, Attachments: d.Attachments, Decisions: d.Decisions, RunID: d.RunID, NoRetry: d.NoRetry,
	}
	if names, restricted := d.Visible.Only(); restricted {
		t.Visible = []*Tool{}
		for _, name := range names {
			if tool := r.find(name, tools); tool != nil {
				t.Visible = append(t.Visible, tool)
			}
		}
	}
	t.Tools = tools
	return t
}

// find returns the registered tool with the name, or else the one in others;
// nil if there is none.
func (r *Registry) find(name string, others []*Tool) *Tool {
	if tool, ok := r.Tool(name); ok {
		return tool
	}
	for _, tool := range others {
		if tool != nil && tool.Name == name {
			return tool
		}
	}
	return nil
}

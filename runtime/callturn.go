package runtime

// Platform returns the platform of the conversation, such as "cli".
func (c *Call) Platform() string { return c.turn.Platform }

// WorkingDir returns the directory of relative paths.
func (c *Call) WorkingDir() string { return c.turn.WorkingDir }

// AgentID returns the id of the agent.
func (c *Call) AgentID() string { return c.turn.AgentID }

// PersonalityID returns the id of the agent's personality.
func (c *Call) PersonalityID() string { return c.turn.PersonalityID }

// MemoryScope returns the scope of the agent's memory.
func (c *Call) MemoryScope() string { return c.turn.MemoryScope }

// MemoryScopeID returns the id of the memory in its scope.
func (c *Call) MemoryScopeID() string { return c.turn.MemoryScopeID }

// TeamID returns the id of the agent's team.
func (c *Call) TeamID() string { return c.turn.TeamID }

// CurrentTurn returns the number of the turn in its session, from 1.
func (c *Call) CurrentTurn() int { return c.turn.CurrentTurn }

// MessageCount returns the number of messages before the turn.
func (c *Call) MessageCount() int { return c.turn.MessageCount }

// DryRun reports that the call is a dry run, which must not change anything.
func (c *Call) DryRun() bool { return c.turn.DryRun }

// Policy returns the policy of the turn, for tools that execute other calls:
// the policy of those calls must not allow more. The data that it refers to is
// shared, and must not be changed.
func (c *Call) Policy() Policy { return c.turn.Policy }

// Visible returns the visible tools of the turn, which are the only tools that
// may run; nil means no limit. The slice is shared, and must not be changed.
func (c *Call) Visible() []*Tool { return c.turn.Visible }

// Tools returns the tools that belong to the turn, for tools that execute other
// calls; nil if there are none. The slice is shared, and must not be changed.
func (c *Call) Tools() []*Tool { return c.turn.Tools }

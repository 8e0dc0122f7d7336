package runtime

// Platform is where the conversation takes place, such as "cli".
func (c *Call) Platform() string { return c.turn.Platform }

// WorkingDir is the directory that relative paths start from.
func (c *Call) WorkingDir() string { return c.turn.WorkingDir }

// AgentID is the agent that calls.
func (c *Call) AgentID() string { return c.turn.AgentID }

// PersonalityID is the personality it has.
func (c *Call) PersonalityID() string { return c.turn.PersonalityID }

// MemoryScope is the scope of its memory.
func (c *Call) MemoryScope() string { return c.turn.MemoryScope }

// MemoryScopeID says whose memory that is.
func (c *Call) MemoryScopeID() string { return c.turn.MemoryScopeID }

// TeamID is the team that the agent belongs to.
func (c *Call) TeamID() string { return c.turn.TeamID }

// CurrentTurn is the number of the turn in its session, from 1.
func (c *Call) CurrentTurn() int { return c.turn.CurrentTurn }

// MessageCount is the number of messages before the turn.
func (c *Call) MessageCount() int { return c.turn.MessageCount }

// DryRun says that nothing may change.
func (c *Call) DryRun() bool { return c.turn.DryRun }

// Policy is that of the turn, for tools that run calls of their own: those must
// not be allowed more. It is shared: what it refers to must not be changed.
func (c *Call) Policy() Policy { return c.turn.Policy }

// Visible are the tools that the turn shows, beside which none may run; nil
// means no such limit. It is shared, and must not be changed.
func (c *Call) Visible() []*Tool { return c.turn.Visible }

// Tools are the tools that the turn brings, for tools that run calls of their
// own; nil for none. The slice is shared, and must not be changed.
func (c *Call) Tools() []*Tool { return c.turn.Tools }

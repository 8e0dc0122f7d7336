package runtime

import "math"

// ProgressEvent is a progress report of a running tool.
type ProgressEvent struct {
	// CallID and Tool identify the call. The runtime sets them.
	CallID, Tool string
	// Message is the redacted text for the audience, with at most 4096 code
	// points. It is neutralized if the tool is untrusted.
	Message string
	// Percent is the completed part, from 0 to 100; nil if it is unknown. Other
	// values are moved to the nearer of 0 and 100.
	Percent *float64
	// Audience says who may see the event. An event without an audience is
	// internal, so that a tool does not show its internals by mistake. Internal
	// events must not be shown to users: runtime/cli and adapters/mcp drop them.
	Audience Audience
}

// Audience says who may see a progress event.
type Audience string

// The audiences. Any other value, including the empty one, means internal.
const (
	AudienceInternal  Audience = "internal"
	AudienceUser      Audience = "user"
	AudienceDashboard Audience = "dashboard"
)

// Progress sends a progress event to Turn.Emit. The runtime sets the event's
// CallID and Tool. Progress never blocks. A goroutine of the batch delivers the
// events and log records of a call in the order in which the tool sent them. Up
// to 64 events wait for delivery; then the oldest event is dropped and counted
// in [Stats]. Events that are sent after the tool has returned or was abandoned
// are dropped.
func (c *Call) Progress(event ProgressEvent) {
	if c.turn.Emit == nil {
		return
	}
	event.CallID, event.Tool, event.Message = c.id, c.tool.Name, c.sanitizeMessage(event.Message)
	event.Percent = clampPercent(event.Percent)
	event.Audience = event.Audience.normalize()
	switch {
	case c.ctx.batch == nil:
		c.turn.Emit(event)
	case c.state.load().isHeldByWorker():
		c.ctx.batch.deliveries.push(delivery{send: func() { c.turn.Emit(event) }})
	}
}

// clampPercent returns a copy of p within 0 and 100; nil for NaN, which means
// unknown.
func clampPercent(p *float64) *float64 {
	if p == nil || math.IsNaN(*p) {
		return nil
	}
	clamped := min(max(*p, 0), 100)
	return &clamped
}

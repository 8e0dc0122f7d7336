package runtime

import "math"

// ProgressEvent is what a tool tells while it runs.
type ProgressEvent struct {
	// CallID and Tool say which call; the runtime fills them in.
	CallID, Tool string
	// Message is for the audience: at most 4096 code points, secrets redacted,
	// and neutralized if the tool is untrusted.
	Message string
	// Percent is how much is done, 0 to 100; nil when unknown. Values outside
	// are moved to the nearest end.
	Percent *float64
	// Audience is who may see the event. A channel to users must not show
	// what is internal.
	Audience Audience
}

// Audience is who may see a progress event.
type Audience string

// The audiences. Any other, the empty one too, means internal.
const (
	AudienceInternal  Audience = "internal"
	AudienceUser      Audience = "user"
	AudienceDashboard Audience = "dashboard"
)

// Progress tells the turn's audience how far the call is; the event's CallID
// and Tool are filled in. It never blocks: events and log records are delivered
// in order by a goroutine of the batch, which keeps up to 64 events for a slow
// reader and then drops the oldest, as [Stats] count. Events after the tool
// returned or was abandoned are dropped.
func (c *Call) Progress(event ProgressEvent) {
	if c.turn.Emit == nil {
		return
	}
	event.CallID, event.Tool, event.Message = c.id, c.tool.Name, c.sanitizeMessage(event.Message)
	event.Percent = clampPercent(event.Percent)
	event.Audience = event.Audience.normalize()
	switch {
	case c.deliveries == nil:
		c.turn.Emit(event)
	case c.state.load().isHeldByWorker():
		c.deliveries.push(delivery{send: func() { c.turn.Emit(event) }})
	}
}

// percentage is a copy of p within 0 and 100; what is not a number is unknown.
func clampPercent(p *float64) *float64 {
	if p == nil || math.IsNaN(*p) {
		return nil
	}
	clamped := min(max(*p, 0), 100)
	return &clamped
}

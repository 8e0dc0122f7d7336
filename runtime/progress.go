package runtime

// ProgressEvent is what a tool tells while it runs.
type ProgressEvent struct {
	// CallID and Tool say which call; the runtime fills them in.
	CallID, Tool string
	// Message is for the audience.
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

// The audiences. The empty one means internal.
const (
	AudienceInternal  Audience = "internal"
	AudienceUser      Audience = "user"
	AudienceDashboard Audience = "dashboard"
)

// Progress tells the turn's audience how far the call is. The event's CallID
// and Tool are filled in. Events after the tool returned are dropped.
func (c *Call) Progress(event ProgressEvent) {
	event.CallID, event.Tool = c.id, c.tool.Name
	if event.Percent != nil {
		percent := min(max(*event.Percent, 0), 100)
		event.Percent = &percent
	}
	if event.Audience == "" {
		event.Audience = AudienceInternal
	}
	c.emit(event)
}

// emit hands the event to the turn.
func (c *Call) emit(event ProgressEvent) {
	if c.turn.Emit != nil {
		c.turn.Emit(event)
	}
}

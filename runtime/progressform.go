package runtime

import "github.com/toolgen/toolgen/internal/wire"

// known is the audience; any other than the three is internal.
func (a Audience) normalize() Audience {
	if a == AudienceUser || a == AudienceDashboard {
		return a
	}
	return AudienceInternal
}

// MarshalJSON writes the audience as a string. Any other than the three is written as
// internal.
func (a Audience) MarshalJSON() ([]byte, error) { return wire.MarshalValue(new(string(a.normalize()))) }

// UnmarshalJSON reads a string. Any other audience than the three becomes internal, so
// that no event is shown to more people than before. Anything else is a [*FormError].
func (a *Audience) UnmarshalJSON(data []byte) error {
	var text string
	if err := wire.UnmarshalValue(data, &text); err != nil {
		return err
	}
	*a = Audience(text).normalize()
	return nil
}

func (e *ProgressEvent) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "call_id", Value: &e.CallID},
		{Name: "tool", Value: &e.Tool},
		{Name: "message", Value: &e.Message},
		{Name: "percent", Value: &e.Percent, Optional: true},
		{Name: "audience", Value: &e.Audience},
	}
}

// MarshalJSON writes {"version":1,"call_id":…,"tool":…,"message":…,"audience":…}, and
// "percent" when it is known. The percentage and the audience are written as
// [Call.Progress] corrects them.
func (e ProgressEvent) MarshalJSON() ([]byte, error) {
	e.Percent = clampPercent(e.Percent)
	return wire.Marshal(progressVersion, e.jsonFields()...)
}

// UnmarshalJSON reads what MarshalJSON writes; anything else is a [*FormError], after
// which e is as before. A percentage outside 0 to 100 is moved to the nearest end.
func (e *ProgressEvent) UnmarshalJSON(data []byte) error {
	var event ProgressEvent
	if err := wire.Unmarshal(data, progressVersion, event.jsonFields()...); err != nil {
		return err
	}
	event.Percent = clampPercent(event.Percent)
	*e = event
	return nil
}

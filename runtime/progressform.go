package runtime

import "github.com/toolgen/toolgen/internal/wire"

// normalize returns the audience, or internal if it is unknown.
func (a Audience) normalize() Audience {
	if a == AudienceUser || a == AudienceDashboard {
		return a
	}
	return AudienceInternal
}

// MarshalJSON writes the audience as a string. It writes an unknown audience as
// internal.
func (a Audience) MarshalJSON() ([]byte, error) { return wire.MarshalValue(new(string(a.normalize()))) }

// UnmarshalJSON reads a string. An unknown audience becomes internal, so that
// no event is shown to more people than intended. Any other text is a
// [*FormError].
func (a *Audience) UnmarshalJSON(data []byte) error {
	var text string
	if err := wire.UnmarshalValue(data, &text); err != nil {
		return err
	}
	*a = Audience(text).normalize()
	return nil
}

// jsonFields returns the members of the JSON form.
func (e *ProgressEvent) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "call_id", Value: &e.CallID},
		{Name: "tool", Value: &e.Tool},
		{Name: "message", Value: &e.Message},
		{Name: "percent", Value: &e.Percent, Optional: true},
		{Name: "audience", Value: &e.Audience},
	}
}

// MarshalJSON writes
// {"version":1,"call_id":…,"tool":…,"message":…,"audience":…}, and "percent" if
// it is known. It corrects the percentage and the audience as [Call.Progress]
// does.
func (e ProgressEvent) MarshalJSON() ([]byte, error) {
	e.Percent = clampPercent(e.Percent)
	return wire.Marshal(progressVersion, e.jsonFields()...)
}

// UnmarshalJSON reads the form of MarshalJSON. For any other text it returns a
// [*FormError] and leaves e unchanged. It corrects the percentage as
// [Call.Progress] does.
func (e *ProgressEvent) UnmarshalJSON(data []byte) error {
	var event ProgressEvent
	if err := wire.Unmarshal(data, progressVersion, event.jsonFields()...); err != nil {
		return err
	}
	event.Percent = clampPercent(event.Percent)
	*e = event
	return nil
}

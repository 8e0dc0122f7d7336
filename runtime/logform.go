package runtime

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/wire"
)

// jsonFields returns the members of the JSON form.
func (r *LogRecord) jsonFields() []wire.Field {
	return []wire.Field{
		{Name: "call_id", Value: &r.CallID},
		{Name: "tool", Value: &r.Tool},
		{Name: "level", Value: &r.Level},
		{Name: "logger", Value: &r.Logger, Optional: true},
		{Name: "message", Value: &r.Message},
		{Name: "data", Value: &r.Data, Optional: true},
		{Name: "time", Value: &r.Time, Optional: true},
	}
}

// MarshalJSON writes {"version":1,"call_id":…,"tool":…,"level":…,"message":…}
// and the other members that are set. It writes an unknown level as info. It
// omits data that is not JSON in valid UTF-8, and a time that RFC 3339 cannot
// express.
func (r LogRecord) MarshalJSON() ([]byte, error) {
	if !json.Valid(r.Data) || !utf8.Valid(r.Data) {
		r.Data = nil
	}
	r.Level, r.Time = r.Level.normalize(), encodableTime(r.Time)
	return wire.Marshal(logVersion, r.jsonFields()...)
}

// UnmarshalJSON reads the form of MarshalJSON. For any other text it returns a
// [*FormError] and leaves r unchanged. An unknown level becomes info.
func (r *LogRecord) UnmarshalJSON(data []byte) error {
	var record LogRecord
	if err := wire.Unmarshal(data, logVersion, record.jsonFields()...); err != nil {
		return err
	}
	record.Level = record.Level.normalize()
	*r = record
	return nil
}

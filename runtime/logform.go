package runtime

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/toolgen/toolgen/internal/wire"
)

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

// MarshalJSON writes {"version":1,"call_id":…,"tool":…,"level":…,"message":…} and the
// other members that are set. An unknown level is written as info. Data that is not
// JSON in valid UTF-8 and a time that RFC 3339 cannot express are left out.
func (r LogRecord) MarshalJSON() ([]byte, error) {
	if !json.Valid(r.Data) || !utf8.Valid(r.Data) {
		r.Data = nil
	}
	r.Level, r.Time = r.Level.normalize(), encodableTime(r.Time)
	return wire.Marshal(logVersion, r.jsonFields()...)
}

// UnmarshalJSON reads what MarshalJSON writes; anything else is a [*FormError], after
// which r is as before. An unknown level becomes info.
func (r *LogRecord) UnmarshalJSON(data []byte) error {
	var record LogRecord
	if err := wire.Unmarshal(data, logVersion, record.jsonFields()...); err != nil {
		return err
	}
	record.Level = record.Level.normalize()
	*r = record
	return nil
}

package runtime

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"time"
)

// LogRecord is a message of a tool for the caller of the batch, as in MCP's
// logging. Turn.Log receives it.
type LogRecord struct {
	// CallID and Tool name the call; the runtime fills them in.
	CallID, Tool string
	// Level is how severe the message is: one of the eight levels.
	Level LogLevel
	// Logger is the name of the part of the tool that speaks; it may be empty.
	// It has at most 256 code points.
	Logger string
	// Message is the text: at most 4096 code points, secrets redacted, and
	// neutralized if the tool is untrusted.
	Message string
	// Data are the fields of the message, a JSON object; nil for none. It is
	// redacted and neutralized as the message is. Data of more than 16 KiB is
	// replaced by {"omitted": …}, which gives its size.
	Data json.RawMessage
	// Time is when the tool logged the message, in UTC; zero if a record of
	// log/slog had no time.
	Time time.Time
}

// LogLevel is the severity of a log record: one of the constants. Their order
// is that of MCP and of RFC 5424.
type LogLevel string

// The levels, the least severe first.
const (
	LogDebug     LogLevel = "debug"
	LogInfo      LogLevel = "info"
	LogNotice    LogLevel = "notice"
	LogWarning   LogLevel = "warning"
	LogError     LogLevel = "error"
	LogCritical  LogLevel = "critical"
	LogAlert     LogLevel = "alert"
	LogEmergency LogLevel = "emergency"
)

// logLevels are the levels in their order, each with the lowest level of
// log/slog that it stands for; LogDebug stands for all lower ones, too.
var logLevels = [...]struct {
	level LogLevel
	from  slog.Level
}{
	{LogDebug, slog.LevelDebug},
	{LogInfo, slog.LevelInfo},
	{LogNotice, slog.LevelInfo + 2},
	{LogWarning, slog.LevelWarn},
	{LogError, slog.LevelError},
	{LogCritical, slog.LevelError + 4},
	{LogAlert, slog.LevelError + 8},
	{LogEmergency, slog.LevelError + 12},
}

// AtLeast reports whether the level is as severe as the other, or more. An
// unknown level counts as LogInfo.
func (l LogLevel) AtLeast(other LogLevel) bool { return l.rank() >= other.rank() }

// known is the level, or LogInfo if it is unknown.
func (l LogLevel) normalize() LogLevel { return logLevels[l.rank()].level }

// rank is the index of the level in logLevels.
func (l LogLevel) rank() int {
	for i := range logLevels {
		if logLevels[i].level == l {
			return i
		}
	}
	return LogInfo.rank()
}

// Log sends a message with fields to Turn.Log; without such a function it does
// nothing. An unknown level becomes LogInfo. Like progress, it never blocks:
// records and progress events of a call are delivered in the order in which the
// tool sent them, by a goroutine of the batch, which keeps up to 64 records for
// a slow reader and then drops the oldest, as [Stats] count. Records that are
// sent after the tool returned or was abandoned are dropped. It is safe for
// concurrent use.
func (c *Call) Log(level LogLevel, message string, fields ...slog.Attr) {
	if !c.isLogEnabled() {
		return
	}
	now := time.Now()
	r := slog.NewRecord(now, 0, message, 0)
	r.AddAttrs(fields...)
	c.sendLog(LogRecord{Level: level, Message: message, Data: logData(r, nil), Time: now})
}

// logs reports whether a record of the call can reach a reader.
func (c *Call) isLogEnabled() bool {
	return c.turn.Log != nil && (c.deliveries == nil || c.state.load().isHeldByWorker())
}

// deliver fills the record in, makes it fit to be shown and sends it.
func (c *Call) sendLog(r LogRecord) {
	r.CallID, r.Tool, r.Level = c.id, c.tool.Name, r.Level.normalize()
	r.Logger, r.Message = truncate(c.sanitizeMessage(r.Logger), maxDetailChars), c.sanitizeMessage(r.Message)
	r.Data, r.Time = c.sanitizeLogData(r.Data), encodableTime(r.Time)
	switch {
	case c.deliveries == nil:
		c.turn.Log(r)
	case c.state.load().isHeldByWorker():
		c.deliveries.push(delivery{log: true, send: func() { c.turn.Log(r) }})
	}
}

// logged is the data of a record as it may be shown. Its size is checked before
// it is redacted, and again after it may have grown.
func (c *Call) sanitizeLogData(data json.RawMessage) json.RawMessage {
	if len(data) > maxLogDataBytes {
		return omittedData(len(data))
	}
	if data == nil {
		return nil
	}
	if data = c.redactJSON(data); c.tool.Untrusted != nil {
		data = mapStrings(data, c.neutralize)
	}
	if len(data) > maxLogDataBytes {
		return omittedData(len(data))
	}
	return data
}

// logData is the fields of a record of log/slog as a JSON object; nil for none.
// The function with, unless it is nil, adds the fields and groups of a logger.
func logData(r slog.Record, with func(slog.Handler) slog.Handler) json.RawMessage {
	if with == nil && r.NumAttrs() == 0 {
		return nil
	}
	const member = "data"
	r.Time, r.Message = time.Time{}, "" // they are delivered apart from the fields
	var text bytes.Buffer
	handler := slog.NewJSONHandler(&text, nil).WithGroup(member)
	if with != nil {
		handler = with(handler)
	}
	var record map[string]json.RawMessage
	if handler.Handle(context.Background(), r) != nil || json.Unmarshal(text.Bytes(), &record) != nil {
		return nil
	}
	return record[member]
}

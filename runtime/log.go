package runtime

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"time"
)

// LogRecord is a message of a tool to the caller of the batch, as in MCP's
// logging. Turn.Log receives it.
type LogRecord struct {
	// CallID and Tool identify the call. The runtime sets them.
	CallID, Tool string
	// Level is the severity of the message: one of the eight levels.
	Level LogLevel
	// Logger is the name of the part of the tool that logged the message; it
	// may be empty. It has at most 256 code points.
	Logger string
	// Message is the redacted text, with at most 4096 code points. It is
	// neutralized if the tool is untrusted.
	Message string
	// Data is a JSON object with the fields of the message; nil if there are
	// none. It is redacted and neutralized in the same way as Message. Data of
	// more than 16 KiB is replaced by {"omitted": …} with its size.
	Data json.RawMessage
	// Time is the time of the message in UTC; zero if a record of log/slog has
	// no time.
	Time time.Time
}

// LogLevel is the severity of a log record: one of the constants. The levels
// and their order are those of MCP and of RFC 5424.
type LogLevel string

// The log levels in increasing severity.
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

// logLevels has the levels in order, each with the lowest level of log/slog
// that maps to it. Levels below slog.LevelDebug also map to LogDebug.
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

// AtLeast reports whether l is at least as severe as other. An unknown level
// counts as LogInfo.
func (l LogLevel) AtLeast(other LogLevel) bool { return l.rank() >= other.rank() }

// normalize returns the level, or LogInfo if it is unknown.
func (l LogLevel) normalize() LogLevel { return logLevels[l.rank()].level }

// rank returns the index of the level in logLevels, or the index of LogInfo if
// it is unknown.
func (l LogLevel) rank() int {
	for i := range logLevels {
		if logLevels[i].level == l {
			return i
		}
	}
	return LogInfo.rank()
}

// Log sends a message with fields to Turn.Log, if it is set. An unknown level
// becomes LogInfo. Log never blocks. A goroutine of the batch delivers the
// records and progress events of a call in the order in which the tool sent
// them. Up to 64 records wait for delivery; then the oldest record is dropped
// and counted in [Stats]. Records that are sent after the tool has returned or
// was abandoned are dropped. Log is safe for concurrent use.
func (c *Call) Log(level LogLevel, message string, fields ...slog.Attr) {
	if !c.isLogEnabled() {
		return
	}
	now := time.Now()
	r := slog.NewRecord(now, 0, message, 0)
	r.AddAttrs(fields...)
	c.sendLog(LogRecord{Level: level, Message: message, Data: logData(r, nil), Time: now})
}

// isLogEnabled reports whether Turn.Log can receive a record of the call.
func (c *Call) isLogEnabled() bool {
	return c.turn.Log != nil && (c.ctx.batch == nil || c.state.load().isHeldByWorker())
}

// sendLog completes and sanitizes the record, and queues it for delivery.
func (c *Call) sendLog(r LogRecord) {
	r.CallID, r.Tool, r.Level = c.id, c.tool.Name, r.Level.normalize()
	r.Logger, r.Message = truncate(c.sanitizeMessage(r.Logger), maxDetailChars), c.sanitizeMessage(r.Message)
	r.Data, r.Time = c.sanitizeLogData(r.Data), encodableTime(r.Time)
	switch {
	case c.ctx.batch == nil:
		c.turn.Log(r)
	case c.state.load().isHeldByWorker():
		c.ctx.batch.deliveries.push(delivery{log: true, send: func() { c.turn.Log(r) }})
	}
}

// sanitizeLogData returns the data of a record, redacted and, for an untrusted
// tool, neutralized. It checks the size before that, and again after it,
// because the data may have become longer.
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

// logData returns the fields of a record of log/slog as a JSON object; nil if
// there are none. If with is not nil, it adds the fields and groups of a
// logger.
func logData(r slog.Record, with func(slog.Handler) slog.Handler) json.RawMessage {
	if with == nil && r.NumAttrs() == 0 {
		return nil
	}
	const member = "data"
	r.Time, r.Message = time.Time{}, "" // LogRecord has them as separate fields
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

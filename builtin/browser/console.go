package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/chromedp/cdproto/log"
	cdpruntime "github.com/chromedp/cdproto/runtime"

	"github.com/toolgen/toolgen/runtime"
)

// Level is the severity of a console message.
type Level string

// The levels of messages: uncaught exceptions are errors, everything else than errors and warnings is information.
const (
	LevelError   Level = "error"
	LevelWarning Level = "warning"
	LevelInfo    Level = "info"
)

// Message is one message that a page wrote to its console.
type Message struct {
	Level Level  `json:"level"`
	Text  string `json:"text"`
}

// ConsoleArgs are the arguments of browser_console.
type ConsoleArgs struct {
	// The lowest level.
	Level Level `json:"level,omitzero" jsonschema:"default=info"`
	// Deletes the messages afterwards.
	Clear bool `json:"clear,omitzero"`
	// Lists the newest requests instead.
	Network bool `json:"network,omitzero"`
}

// Messages are the console messages of the pages of a session.
type Messages struct {
	// Messages are the newest messages, the oldest first.
	Messages []Message `json:"messages"`
	// Dropped is the number of older messages that were deleted.
	Dropped int `json:"dropped,omitempty"`
	// Stopped says that there were too many messages, so that at least Missed
	// newer ones were not recorded. New messages are recorded again.
	Stopped bool `json:"stopped,omitempty"`
	Missed  int  `json:"missed,omitempty"`
	// Requests are the newest requests, the oldest first, if they were asked for.
	Requests []string `json:"requests,omitempty"`

	source string
}

// ResultSource returns the URL of the page, for the fence.
func (m *Messages) ResultSource() string { return m.source }

// String returns one line for each message.
func (m *Messages) String() string {
	if m.Requests != nil {
		return strings.Join(m.Requests, "\n")
	}
	var b strings.Builder
	for _, message := range m.Messages {
		fmt.Fprintf(&b, "%s: %s\n", message.Level, message.Text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// ResultLead says that there is nothing, or what the browser did not record.
func (m *Messages) ResultLead() string {
	switch {
	case m.Requests != nil && len(m.Requests) == 0:
		return "no requests"
	case m.Requests != nil:
		return ""
	case len(m.Messages) == 0 && !m.Stopped:
		return "no messages"
	}
	var b strings.Builder
	if m.Dropped > 0 {
		fmt.Fprintf(&b, "(%d older messages are not kept)\n", m.Dropped)
	}
	if m.Stopped {
		fmt.Fprintf(&b, "(there were too many messages: at least %d newer ones were lost; new ones are recorded again)\n", m.Missed)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Console lists the console messages of the session's pages, or their requests.
//
//tool:register browser_console
//tool:open-world
//tool:read-only
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:untrusted-output
//tool:max-result-chars 20000
//tool:example {"level": "error"}
func (b *Browser) Console(ctx context.Context, call *runtime.Call, client *http.Client, args ConsoleArgs) (*Messages, error) {
	found := &Messages{Messages: []Message{}}
	err := b.withSession(ctx, call, client, func(s *session) error {
		if t, err := s.currentPage(); err == nil {
			found.source, _, _ = t.location(ctx)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if args.Network {
			found.Requests = s.requestLines()
			return nil
		}
		for _, message := range s.messages.messages {
			if severity[message.Level] >= severity[args.Level] {
				message.Text = clean(s.redact(message.Text), maxMessageText)
				found.Messages = append(found.Messages, message)
			}
		}
		found.Dropped, found.Stopped, found.Missed = s.messages.dropped, s.messages.stopped, s.messages.missed
		s.messages.count, s.messages.stopped, s.messages.missed = 0, false, 0
		if args.Clear {
			s.messages = console{}
		}
		for _, t := range s.pages {
			t.unmute()
		}
		return nil
	})
	return found, err
}

// requestLines returns the log of the network. The caller holds the lock.
func (s *session) requestLines() []string {
	lines := make([]string, 0, len(s.requests))
	for _, r := range s.requests {
		lines = append(lines, r.describe(s.redact))
	}
	return lines
}

// severity orders levels.
var severity = map[Level]int{LevelInfo: 0, LevelWarning: 1, LevelError: 2}

// console holds the newest messages of a session.
type console struct {
	messages []Message // their texts are as the page wrote them, up to maxStored bytes
	dropped  int
	count    int  // messages since they were last read
	stopped  bool // there were more than maxUnread
	missed   int  // messages after that
}

// The limits of the console; texts in characters.
const (
	maxMessages    = 200
	maxUnread      = 1000 // after so many a page is muted until they are read
	maxMessageText = 500
	maxStored      = 8 << 10 // bytes of a text: maxMessageText and cutMargin
)

// add adds a message, and deletes the oldest one where there are too many.
func (c *console) add(level Level, text string) {
	if len(c.messages) >= maxMessages {
		c.messages = append(c.messages[:0], c.messages[1:]...)
		c.dropped++
	}
	c.messages = append(c.messages, Message{level, cutText(text, maxStored)})
}

// addMessage adds a message to the console of the session.
func (s *session) addMessage(level Level, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages.add(level, text)
}

// levels are the levels of Chromium's names; all others are LevelInfo.
var levels = map[string]Level{"error": LevelError, "assert": LevelError, "warning": LevelWarning, "warn": LevelWarning}

// levelOf returns the level for a name of Chromium.
func levelOf(name string) Level {
	if level, ok := levels[name]; ok {
		return level
	}
	return LevelInfo
}

// onConsoleCall handles a call of console.log and similar functions.
func (t *tab) onConsoleCall(e *cdpruntime.EventConsoleAPICalled) {
	var words []string
	for _, argument := range e.Args[:min(len(e.Args), 20)] {
		words = append(words, consoleText(argument))
	}
	t.session.addMessage(levelOf(string(e.Type)), joinTexts(words...))
	t.limitMessages()
}

// onException handles an uncaught exception.
func (t *tab) onException(e *cdpruntime.EventExceptionThrown) {
	if e.ExceptionDetails == nil {
		return
	}
	text := e.ExceptionDetails.Text
	if e.ExceptionDetails.Exception != nil {
		text = joinTexts(text, consoleText(e.ExceptionDetails.Exception))
	}
	t.session.addMessage(LevelError, joinTexts(text, fmt.Sprintf("(line %d)", e.ExceptionDetails.LineNumber+1)))
	t.limitMessages()
}

// limitMessages counts a message, and mutes a page that has sent too many.
// Chromium sends more until the page's script pauses; these are dropped.
func (t *tab) limitMessages() {
	s := t.session
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.messages.count++; s.messages.count <= maxUnread {
		return
	}
	s.messages.stopped = true
	t.isMuted.Store(true)
	t.conn.mute(t.id, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.messages.missed++
	})
	t.post("Runtime.disable", nil)
}

// unmute records messages of a muted page again. Those that it sent meanwhile
// are lost.
func (t *tab) unmute() {
	if t.isMuted.CompareAndSwap(true, false) {
		t.conn.mute(t.id, nil)
		t.post("Runtime.discardConsoleEntries", nil)
		t.post("Runtime.enable", nil)
	}
}

// onLog handles a message of Chromium itself about the page.
func (s *session) onLog(e *log.Entry) {
	if e != nil {
		s.addMessage(levelOf(string(e.Level)), strings.TrimSpace(joinTexts(e.Text, e.URL)))
	}
}

// consoleText returns a value as the console shows it.
func consoleText(o *cdpruntime.RemoteObject) string {
	var text string
	switch {
	case len(o.Value) > 0 && o.Type == "string" && json.Unmarshal(o.Value, &text) == nil:
		return text
	case len(o.Value) > 0:
		return string(o.Value)
	case o.UnserializableValue != "":
		return string(o.UnserializableValue)
	case o.Description != "":
		return o.Description
	}
	return string(o.Type)
}

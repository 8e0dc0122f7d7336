package browser

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/log"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/toolgen/toolgen/runtime"
)

// Level is how much a message of the console matters.
type Level string

// The levels of messages.
const (
	LevelError   Level = "error"   // errors and uncaught exceptions
	LevelWarning Level = "warning" // warnings
	LevelInfo    Level = "info"    // everything else
)

// Message is one message that a page wrote to its console.
type Message struct {
	Level Level  `json:"level"`
	Text  string `json:"text"`
}

// ConsoleArgs says which messages to show.
type ConsoleArgs struct {
	// Only messages that matter as much: "error", or "warning" for errors too; "info" is all of them.
	Level Level `json:"level,omitzero" jsonschema:"default=info"`
	// Forgets the messages afterwards.
	Clear bool `json:"clear,omitzero" jsonschema:"default=false"`
}

// Messages are what the pages of a session wrote to the console.
type Messages struct {
	// Messages are the newest, in their order.
	Messages []Message `json:"messages"`
	// Dropped is how many older ones are no longer kept.
	Dropped int `json:"dropped,omitempty"`
	// Stopped: there were so many that newer ones were not listened to, Missed
	// of them at least; from now on they are again.
	Stopped bool `json:"stopped,omitempty"`
	Missed  int  `json:"missed,omitempty"`
}

// String is one line for each message.
func (m *Messages) String() string {
	if len(m.Messages) == 0 && !m.Stopped {
		return "no messages"
	}
	var b strings.Builder
	if m.Dropped > 0 {
		fmt.Fprintf(&b, "(%d older messages are not kept)\n", m.Dropped)
	}
	if m.Stopped {
		fmt.Fprintf(&b, "(there were too many messages: newer ones, %d or more, are not kept; those from now on are)\n", m.Missed)
	}
	for _, message := range m.Messages {
		fmt.Fprintf(&b, "%s: %s\n", message.Level, message.Text)
	}
	return b.String()
}

// Console lists what the session's pages wrote to the console: errors, uncaught exceptions, failed requests, logs.
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
	err := b.with(ctx, call, client, func(s *session) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, message := range s.messages.messages {
			if matters[message.Level] >= matters[args.Level] {
				found.Messages = append(found.Messages, message)
			}
		}
		found.Dropped, found.Stopped, found.Missed = s.messages.dropped, s.messages.stopped, s.messages.missed
		s.messages.heard, s.messages.stopped, s.messages.missed = 0, false, 0
		if args.Clear {
			s.messages = console{}
		}
		for _, t := range s.pages {
			t.listen()
		}
		return nil
	})
	return found, err
}

// matters orders levels.
var matters = map[Level]int{LevelInfo: 0, LevelWarning: 1, LevelError: 2}

// console keeps the newest messages of a session.
type console struct {
	messages []Message
	dropped  int
	heard    int  // since they were last read
	stopped  bool // there were more than maxHeard
	missed   int  // that came after that
}

const (
	maxMessages    = 200
	maxHeard       = 1000 // after so many a page is no longer listened to until they are read
	maxMessageText = 500
)

func (c *console) add(level Level, text string) {
	if len(c.messages) >= maxMessages {
		c.messages = append(c.messages[:0], c.messages[1:]...)
		c.dropped++
	}
	c.messages = append(c.messages, Message{level, clean(text, maxMessageText)})
}

func (s *session) message(level Level, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages.add(level, text)
}

// levels are those of what the console calls them.
var levels = map[string]Level{"error": LevelError, "assert": LevelError, "warning": LevelWarning, "warn": LevelWarning}

func levelOf(name string) Level {
	if level, ok := levels[name]; ok {
		return level
	}
	return LevelInfo
}

// said takes in a call of console.log and its kin.
func (t *tab) said(e *cdpruntime.EventConsoleAPICalled) {
	var words []string
	for _, argument := range e.Args[:min(len(e.Args), 20)] {
		words = append(words, consoleText(argument))
	}
	t.session.message(levelOf(string(e.Type)), strings.Join(words, " "))
	t.endure()
}

// thrown takes in an exception that nobody caught.
func (t *tab) thrown(e *cdpruntime.EventExceptionThrown) {
	if e.ExceptionDetails == nil {
		return
	}
	text := e.ExceptionDetails.Text
	if e.ExceptionDetails.Exception != nil {
		text += " " + consoleText(e.ExceptionDetails.Exception)
	}
	t.session.message(LevelError, fmt.Sprintf("%s (line %d)", text, e.ExceptionDetails.LineNumber+1))
	t.endure()
}

// endure stops listening to a page that has said too much. Chromium goes on
// telling until the page's script pauses: that is passed over.
func (t *tab) endure() {
	s := t.session
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.messages.heard++; s.messages.heard <= maxHeard {
		return
	}
	s.messages.stopped = true
	t.deaf.Store(true)
	t.conn.mute(t.id, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.messages.missed++
	})
	t.post("Runtime.disable", nil)
}

// listen ends that. What the page has said meanwhile is forgotten.
func (t *tab) listen() {
	if t.deaf.CompareAndSwap(true, false) {
		t.conn.mute(t.id, nil)
		t.post("Runtime.discardConsoleEntries", nil)
		t.post("Runtime.enable", nil)
	}
}

// logged takes in what Chromium itself has to say of the page.
func (s *session) logged(e *log.Entry) {
	if e != nil {
		s.message(levelOf(string(e.Level)), strings.TrimSpace(e.Text+" "+e.URL))
	}
}

// consoleText is a value as the console shows it.
func consoleText(o *cdpruntime.RemoteObject) string {
	var text string
	switch {
	case len(o.Value) > 0 && o.Type == "string" && jsonv2.Unmarshal(o.Value, &text, chromedp.DefaultUnmarshalOptions) == nil:
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

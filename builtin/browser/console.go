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
}

// String is one line for each message.
func (m *Messages) String() string {
	if len(m.Messages) == 0 {
		return "no messages"
	}
	var b strings.Builder
	if m.Dropped > 0 {
		fmt.Fprintf(&b, "(%d older messages are not kept)\n", m.Dropped)
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
		found.Dropped = s.messages.dropped
		if args.Clear {
			s.messages = console{}
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
}

const (
	maxMessages    = 200
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
func (s *session) said(e *cdpruntime.EventConsoleAPICalled) {
	var words []string
	for _, argument := range e.Args[:min(len(e.Args), 20)] {
		words = append(words, consoleText(argument))
	}
	s.message(levelOf(string(e.Type)), strings.Join(words, " "))
}

// thrown takes in an exception that nobody caught.
func (s *session) thrown(e *cdpruntime.EventExceptionThrown) {
	if e.ExceptionDetails == nil {
		return
	}
	text := e.ExceptionDetails.Text
	if e.ExceptionDetails.Exception != nil {
		text += " " + consoleText(e.ExceptionDetails.Exception)
	}
	s.message(LevelError, fmt.Sprintf("%s (line %d)", text, e.ExceptionDetails.LineNumber+1))
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

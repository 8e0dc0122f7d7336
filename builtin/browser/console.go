package browser

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
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
func (s *session) said(e *runtime.EventConsoleAPICalled) {
	var words []string
	for _, argument := range e.Args[:min(len(e.Args), 20)] {
		words = append(words, shown(argument))
	}
	s.message(levelOf(string(e.Type)), strings.Join(words, " "))
}

// thrown takes in an exception that nobody caught.
func (s *session) thrown(e *runtime.EventExceptionThrown) {
	if e.ExceptionDetails == nil {
		return
	}
	text := e.ExceptionDetails.Text
	if e.ExceptionDetails.Exception != nil {
		text += " " + shown(e.ExceptionDetails.Exception)
	}
	s.message(LevelError, fmt.Sprintf("%s (line %d)", text, e.ExceptionDetails.LineNumber+1))
}

// logged takes in what Chromium itself has to say of the page.
func (s *session) logged(e *log.Entry) {
	if e != nil {
		s.message(levelOf(string(e.Level)), strings.TrimSpace(e.Text+" "+e.URL))
	}
}

// shown is a value as the console shows it.
func shown(o *runtime.RemoteObject) string {
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

package main

import (
	"io"
	"sync"
	"time"
)

// progressDelay is the time from the start of the command after which progress is shown.
const progressDelay = time.Second

// progress shows on a terminal what a run does that takes longer than progressDelay. It
// is one line, which done erases. A nil *progress shows nothing. It may be used
// concurrently.
type progress struct {
	to    io.Writer
	mutex sync.Mutex
	timer *time.Timer
	text  string
	shown bool
	ended bool
}

// progress begins to show a text. The caller must call done before it prints.
func (s *session) progress(text string) *progress {
	if !s.terminal || s.JSON || s.GitHub || s.SARIF {
		return nil
	}
	p := &progress{to: s.err, text: text}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.timer = time.AfterFunc(max(0, progressDelay-time.Since(s.began)), p.show)
	return p
}

// show writes the text for the first time.
func (p *progress) show() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if !p.ended {
		p.shown = true
		p.write()
	}
}

// write writes the text in place of the one before.
func (p *progress) write() { _, _ = io.WriteString(p.to, "\r\x1b[K"+p.text+" …") }

// phase changes the text.
func (p *progress) phase(text string) {
	if p == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.text = text; p.shown && !p.ended {
		p.write()
	}
}

// done erases the text.
func (p *progress) done() {
	if p == nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.timer.Stop()
	if p.shown && !p.ended {
		_, _ = io.WriteString(p.to, "\r\x1b[K")
	}
	p.ended = true
}

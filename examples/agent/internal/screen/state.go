package screen

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/toolgen/toolgen/examples/agent/internal/loop"
	"github.com/toolgen/toolgen/examples/agent/internal/markdown"
)

// runningCall is a call without a result.
type runningCall struct {
	id, line string
	progress []string // the last lines of its output, or its progress in one line
	since    time.Time
}

// state is the state of the screen. Only the program's goroutine uses it.
type state struct {
	terminal      *Terminal
	parent        context.Context
	cancel        context.CancelFunc // cancels the work
	background    sync.WaitGroup
	width, height int
	profile       colorprofile.Profile // which colours the terminal has
	history       history

	input        textarea.Model
	typed        time.Time // when the user typed into the input last
	queued       []string  // texts that the user sent while the agent worked
	questions    []askMessage
	reason       textarea.Model // why the first call is refused
	isExplaining bool           // the user writes into reason

	isWorking   bool
	isCancelled bool
	text        string // the text of the answer that is not printed yet
	calls       []runningCall
	usage       string
}

// newState returns the state at the start.
func newState(ctx context.Context, t *Terminal) *state {
	s := &state{terminal: t, parent: ctx, cancel: func() {}, profile: colorprofile.ANSI, input: newInput("› "), reason: newInput("no, because › ")}
	s.input.Placeholder = "Ask, or /help"
	s.history = history{texts: slices.Clone(t.History), position: len(t.History)}
	s.resize(80, 24)
	return s
}

// Init starts the screen, and continues an interrupted prompt.
func (s *state) Init() tea.Cmd {
	s.print(s.wrap(s.terminal.Greeting))
	return tea.Batch(s.input.Focus(), s.work(s.terminal.Resume))
}

// resize sets the size of the terminal.
func (s *state) resize(width, height int) {
	s.width, s.height = width, height
	s.input.SetWidth(max(width, 10))
	s.reason.SetWidth(max(width, 20))
}

// work runs a function with a context that Ctrl-C cancels.
func (s *state) work(f func(context.Context) error) tea.Cmd {
	ctx, cancel := context.WithCancel(s.parent)
	s.isWorking, s.isCancelled, s.cancel = true, false, cancel
	s.background.Add(1)
	return tea.Batch(tick(), func() tea.Msg {
		defer s.background.Done()
		defer cancel()
		return doneMessage{f(ctx)}
	})
}

func tick() tea.Cmd {
	return tea.Tick(200*time.Millisecond, func(time.Time) tea.Msg { return tickMessage{} })
}

// Update handles one message.
func (s *state) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	switch m := message.(type) {
	case tea.WindowSizeMsg:
		s.resize(m.Width, m.Height)
	case tea.ColorProfileMsg:
		s.profile = m.Profile
	case tea.KeyPressMsg:
		return s, s.key(m)
	case tea.PasteMsg:
		s.typed = time.Now()
		return s, s.updateInput(m)
	case eventMessage:
		s.event((*loop.Event)(&m))
	case askMessage:
		s.ask(m)
	case doneMessage:
		return s, s.done(m.err)
	case shownMessage:
		s.show(m)
	case tickMessage:
		if s.isWorking {
			return s, tick()
		}
	default:
		return s, s.updateInput(message)
	}
	return s, nil
}

// event shows an event of the agent.
func (s *state) event(e *loop.Event) {
	switch e.Kind {
	case loop.EventText:
		s.text += e.Text
		s.flush(markdown.Complete(s.text))
	case loop.EventRetry:
		s.text = ""
		s.print(failed.Render(s.wrap(describe(e))))
	case loop.EventStep, loop.EventAnswer:
		s.flush(len(s.text))
		s.usage = e.Spent()
	case loop.EventCall:
		s.calls = append(s.calls, runningCall{id: e.CallID, line: callLine(e), since: time.Now()})
	case loop.EventProgress:
		for i := range s.calls {
			if s.calls[i].id == e.CallID {
				s.calls[i].progress = progressLines(e)
			}
		}
	case loop.EventResult:
		s.calls = slices.DeleteFunc(s.calls, func(c runningCall) bool { return c.id == e.CallID })
		style := faint
		if e.Code != "" {
			style = failed
		}
		s.print(style.Render(s.wrap(resultLine(e))))
	default:
		s.print(faint.Render(s.wrap(describe(e))))
	}
}

// progressLines returns the lines of a progress event, the first one with the percentage.
func progressLines(e *loop.Event) []string {
	lines := strings.Split(strings.TrimRight(markdown.Clean(e.Text), "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, "\t", "    ")
	}
	if e.Percent != nil {
		lines[0] = strings.TrimSpace(fmt.Sprintf("%3.0f %% %s", *e.Percent, lines[0]))
	}
	return lines
}

// flush prints the first n bytes of the answer.
func (s *state) flush(n int) {
	if text := strings.TrimSpace(s.text[:n]); text != "" {
		s.print(markdown.Render(text, s.width) + "\n")
	}
	s.text = s.text[n:]
}

// done ends the work on a text of the user, and begins with the next one that waits. If the work failed or was stopped,
// the texts that wait are in the input again.
func (s *state) done(err error) tea.Cmd {
	s.flush(len(s.text))
	s.isWorking, s.isCancelled, s.calls = false, false, nil
	s.dropQuestions()
	switch {
	case err == nil:
		if len(s.queued) > 0 {
			text := s.queued[0]
			s.queued = s.queued[1:]
			return s.run(text)
		}
		return nil
	case errors.Is(err, context.Canceled):
		s.print(faint.Render("stopped"))
	default:
		s.fail(err)
	}
	if len(s.queued) > 0 {
		s.input.SetValue(strings.Join(append(s.queued, s.input.Value()), "\n"))
		s.queued = nil
	}
	return nil
}

// show prints the result of a command.
func (s *state) show(m shownMessage) {
	if m.err != nil {
		s.fail(m.err)
		return
	}
	s.print(markdown.Render(m.text, s.width) + "\n")
}

// fail prints an error.
func (s *state) fail(err error) { s.print(failed.Render(s.wrap(spaced(err.Error())))) }

// wrap wraps a text at the width of the terminal.
func (s *state) wrap(text string) string { return lipgloss.Wrap(text, max(s.width, 1), "") }

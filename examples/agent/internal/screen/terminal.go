package screen

import (
	"context"
	"errors"
	"os"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/term"

	"github.com/toolgen/toolgen/examples/agent/internal/loop"
	"github.com/toolgen/toolgen/runtime"
)

// Terminal is a conversation in a terminal. All fields are required.
type Terminal struct {
	// Greeting is shown at the start.
	Greeting string
	// Prompt works on a text of the user; Resume continues an interrupted one. Both end soon after the context.
	Prompt func(ctx context.Context, text string) error
	Resume func(ctx context.Context) error
	// Commands are the commands that begin with a slash, in the order of /help.
	Commands []Command
	// History has earlier texts of the user, oldest first.
	History []string
	// Input and Output are the terminal.
	Input, Output *os.File

	program *tea.Program
	printed queue // what is printed above the input
}

// Command is a command of the user.
type Command struct {
	// Name begins with a slash. Help is one line about it.
	Name, Help string
	// Run returns a text in Markdown.
	Run func(ctx context.Context, argument string) (string, error)
}

// The messages of the screen.
type (
	eventMessage loop.Event
	askMessage   struct {
		request runtime.ApprovalRequest
		answer  chan<- runtime.Decision
		always  func()
	}
	doneMessage  struct{ err error }
	shownMessage struct {
		text string
		err  error
	}
	tickMessage struct{}
)

// Run shows the conversation until the user leaves, or until the context ends, whose error it returns. It always restores
// the terminal.
func (t *Terminal) Run(ctx context.Context) error {
	t.printed.ready = make(chan struct{}, 1)
	s := newState(ctx, t)
	if width, height, err := term.GetSize(int(t.Output.Fd())); err == nil {
		s.resize(width, height)
	}
	t.program = tea.NewProgram(s, tea.WithContext(ctx), tea.WithInput(t.Input), tea.WithOutput(t.Output), tea.WithoutSignalHandler())
	stop := make(chan struct{})
	go t.printLines(stop)
	_, err := t.program.Run()
	close(stop)
	s.cancel()
	s.background.Wait()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// Report shows an event. It is safe for concurrent use.
func (t *Terminal) Report(e loop.Event) { t.program.Send(eventMessage(e)) }

// Ask asks the user to approve a call. remember is called if the user approves all calls of the tool.
func (t *Terminal) Ask(ctx context.Context, request runtime.ApprovalRequest, remember func()) (runtime.Decision, error) {
	answer := make(chan runtime.Decision, 1)
	t.program.Send(askMessage{request, answer, remember})
	select {
	case d := <-answer:
		return d, nil
	case <-ctx.Done():
		return runtime.Decision{}, ctx.Err()
	}
}

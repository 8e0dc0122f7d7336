package screen

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/toolgen/toolgen/examples/agent/internal/markdown"
)

// key handles a key.
func (s *state) key(key tea.KeyPressMsg) tea.Cmd {
	name := key.String()
	switch {
	case name == "ctrl+c":
		return s.interrupt()
	case s.isExplaining:
		return s.explain(key)
	case len(s.questions) > 0 && time.Since(s.typed) > typingPause:
		return s.answerQuestion(name)
	}
	switch name {
	case "enter":
		s.typed = time.Time{}
		return s.submit()
	case "tab":
		s.complete()
		return nil
	case "ctrl+d":
		if s.input.Value() == "" {
			return tea.Quit
		}
	case "up", "down":
		by := 1
		if name == "up" {
			by = -1
		}
		if s.recall(by) {
			return nil
		}
	}
	s.typed = time.Now()
	return s.updateInput(key)
}

// interrupt handles Ctrl-C: it stops the work, clears the input, or leaves.
func (s *state) interrupt() tea.Cmd {
	switch {
	case s.isWorking && !s.isCancelled:
		s.isCancelled = true
		s.cancel()
		return nil
	case !s.isWorking && s.input.Value() != "":
		s.input.Reset()
		return nil
	}
	return tea.Quit
}

// submit handles the text of the user. While the agent works, the text waits.
func (s *state) submit() tea.Cmd {
	text := strings.TrimSpace(s.input.Value())
	if text == "" {
		return nil
	}
	s.input.Reset()
	s.history.add(text)
	if s.isWorking {
		s.queued = append(s.queued, text)
		return nil
	}
	return s.run(text)
}

// run prints a text of the user, and runs it as a command or works on it.
func (s *state) run(text string) tea.Cmd {
	shown := lipgloss.Wrap(markdown.Clean(text), max(s.width-2, 1), "")
	s.print(bold.Render("› ") + strings.ReplaceAll(shown, "\n", "\n  "))
	if !strings.HasPrefix(text, "/") {
		return s.work(func(ctx context.Context) error { return s.terminal.Prompt(ctx, text) })
	}
	name, argument, _ := strings.Cut(text, " ")
	switch name {
	case "/quit":
		return tea.Quit
	case "/help":
		s.show(shownMessage{text: s.help()})
		return nil
	}
	for _, c := range s.terminal.Commands {
		if c.Name == name && c.Run != nil {
			return s.work(func(ctx context.Context) error {
				shown, err := c.Run(ctx, strings.TrimSpace(argument))
				s.terminal.program.Send(shownMessage{shown, err})
				return nil
			})
		}
	}
	s.show(shownMessage{err: fmt.Errorf("unknown command %s: /help lists the commands", name)})
	return nil
}

// help returns the list of commands and keys.
func (s *state) help() string {
	var b strings.Builder
	for _, c := range s.terminal.Commands {
		fmt.Fprintf(&b, "- `%s` %s\n", c.Name, c.Help)
	}
	b.WriteString("\nEnter sends the text; Ctrl-J begins a new line. A text that you send while the agent works waits until it is done. " +
		"Ctrl-C stops the work, clears the input, or leaves. Up and Down show earlier texts; Tab completes a command.")
	return b.String()
}

package screen

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/toolgen/toolgen/examples/agent/internal/markdown"
)

// The styles of the terminal.
var (
	faint   = lipgloss.NewStyle().Faint(true)
	bold    = lipgloss.NewStyle().Bold(true)
	failed  = lipgloss.NewStyle().Foreground(lipgloss.Color("1"))
	working = lipgloss.NewStyle().Foreground(lipgloss.Color("6"))
)

const (
	// maxShownTail is how many rows of an incomplete block are shown while it arrives.
	maxShownTail = 8
	// maxShownOutput is how many lines of the output of a running call are shown.
	maxShownOutput = 5
	// inputRows is how many rows are kept for the question, the input and the status.
	inputRows = 5
)

// View returns the lower part of the screen: the incomplete text, the running calls, the texts that wait, and the
// question or the input with its status. On a small screen, the rows at the top are left out.
func (s *state) View() tea.View {
	rows := max(s.height-s.printRows()-1, 1)
	lines := s.viewTail()
	lines = append(lines, s.viewCalls(rows-inputRows-len(lines))...)
	for _, text := range s.queued {
		lines = append(lines, faint.Render(clip("then › "+spaced(text), s.width)))
	}
	if len(s.questions) > 0 {
		lines = append(lines, s.viewQuestion())
	}
	if len(s.questions) == 0 || !s.isExplaining && s.input.Value() != "" {
		lines = append(lines, s.input.View())
	}
	lines = append(lines, s.viewStatus()...)
	all := strings.Split(strings.Join(lines, "\n"), "\n")
	return tea.NewView(strings.Join(all[max(0, len(all)-rows):], "\n"))
}

// viewTail returns the last rows of the text that is not printed yet.
func (s *state) viewTail() []string {
	tail := strings.ReplaceAll(strings.TrimSpace(markdown.Clean(s.text)), "\t", "    ")
	if tail == "" {
		return nil
	}
	wrapped := strings.Split(s.wrap(tail), "\n")
	return wrapped[max(0, len(wrapped)-maxShownTail):]
}

// viewCalls returns the running calls in at most that many rows, with the last lines of their output if there is space.
func (s *state) viewCalls(rows int) (lines []string) {
	shown := s.calls[:min(len(s.calls), max(rows, 1))]
	each := 0
	if len(shown) > 0 {
		each = min(maxShownOutput, max(0, rows/len(shown)-1))
	}
	for _, c := range shown {
		time := time.Since(c.since).Truncate(time.Second)
		lines = append(lines, working.Render(clip(fmt.Sprintf("→ %s %s", clip(c.line, s.width-len("→  1m0s")), time), s.width)))
		for _, line := range c.progress[max(0, len(c.progress)-each):] {
			lines = append(lines, faint.Render(clip("  "+line, s.width)))
		}
	}
	if rest := len(s.calls) - len(shown); rest > 0 {
		lines = append(lines, working.Render(fmt.Sprintf("→ and %d more", rest)))
	}
	return lines
}

// viewStatus returns the rows below the input: the commands that can be completed, or what Ctrl-C does, and the usage.
func (s *state) viewStatus() (lines []string) {
	status := s.usage
	switch {
	case s.isWorking && s.isCancelled:
		status = "stopping; Ctrl-C again leaves"
	case s.isWorking:
		status = strings.TrimSpace("working; Ctrl-C stops  " + s.usage)
	default:
		for _, c := range s.completions() {
			lines = append(lines, faint.Render(clip(fmt.Sprintf("  %-9s %s", c.Name, c.Help), s.width)))
		}
		if lines != nil {
			return lines
		}
	}
	return []string{faint.Render(clip(status, s.width))}
}

// clip cuts a line to a width.
func clip(line string, width int) string {
	return lipgloss.NewStyle().MaxWidth(max(width, 1)).Render(line)
}

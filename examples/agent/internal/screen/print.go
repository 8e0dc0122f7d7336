package screen

import (
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// print prints a text above the input, in the colours of the terminal.
func (s *state) print(text string) {
	var b strings.Builder
	w := colorprofile.Writer{Forward: &b, Profile: s.profile}
	_, _ = w.WriteString(text) // a Builder has no errors
	for _, part := range split(b.String(), s.width, s.printRows()) {
		s.terminal.printed.add(part)
	}
}

// printRows is how many rows are printed at once. The other rows are for View: if both together do not fit on the
// screen, the renderer leaves copies of View between the printed rows.
func (s *state) printRows() int { return max(s.height/4, 1) }

// split divides a text into parts of at most that many rows of the terminal, between its lines. A line with more rows is
// divided, too.
func split(text string, width, rows int) (parts []string) {
	var part []string
	used := 0
	end := func() {
		if text := strings.Join(part, "\n"); text != "" {
			parts = append(parts, text)
		} else if part != nil {
			parts = append(parts, " ") // the renderer prints no empty text
		}
		part, used = nil, 0
	}
	for _, line := range rowsOf(text, width, rows) {
		needed := rowCount(line, width)
		if used+needed > rows {
			end()
		}
		part, used = append(part, line), used+needed
	}
	end()
	return parts
}

// rowsOf returns the lines of a text. A line that needs more rows of the terminal than the maximum is divided into rows.
func rowsOf(text string, width, rows int) (lines []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if rowCount(line, width) > rows {
			line = ansi.Hardwrap(line, width, true)
		}
		lines = append(lines, strings.Split(line, "\n")...)
	}
	return lines
}

// rowCount returns how many rows of the terminal a line needs at most: a wide character may not fit into the last column.
func rowCount(line string, width int) int {
	count := ansi.StringWidth(line)
	if count <= width {
		return 1
	}
	return 1 + (count-1)/max(width-1, 1)
}

// queue has texts in their order. Adding a text never waits, because the goroutine of the program, which prints the
// texts, also adds them.
type queue struct {
	mu    sync.Mutex
	texts []string
	ready chan struct{} // has a value if there are texts
}

// add adds a text.
func (q *queue) add(text string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.texts = append(q.texts, text)
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take removes and returns all texts.
func (q *queue) take() []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	texts := q.texts
	q.texts = nil
	return texts
}

// framePause is longer than the time between two frames of the renderer, which draws 60 of them in a second.
const framePause = 30 * time.Millisecond

// printLines prints texts above the input, in their order. Before that, it waits until the renderer has drawn a frame: a text
// that is printed is no longer part of View, and rows above a frame that still has it would leave the screen too early.
func (t *Terminal) printLines(stop <-chan struct{}) {
	for {
		select {
		case <-t.printed.ready:
			time.Sleep(framePause)
			for _, text := range t.printed.take() {
				t.program.Println(text)
			}
		case <-stop:
			return
		}
	}
}

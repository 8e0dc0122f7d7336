package browser

import "fmt"

// notes are events during a call that the model did not ask for.
type notes struct {
	lines   []string
	dropped int
}

// maxNotes is the maximum number of notes in one answer.
const maxNotes = 12

func (n *notes) add(format string, args ...any) {
	if len(n.lines) >= maxNotes {
		n.dropped++
		return
	}
	n.lines = append(n.lines, fmt.Sprintf(format, args...))
}

// take returns the notes and removes them.
func (n *notes) take() []string {
	lines := n.lines
	if n.dropped > 0 {
		lines = append(lines, fmt.Sprintf("and %d more such events", n.dropped))
	}
	*n = notes{}
	return lines
}

package browser

import "fmt"

// notes are what happened during a call beside what was asked for.
type notes struct {
	lines   []string
	dropped int
}

// maxNotes is how many are kept for one answer.
const maxNotes = 12

func (n *notes) add(format string, args ...any) {
	if len(n.lines) >= maxNotes {
		n.dropped++
		return
	}
	n.lines = append(n.lines, fmt.Sprintf(format, args...))
}

// take are the notes; there are none afterwards.
func (n *notes) take() []string {
	lines := n.lines
	if n.dropped > 0 {
		lines = append(lines, fmt.Sprintf("and %d more such events", n.dropped))
	}
	*n = notes{}
	return lines
}

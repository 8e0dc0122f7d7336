package project

import "strings"

// Parse reads an output in these formats, from beginning to end.
func Parse(formats, output string) ([]Finding, Counts, int) {
	l := &listener{command: command{formats: formats}}
	l.read(strings.NewReader(output))
	return l.found.findings, l.found.counts, l.found.leftOut
}

// FormatNames are those of all formats.
func FormatNames() (names []string) {
	for name := range formats {
		names = append(names, name)
	}
	return names
}

// Said is what of a report a model reads, in at most that many characters.
func Said(r *Report, room int) string { return r.text(tests, limits{}, room) }

// CheckTarget is Args.Validate's check of the target.
func CheckTarget(target string) error { return checkTarget(target) }

// The limits.
const (
	MaxFindings = maxFindings
	MaxMessage  = maxMessage
)

package project

import "strings"

// Parse parses the output of a command with these parsers.
func Parse(formats, output string) ([]Finding, Counts, int) {
	l := &listener{command: command{formats: formats}}
	l.readStream(strings.NewReader(output))
	return l.found.findings, l.found.counts, l.found.leftOut
}

// FormatNames returns the names of all formats.
func FormatNames() (names []string) {
	for name := range parsers {
		names = append(names, name)
	}
	return names
}

// TextOf returns the text of a report in at most limit code points.
func TextOf(r *Report, limit int) string { return r.text(testTask, limits{}, limit) }

// CheckTarget checks a target as Args.Validate does.
func CheckTarget(target string) error { return checkTarget(target) }

// Limits of the findings.
const (
	MaxFindings = maxFindings
	MaxMessage  = maxMessage
)

package project

import (
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/printed"
)

// Parse parses the output of a command with these parsers.
func Parse(formats, output string) ([]Finding, Counts, int) {
	found := parse(formats, output)
	return found.findings, found.counts, found.leftOut
}

// ParseOutput returns the findings in the output of a command, and the output for
// people.
func ParseOutput(formats, output string) ([]Finding, string) {
	found := parse(formats, output)
	return found.findings, found.output.String()
}

func parse(formats, output string) *collector {
	l := &listener{whole: printed.New(), redact: func(text string) string { return text }, command: command{formats: formats}}
	l.readStream(strings.NewReader(output))
	return &l.found
}

// FormatNames returns the names of all formats.
func FormatNames() (names []string) {
	for name := range parsers {
		names = append(names, name)
	}
	return names
}

// TextOf returns the text of a report in at most limit code points.
func TextOf(r *Report, limit int) string {
	text, _ := r.text(testTask, limits{}, limit)
	return text
}

// CheckTarget checks a target as Args.Validate does.
func CheckTarget(target string) error { return checkTarget(target) }

// Limits of the findings.
const (
	MaxFindings = maxFindings
	MaxMessage  = maxMessage
)

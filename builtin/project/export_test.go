package project

import (
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/printed"
	"github.com/toolgen/toolgen/internal/redact"
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
	return parseWith(formats, output, new(redact.Secrets))
}

func parseWith(formats, output string, values *redact.Secrets) *collector {
	secrets := secretValues{values}
	l := &listener{whole: printed.New(), secrets: secrets, found: newCollector(secrets), command: command{formats: formats}}
	l.readStream(strings.NewReader(output))
	return &l.found
}

// ParseWithSecret is ParseOutput for a call whose session has a secret.
func ParseWithSecret(formats, output, secret string) ([]Finding, string) {
	var values redact.Secrets
	values.Add(secret)
	found := parseWith(formats, output, &values)
	return found.findings, found.output.String()
}

// secretValues removes secrets from texts as a call does.
type secretValues struct{ values *redact.Secrets }

func (s secretValues) Excerpt(text string, start, end int) string {
	return redact.Excerpt(text, start, end, s.values)
}

func (s secretValues) SafeEnd(text string) int { return redact.SafeEnd(text, s.values) }

// FormatNames returns the names of all formats.
func FormatNames() (names []string) {
	for name := range parsers {
		names = append(names, name)
	}
	return names
}

// TextOf returns the text of a report in at most limit code points.
func TextOf(r *Report, limit int) string {
	s := r.show(testTask, limits{}, limit)
	return joinLines(joinLines(s.lead, s.text), s.note)
}

// CheckTarget checks a target as Args.Validate does.
func CheckTarget(target string) error { return checkTarget(target) }

// Limits of the findings.
const (
	MaxFindings = maxFindings
	MaxMessage  = maxMessage
)

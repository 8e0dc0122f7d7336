package project

import (
	"math"
	"strings"
)

// Limits of what is kept of a command, in findings and in bytes.
const (
	maxFindings  = 500
	maxMessage   = 4000
	shortMessage = 300
	maxName      = 500
	// maxText is how long all messages are together; those beyond it are short.
	maxText = 128 << 10
)

// collector keeps what the formats find. It is not safe for concurrent use.
type collector struct {
	findings []Finding
	seen     map[Finding]bool
	leftOut  int
	mild     int // how many of the findings kept are no errors
	bytes    int
	counts   Counts
	deepest  int // tests around the innermost one that ran, in Go
	said     excerpt
}

// add takes in a finding. The same one twice counts once.
func (c *collector) add(f Finding) {
	f.Message = strings.TrimRight(dedent(plainLines(f.Message)), " \n")
	for _, name := range []*string{&f.Test, &f.File, &f.Rule} {
		*name = middle(plain(strings.ReplaceAll(*name, "\n", " ")), maxName)
	}
	if f.Severity == "" {
		f.Severity = Error
	}
	limit := maxMessage
	if c.bytes > maxText {
		limit = shortMessage
	}
	f.Message = middle(f.Message, limit)
	if c.seen[f] {
		return
	}
	c.count(f, 1)
	c.keep(f)
}

// count counts a finding that is no failed test, or takes it back.
func (c *collector) count(f Finding, by int) {
	switch {
	case f.Test != "":
	case f.Severity == Error:
		c.counts.Errors += by
	case f.Severity == Warning:
		c.counts.Warnings += by
	}
}

// keep keeps a finding while there is room; an error takes the room of the last
// one that is none.
func (c *collector) keep(f Finding) {
	if len(c.findings) >= maxFindings {
		c.leftOut++
		if f.Severity != Error || c.mild == 0 {
			return
		}
		c.dropMild()
	}
	if f.Severity != Error {
		c.mild++
	}
	if c.seen == nil {
		c.seen = map[Finding]bool{}
	}
	c.seen[f] = true
	c.bytes += len(f.Message)
	c.findings = append(c.findings, f)
}

// dropMild drops the last finding that is no error.
func (c *collector) dropMild() {
	for i := len(c.findings) - 1; i >= 0; i-- {
		if f := c.findings[i]; f.Severity != Error {
			delete(c.seen, f)
			c.bytes -= len(f.Message)
			c.findings = append(c.findings[:i], c.findings[i+1:]...)
			c.mild--
			return
		}
	}
}

// merge takes in what another command found.
func (c *collector) merge(other *collector) {
	for _, f := range other.findings {
		if c.seen[f] {
			other.count(f, -1)
			continue
		}
		c.keep(f)
	}
	c.leftOut += other.leftOut
	for _, line := range other.said.lines() {
		c.said.add(line)
	}
	c.said.omitted += other.said.omitted
	c.deepest = max(c.deepest, other.deepest)
	c.tests(other.counts)
	c.counts.Errors += other.counts.Errors
	c.counts.Warnings += other.counts.Warnings
}

// nothing reports whether there were neither tests nor findings.
func (c *collector) nothing() bool {
	return c.counts.Passed+c.counts.Failed+c.counts.Skipped+c.counts.Errors == 0 && len(c.findings) == 0
}

// noMessage is the message of a test that failed in silence.
const noMessage = "failed without a message"

// messageOf is what a failed test said, or that it said nothing.
func messageOf(said string) string {
	if strings.TrimSpace(said) == "" {
		return noMessage
	}
	return said
}

// tests adds numbers of tests.
func (c *collector) tests(more Counts) {
	c.counts.Passed = sum(c.counts.Passed, more.Passed)
	c.counts.Failed = sum(c.counts.Failed, more.Failed)
	c.counts.Skipped = sum(c.counts.Skipped, more.Skipped)
}

// sum adds counts that a program may have made up: it stays in range.
func sum(a, b int) int { return int(min(int64(a)+int64(b), math.MaxInt32)) }

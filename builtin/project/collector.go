package project

import (
	"math"
	"strings"
)

// Limits of the findings of a command.
const (
	maxFindings  = 500
	maxMessage   = 4000 // bytes of a message
	shortMessage = 300  // bytes of a message after the first maxMessages
	maxName      = 500  // bytes of the name of a test, a file or a rule
	maxCommand   = 2000 // bytes of the command that is shown, which can name each test of a file
	// maxMessages is the number of bytes of all messages after which messages are
	// short.
	maxMessages = 128 << 10
)

// collector collects the findings of parsers. It is not safe for concurrent use.
type collector struct {
	findings  []Finding
	seen      map[Finding]bool
	leftOut   int
	nonErrors int // the number of kept findings that are not errors
	bytes     int
	counts    Counts
	maxDepth  int // the maximum number of parents of a Go test that ran
	packages  int // the number of Go packages whose tests passed
	cached    int // the number of those whose result is cached
	output    excerpt
	isCut     bool     // a message or a name was cut
	secrets   redactor // nil removes no secrets
}

// newCollector returns a collector whose texts have no secrets.
func newCollector(secrets redactor) collector {
	return collector{secrets: secrets, output: excerpt{secrets: secrets}}
}

// add adds a finding, unless it is equal to an earlier one.
func (c *collector) add(f Finding) {
	f.Message = c.redact(strings.TrimRight(dedent(plainLines(f.Message)), " \n"))
	for _, name := range []*string{&f.Test, &f.File, &f.Rule} {
		*name = c.cut(plainText(strings.ReplaceAll(*name, "\n", " ")), maxName)
	}
	if f.Severity == "" {
		f.Severity = Error
	}
	limit := maxMessage
	if c.bytes > maxMessages {
		limit = shortMessage
	}
	f.Message = c.cut(f.Message, limit)
	if c.seen[f] {
		return
	}
	c.count(f, 1)
	c.keep(f)
}

// redact removes the secrets from a message, whose lines were read one by one.
func (c *collector) redact(message string) string {
	if c.secrets == nil {
		return message
	}
	return c.secrets.Excerpt(message, 0, len(message))
}

// cut cuts a text in the middle.
func (c *collector) cut(text string, limit int) string {
	c.isCut = c.isCut || len(text) > limit
	return cutMiddle(text, limit)
}

// count adds a number to the count of errors or warnings, unless the finding is a
// failed test.
func (c *collector) count(f Finding, by int) {
	switch {
	case f.Test != "":
	case f.Severity == Error:
		c.counts.Errors += by
	case f.Severity == Warning:
		c.counts.Warnings += by
	}
}

// keep keeps a finding. When there are maxFindings, an error replaces the last
// finding that is not one, and other findings are left out.
func (c *collector) keep(f Finding) {
	if len(c.findings) >= maxFindings {
		c.leftOut++
		if f.Severity != Error || c.nonErrors == 0 {
			return
		}
		c.dropNonError()
	}
	if f.Severity != Error {
		c.nonErrors++
	}
	if c.seen == nil {
		c.seen = map[Finding]bool{}
	}
	c.seen[f] = true
	c.bytes += len(f.Message)
	c.findings = append(c.findings, f)
}

// dropNonError removes the last finding that is not an error.
func (c *collector) dropNonError() {
	for i := len(c.findings) - 1; i >= 0; i-- {
		if f := c.findings[i]; f.Severity != Error {
			delete(c.seen, f)
			c.bytes -= len(f.Message)
			c.findings = append(c.findings[:i], c.findings[i+1:]...)
			c.nonErrors--
			return
		}
	}
}

// merge adds the findings of another command.
func (c *collector) merge(other *collector) {
	for _, f := range other.findings {
		if c.seen[f] {
			other.count(f, -1)
			continue
		}
		c.keep(f)
	}
	c.leftOut += other.leftOut
	for _, line := range other.output.lines() {
		c.output.add(line)
	}
	c.output.omitted += other.output.omitted
	c.output.isCut = c.output.isCut || other.output.isCut
	c.isCut = c.isCut || other.isCut
	c.maxDepth = max(c.maxDepth, other.maxDepth)
	c.packages += other.packages
	c.cached += other.cached
	c.addCounts(other.counts)
	c.counts.Errors += other.counts.Errors
	c.counts.Warnings += other.counts.Warnings
}

// isEmpty reports whether there are neither tests nor findings.
func (c *collector) isEmpty() bool {
	return c.counts.Passed+c.counts.Failed+c.counts.Skipped+c.counts.Errors == 0 && len(c.findings) == 0
}

// noMessage is the message of a test that failed and printed nothing.
const noMessage = "failed without a message"

// messageOrNone returns the message of a failed test, or noMessage when it is
// empty.
func messageOrNone(message string) string {
	if strings.TrimSpace(message) == "" {
		return noMessage
	}
	return message
}

// addCounts adds numbers of tests.
func (c *collector) addCounts(more Counts) {
	c.counts.Passed = addBounded(c.counts.Passed, more.Passed)
	c.counts.Failed = addBounded(c.counts.Failed, more.Failed)
	c.counts.Skipped = addBounded(c.counts.Skipped, more.Skipped)
}

// addBounded adds two counts. The sum is at most math.MaxInt32, because a program
// may print any number.
func addBounded(a, b int) int { return int(min(int64(a)+int64(b), math.MaxInt32)) }

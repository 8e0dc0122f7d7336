package reducers

import (
	"fmt"
	"strings"
)

// class says what becomes of a line.
type class uint8

const (
	plain  class = iota // left out only from the middle of a long text
	keep                // survives; it may be cut inside
	silent              // left out without a word: it says nothing of this run
	// The other classes are left out and counted.
	passedTest
	passedFile
	passedPackage
	noTests
	progress
	installed
	frame
	entered
	described
	quiet
	hushed
	echoed
	warned
	moreFiles
	moreLines
	unchanged
	lockLines
	moreMatches
	links
	boilerplate
)

// when says when the lines of a class are left out.
type when uint8

const (
	always when = iota
	ifLarge
)

// labels say for each class what its lines are called, in the singular and in
// the plural, when they are left out, and whether the count stands where they
// stood rather than at the end.
var labels = [...]struct {
	one, many string
	when      when
	inPlace   bool
}{
	passedTest:    {one: "passing test", many: "passing tests"},
	passedFile:    {one: "passing test file", many: "passing test files"},
	passedPackage: {one: "package ok", many: "packages ok"},
	noTests:       {one: "package without tests", many: "packages without tests"},
	progress:      {one: "line of progress", many: "lines of progress"},
	installed:     {one: "line about packages", many: "lines about packages"},
	frame:         {one: "line of library stack frames", many: "lines of library stack frames"},
	entered:       {one: "line about directories", many: "lines about directories"},
	described:     {one: "line of authors, dates and bodies", many: "lines of authors, dates and bodies"},
	quiet:         {one: "line printed by passing tests", many: "lines printed by passing tests", when: ifLarge},
	hushed:        {one: "line printed by passing tests", many: "lines printed by passing tests"},
	echoed:        {one: "echoed command", many: "echoed commands", when: ifLarge},
	warned:        {one: "warning", many: "warnings", when: ifLarge},
	moreFiles:     {one: "more file", many: "more files", inPlace: true},
	moreLines:     {one: "more line", many: "more lines", inPlace: true},
	unchanged:     {one: "unchanged line", many: "unchanged lines"},
	lockLines:     {one: "line of a lock file", many: "lines of a lock file", inPlace: true},
	moreMatches:   {one: "more match in this file", many: "more matches in this file", inPlace: true},
	links:         {one: "link", many: "links", inPlace: true},
	boilerplate:   {one: "line of page furniture", many: "lines of page furniture"},
}

// dropped says whether the lines of the class are left out of a text that is
// over the limit, or is not.
func (c class) dropped(large bool) bool {
	return c == silent || c > silent && (large || labels[c].when == always)
}

// count is a number of lines with the name of their class.
func (c class) count(n int) string {
	if n == 1 {
		return "1 " + labels[c].one
	}
	return fmt.Sprintf("%d %s", n, labels[c].many)
}

// What our own marks look like. They are recognised, so that a second reduction
// neither counts nor drops them.
const (
	gapStart  = "[… "
	gapEnd    = " left out]"
	noteStart = "[left out: "
	foldStart = "[the line above "
)

// gap stands where lines were left out.
func gap(what string) string { return gapStart + what + gapEnd }

// ourMark says whether the line is one of our own marks.
func ourMark(line string) bool {
	line = strings.TrimLeft(line, " ")
	if !strings.HasPrefix(line, "[") || !strings.HasSuffix(line, "]") {
		return false
	}
	return strings.HasPrefix(line, noteStart) || strings.HasPrefix(line, foldStart) ||
		strings.HasPrefix(line, gapStart) && strings.HasSuffix(line, gapEnd)
}

// noticeStart is what the notice of a cut text begins with; noticeTotal stands
// behind the number. The notice says how long the text was and, with a spill
// store, how to read on.
const (
	noticeStart = "[truncated — "
	noticeTotal = " chars total"
	readOn      = "read_result"
)

// notices is how many notices the text has.
func notices(text string) int { return strings.Count(text, noticeStart) }

// isNotice says whether the line has a notice, or tells how to read on.
func isNotice(line string) bool {
	return strings.Contains(line, noticeStart) && strings.Contains(line, noticeTotal) ||
		strings.Contains(line, readOn) && strings.HasPrefix(strings.TrimLeft(line, " "), "[")
}

// exitSigns are the words that programs and shells report an exit status with.
var exitSigns = []string{
	"exit status", "Exit status", "exit code", "Exit code", "exited with", "Exited with",
	"signal: ", "Segmentation fault", "core dumped", "Killed", "Terminated", "timed out after",
	"*** [", "*** No rule", "ELIFECYCLE", "Lifecycle script", "Command failed", "did not run successfully",
}

// longestExit bounds the lines, in bytes, that are looked at for an exit
// status: a line that is longer is not the report of one.
const longestExit = 400

// isExit says whether the line tells how a program ended.
func isExit(line string) bool {
	return len(line) <= longestExit && hasAny(line, exitSigns)
}

// hasAny says whether the line has one of these words.
func hasAny(line string, words []string) bool {
	for _, word := range words {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}

// startsAny says whether the line starts with one of these.
func startsAny(line string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}

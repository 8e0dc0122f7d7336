package reducers

import (
	"strings"

	"github.com/toolgen/toolgen/internal/cut"
)

// class says whether a line is kept or left out.
type class uint8

const (
	plain     class = iota // left out only in the middle of a large text
	keep                   // kept; a long line may be cut in the middle
	uncounted              // left out and not counted
	// Lines of the other classes are left out and counted.
	passedTest
	passedFile
	passedPackage
	untestedPackage
	progressLine
	packageLine
	libraryFrame
	directoryLine
	logDetails
	passingOutput
	passingOutputOfFailedRun
	echoedCommand
	warning
	otherFiles
	otherLines
	unchangedLine
	lockFileLine
	otherMatches
	menuLinks
	pageBoilerplate

	classCount // the number of classes
)

// dropCondition says when the lines of a class are left out.
type dropCondition uint8

const (
	dropAlways dropCondition = iota
	dropIfLarge
)

// labels are the names of the lines of each class for a count, in the singular
// and in the plural, the condition for leaving the lines out, and whether the
// count is in their place instead of at the end of the text.
var labels = [classCount]struct {
	one, many string
	when      dropCondition
	inPlace   bool
}{
	passedTest:               {one: "passing test", many: "passing tests"},
	passedFile:               {one: "passing test file", many: "passing test files"},
	passedPackage:            {one: "package ok", many: "packages ok"},
	untestedPackage:          {one: "package without tests", many: "packages without tests"},
	progressLine:             {one: "line of progress", many: "lines of progress"},
	packageLine:              {one: "line about packages", many: "lines about packages"},
	libraryFrame:             {one: "line of library stack frames", many: "lines of library stack frames"},
	directoryLine:            {one: "line about directories", many: "lines about directories"},
	logDetails:               {one: "line of authors, dates and bodies", many: "lines of authors, dates and bodies"},
	passingOutput:            {one: "line printed by passing tests", many: "lines printed by passing tests", when: dropIfLarge},
	passingOutputOfFailedRun: {one: "line printed by passing tests", many: "lines printed by passing tests"},
	echoedCommand:            {one: "echoed command", many: "echoed commands", when: dropIfLarge},
	warning:                  {one: "warning", many: "warnings", when: dropIfLarge},
	otherFiles:               {one: "more file", many: "more files", inPlace: true},
	otherLines:               {one: "more line", many: "more lines", inPlace: true},
	unchangedLine:            {one: "unchanged line", many: "unchanged lines", inPlace: true},
	lockFileLine:             {one: "line of a lock file", many: "lines of a lock file", inPlace: true},
	otherMatches:             {one: "more match in this file", many: "more matches in this file", inPlace: true},
	menuLinks:                {one: "link", many: "links", inPlace: true},
	pageBoilerplate:          {one: "line of page boilerplate", many: "lines of page boilerplate"},
}

// isDropped reports whether the lines of the class are left out of a text. A
// text is large when it is over the limit.
func (c class) isDropped(large bool) bool {
	return c == uncounted || c > uncounted && (large || labels[c].when == dropAlways)
}

// countText returns a number of lines with the name of their class, such as "12
// more files".
func (c class) countText(n int) string {
	if n == 1 {
		return "1 " + labels[c].one
	}
	return cut.Group(n) + " " + labels[c].many
}

// foldStart is the beginning of the mark of repeated lines.
const foldStart = "[the line above "

// isMark reports whether the line is a mark of this package, or another mark that
// replaces omitted text. Marks are recognized, so that a second reduction neither
// counts nor drops them.
func isMark(line string) bool {
	return strings.HasPrefix(strings.TrimLeft(line, " "), foldStart) && strings.HasSuffix(line, "]") || cut.IsMark(line)
}

// countNotices returns the number of notices of the runtime in a text.
func countNotices(text string) (n int) {
	for {
		_, end, ok := cut.FindNotice(text)
		if !ok {
			return n
		}
		n, text = n+1, text[end:]
	}
}

// isNotice reports whether the line has a notice, or a mark with the tool that
// reads the rest of the text.
func isNotice(line string) bool {
	_, _, ok := cut.FindNotice(line)
	return ok || strings.Contains(line, cut.ReadTool) && strings.HasPrefix(strings.TrimLeft(line, " "), "[")
}

// exitWords are in the lines by which programs and shells report how a program
// ended.
var exitWords = []string{
	"exit status", "Exit status", "exit code", "Exit code", "exited with", "Exited with",
	"signal: ", "Segmentation fault", "core dumped", "Killed", "Terminated", "timed out after",
	"*** [", "*** No rule", "ELIFECYCLE", "Lifecycle script", "Command failed", "did not run successfully",
}

// maxExitLine is the maximum length of such a line, in bytes.
const maxExitLine = 400

// isExit reports whether the line says how a program ended.
func isExit(line string) bool {
	return len(line) <= maxExitLine && hasAny(line, exitWords)
}

// hasAny reports whether the line contains one of the words.
func hasAny(line string, words []string) bool {
	for _, word := range words {
		if strings.Contains(line, word) {
			return true
		}
	}
	return false
}

// hasAnyPrefix reports whether the line begins with one of the prefixes.
func hasAnyPrefix(line string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}

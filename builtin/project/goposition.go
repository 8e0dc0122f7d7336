package project

import (
	"regexp"
	"strings"
)

// goPath matches the path of a source file in a line of go test -fullpath: the
// name of a file, a path without spaces, or an absolute path.
const goPath = `([^\s:]+\.go|(?:[A-Za-z]:)?[/\\][^:]*\.go)`

// The lines of go test that have a position in a source file. Package testing
// indents the first line of a log by four spaces and its other lines by eight.
var (
	goLogLine      = regexp.MustCompile(`^ {4}` + goPath + `:(\d+): ?(.*)$`)
	goLogAfterText = regexp.MustCompile(`\S {4}` + goPath + `:(\d+): `)
	goFrame        = regexp.MustCompile(`^\s+` + goPath + `:(\d+)(?: \+0x[0-9a-f]+)?$`)
)

// goPosition returns the position at which a test of a package failed: that of the
// first stack frame of a panic that is not in a library, or that of the first line
// that the test logged. When the message begins with that line, the position is
// removed from the message.
func goPosition(basePackage, output string) (file string, line int, message string) {
	panicked := false
	for text := range strings.SplitSeq(output, "\n") {
		if panicked = panicked || strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: "); panicked {
			if frame := goFrame.FindStringSubmatch(text); frame != nil && !isGoLibrary(basePackage, frame[1]) {
				return frame[1], parseNumber(frame[2]), output
			}
			continue
		}
		if file != "" {
			continue
		}
		match := goLogLine.FindStringSubmatch(text)
		if match == nil {
			match = goLogAfterText.FindStringSubmatch(text)
		}
		if match != nil {
			file, line = match[1], parseNumber(match[2])
		}
	}
	if match := goLogLine.FindStringSubmatch(firstLine(output)); match != nil {
		output = match[3] + strings.TrimPrefix(output, firstLine(output))
	}
	return file, line, output
}

// isGoLibrary reports whether the file of a stack frame belongs to a library. With
// -trimpath, a path begins with the path of its module and the version of a
// library, or with the path of a package of the standard library.
func isGoLibrary(basePackage, file string) bool {
	if isLibrary(file) || strings.HasSuffix(file, "_testmain.go") {
		return true
	}
	first, _, hasDir := strings.Cut(file, "/")
	isTrimmed := hasDir && first != "" && !strings.HasPrefix(first, ".") && !strings.ContainsAny(first, `:\`)
	own, _, _ := strings.Cut(basePackage, "/")
	return isTrimmed && (first != own || strings.Contains(file, "@"))
}

// shortenGoPositions makes the positions of logs and stack frames in an output of
// go test relative to the working directory.
func (p *project) shortenGoPositions(output string) string {
	for _, working := range p.workingDirs {
		position := regexp.MustCompile(`(?m)(^\s*|\S {4})` + regexp.QuoteMeta(strings.TrimSuffix(working, "/")+"/") + `([^:\n]*\.go:\d)`)
		output = position.ReplaceAllString(output, "$1$2")
	}
	return output
}

// firstLine returns the first line of a text without its line feed.
func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

package project

import (
	"regexp"
	"strings"
)

// The lines of go test that have a position in a source file.
var (
	goLogLine      = regexp.MustCompile(`^\s*([^\s:]+\.go):(\d+): ?(.*)$`)
	goLogAfterText = regexp.MustCompile(`\s([^\s:]+_test\.go):(\d+): `)
	goFrame        = regexp.MustCompile(`^\s+(\S+\.go):(\d+)(?: \+0x[0-9a-f]+)?$`)
)

// goPosition returns the position at which a test failed: that of the first stack
// frame of a panic that is not in a library, or that of the last line that the
// test logged, because t.Error usually follows t.Log. When the message begins with
// the only logged line, the position is removed from the message.
func goPosition(output string) (file string, line int, message string) {
	logs, panicked := 0, false
	for text := range strings.SplitSeq(output, "\n") {
		frame := goFrame.FindStringSubmatch(text)
		if panicked = panicked || strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: "); panicked {
			if frame != nil && !isLibrary(frame[1]) && !strings.HasSuffix(frame[1], "_testmain.go") {
				return frame[1], parseNumber(frame[2]), output
			}
			continue
		}
		match := goLogLine.FindStringSubmatch(text)
		if match == nil && logs == 0 {
			match = goLogAfterText.FindStringSubmatch(text)
		}
		if match != nil {
			logs++
			file, line = match[1], parseNumber(match[2])
		}
	}
	if match := goLogLine.FindStringSubmatch(firstLine(output)); match != nil && logs == 1 {
		output = match[3] + strings.TrimPrefix(output, firstLine(output))
	}
	return file, line, output
}

// firstLine returns the first line of a text without its line feed.
func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

package project

import (
	"regexp"
	"strings"
)

var (
	goLog   = regexp.MustCompile(`^\s*([^\s:]+\.go):(\d+): ?(.*)$`)
	goGlued = regexp.MustCompile(`\s([^\s:]+_test\.go):(\d+): `)
	goFrame = regexp.MustCompile(`^\s+(\S+\.go):(\d+)(?: \+0x[0-9a-f]+)?$`)
)

// goPlace finds where a test failed: in the first frame of a panic's stack that
// is no library's, else where the last line of t.Error or its like comes from,
// since those of t.Log stand before it. Where there is but one such line, and
// the message begins with it, what stands before its text is no part of the
// message.
func goPlace(said string) (file string, line int, message string) {
	logs, panicked := 0, false
	for text := range strings.SplitSeq(said, "\n") {
		frame := goFrame.FindStringSubmatch(text)
		if panicked = panicked || strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: "); panicked {
			if frame != nil && !isForeign(frame[1]) && !strings.HasSuffix(frame[1], "_testmain.go") {
				return frame[1], number(frame[2]), said
			}
			continue
		}
		match := goLog.FindStringSubmatch(text)
		if match == nil && logs == 0 {
			match = goGlued.FindStringSubmatch(text)
		}
		if match != nil {
			logs++
			file, line = match[1], number(match[2])
		}
	}
	if match := goLog.FindStringSubmatch(firstLine(said)); match != nil && logs == 1 {
		said = match[3] + strings.TrimPrefix(said, firstLine(said))
	}
	return file, line, said
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

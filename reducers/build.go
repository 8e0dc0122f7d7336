package reducers

import "strings"

// buildLines are the lines that build programs print in addition to errors.
var buildLines = []linePrefix{
	{"Compiling ", packageLine}, {"Checking ", packageLine}, {"Fresh ", packageLine}, {"Downloaded ", packageLine}, {"Downloading ", packageLine},
	{"Updating crates.io", progressLine}, {"Locking ", progressLine}, {"Adding ", progressLine}, {"Blocking waiting", progressLine}, {"Finished ", keep},
	{"go: downloading ", packageLine}, {"make[", directoryLine},
	{"cc ", echoedCommand}, {"gcc ", echoedCommand}, {"g++ ", echoedCommand}, {"c++ ", echoedCommand}, {"clang ", echoedCommand}, {"clang++ ", echoedCommand}, {"ar ", echoedCommand},
	{"ranlib ", echoedCommand}, {"ld ", echoedCommand}, {"rm -", echoedCommand}, {"mkdir -", echoedCommand}, {"install -", echoedCommand}, {"Found ", keep},
}

// isBuild reports whether only compilers or make print the line.
func isBuild(line string) bool {
	return strings.HasPrefix(line, "make: *** ") || strings.HasPrefix(line, "   Compiling ") || strings.HasPrefix(line, "error[E") ||
		strings.Contains(line, ": error TS") || strings.HasPrefix(line, "make[1]: Entering directory") || hasPosition(line) && strings.Contains(line, ": error: ")
}

// markBuild marks the output of compilers and make: errors and the lines that
// explain them are kept.
func markBuild(p *page) {
	for i := 0; i < p.len(); i++ {
		if end := p.errorEnd(i); end > i {
			p.markRange(i, end, keep)
			i = end - 1
		}
	}
	p.markRows(buildLines)
}

// maxErrorLines is the maximum number of lines of one error of a compiler.
const maxErrorLines = 60

// errorEnd returns the index of the line after the error that begins in a line.
// It returns the line itself when no error begins there.
func (p *page) errorEnd(i int) int {
	line, end := p.line(i), min(i+maxErrorLines, p.len())
	switch {
	case strings.HasPrefix(line, "error[E") || strings.HasPrefix(line, "error: "): // cargo: up to an empty line
		return p.find(i+1, end, func(line string) bool { return line == "" })
	case strings.Contains(line, " - error TS"): // tsc --pretty: with the code below it
		return p.find(i+1, end, func(line string) bool {
			return strings.Contains(line, " - error TS") || strings.HasPrefix(line, "Found ")
		})
	case hasPosition(line) && !strings.Contains(line, ": warning: ") && !strings.Contains(line, ": note: "):
		return p.find(i+1, end, func(line string) bool { return !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") })
	case strings.HasPrefix(line, "# ") && i+1 < p.len() && hasPosition(p.line(i+1)): // go: the package
		return i + 1
	}
	return i
}

// hasPosition reports whether the line begins with a file and a line number, as
// "a/b.go:3:5: " and "a.ts(3,5): " do.
func hasPosition(line string) bool {
	line = strings.TrimPrefix(line, "vet: ")
	end := strings.Index(line, ": ")
	if end < 0 || end > 300 || strings.HasPrefix(line, " ") {
		return false
	}
	position := line[:end]
	if open := strings.LastIndexByte(position, '('); open > 0 && strings.HasSuffix(position, ")") {
		return strings.Trim(position[open+1:len(position)-1], "0123456789,") == ""
	}
	colon := strings.LastIndexByte(position, ':')
	return colon > 0 && isNumber(position[colon+1:]) && strings.ContainsAny(position[:colon], "./")
}

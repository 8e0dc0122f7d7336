package reducers

import "strings"

// buildLines are what build programs print besides errors.
var buildLines = []lineRow{
	{"Compiling ", installed}, {"Checking ", installed}, {"Fresh ", installed}, {"Downloaded ", installed}, {"Downloading ", installed},
	{"Updating crates.io", progress}, {"Locking ", progress}, {"Adding ", progress}, {"Blocking waiting", progress}, {"Finished ", keep},
	{"go: downloading ", installed}, {"make[", entered},
	{"cc ", echoed}, {"gcc ", echoed}, {"g++ ", echoed}, {"c++ ", echoed}, {"clang ", echoed}, {"clang++ ", echoed}, {"ar ", echoed},
	{"ranlib ", echoed}, {"ld ", echoed}, {"rm -", echoed}, {"mkdir -", echoed}, {"install -", echoed}, {"Found ", keep},
}

func isBuild(line string) bool {
	return strings.HasPrefix(line, "make: *** ") || strings.HasPrefix(line, "   Compiling ") || strings.HasPrefix(line, "error[E") ||
		strings.Contains(line, ": error TS") || strings.HasPrefix(line, "make[1]: Entering directory") || isPlace(line) && strings.Contains(line, ": error: ")
}

// markBuild marks the output of compilers and make: errors with what explains
// them stay, the rest of what is large goes.
func markBuild(p *page) {
	for i := 0; i < p.len(); i++ {
		if end := p.errorEnd(i); end > i {
			p.markAll(i, end, keep)
			i = end - 1
		}
	}
	p.markRows(buildLines)
}

// errorLines bounds what belongs to one error of a compiler.
const errorLines = 60

// errorEnd is where the error that begins in that line ends, the line itself
// when none does.
func (p *page) errorEnd(i int) int {
	line, most := p.line(i), min(i+errorLines, p.len())
	switch {
	case strings.HasPrefix(line, "error[E") || strings.HasPrefix(line, "error: "): // cargo: up to an empty line
		return p.find(i+1, most, func(line string) bool { return line == "" })
	case strings.Contains(line, " - error TS"): // tsc --pretty: with the code below it
		end := p.find(i+1, most, func(line string) bool {
			return strings.Contains(line, " - error TS") || strings.HasPrefix(line, "Found ")
		})
		return end
	case isPlace(line) && !strings.Contains(line, ": warning: ") && !strings.Contains(line, ": note: "):
		return p.find(i+1, most, func(line string) bool { return !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") })
	case strings.HasPrefix(line, "# ") && i+1 < p.len() && isPlace(p.line(i+1)): // go: the package
		return i + 1
	}
	return i
}

// isPlace says whether the line begins with a file and a line number, as
// "a/b.go:3:5: " and "a.ts(3,5): " do.
func isPlace(line string) bool {
	line = strings.TrimPrefix(line, "vet: ")
	end := strings.Index(line, ": ")
	if end < 0 || end > 300 || strings.HasPrefix(line, " ") {
		return false
	}
	place := line[:end]
	if open := strings.LastIndexByte(place, '('); open > 0 && strings.HasSuffix(place, ")") {
		return strings.Trim(place[open+1:len(place)-1], "0123456789,") == ""
	}
	colon := strings.LastIndexByte(place, ':')
	return colon > 0 && isNumber(place[colon+1:]) && strings.ContainsAny(place[:colon], "./")
}

package project

import (
	"slices"
	"strings"
)

// separateParts replaces the spaces and commas between the parts of the target by "|". It returns an
// error if a part could be an option or a path outside of dir.
func (p *project) separateParts() error {
	if !strings.ContainsAny(p.target, " ,") {
		return nil
	}
	var all []string
	for _, part := range p.testNames() {
		all = append(all, p.partsOf(part)...)
	}
	if len(all) == len(p.testNames()) {
		return nil
	}
	p.target = strings.Join(all, "|")
	return checkTarget(p.target)
}

// partsOf returns the parts of a target that are separated by spaces or commas. A target is a single part if
// it exists, or if its parts are not paths, packages or names of Go tests, because the names of
// directories and of tests may have spaces.
func (p *project) partsOf(target string) []string {
	if p.isExistingPart(target) {
		return []string{target}
	}
	fields := strings.FieldsFunc(target, func(r rune) bool { return r == ' ' || r == ',' })
	var parts []string
	for i := 0; i < len(fields); {
		n := 1
		for end := len(fields); end > i+1; end-- {
			if p.isExistingPart(strings.Join(fields[i:end], " ")) {
				n = end - i
				break
			}
		}
		parts = append(parts, strings.Join(fields[i:i+n], " "))
		i += n
	}
	isTest := func(part string) bool { return p.kind == Go && goTestName.MatchString(part) }
	isOther := func(part string) bool { return !p.isPart(part) }
	isNotTest := func(part string) bool { return !isTest(part) }
	switch {
	case !slices.ContainsFunc(parts, isOther), !slices.ContainsFunc(parts, isNotTest):
		return parts
	case p.kind == Go && slices.ContainsFunc(parts, p.isPart) && (!isTest(parts[0]) || !strings.Contains(parts[0], "/")):
		return parts
	}
	return []string{target}
}

// isPart reports whether a text is a path or a package.
func (p *project) isPart(text string) bool {
	first, _, hasSlash := strings.Cut(text, "/")
	isPackage := p.kind == Go && (strings.HasSuffix(text, "...") || hasSlash && strings.Contains(first, "."))
	return strings.HasPrefix(text, "./") || isPackage || p.isExistingPart(text)
}

// isExistingPart reports whether a text is the path of a file or directory, perhaps with "/..." or
// a test after "::" at its end.
func (p *project) isExistingPart(text string) bool {
	file, _, _ := strings.Cut(strings.TrimSuffix(text, "/..."), "::")
	_, exists := p.resolveTarget(file)
	return file != "" && exists
}

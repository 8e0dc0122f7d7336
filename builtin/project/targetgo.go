package project

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// goTestName matches the names of Go tests, of their subtests after slashes, and
// patterns of names with asterisks.
var goTestName = regexp.MustCompile(`^(?:Test|Example|Fuzz)(?:$|[^\pL/]|\p{Lu})`)

// goTestArguments returns the arguments of go test: the names of tests, or
// packages.
func goTestArguments(p *project) ([]string, error) {
	var options []string
	if p.fresh {
		options = []string{"-count=1"}
	}
	name, exists := p.resolveTarget(p.target)
	if p.isFile(name) && strings.HasSuffix(name, ".go") {
		return append(options, p.goFileArguments(name)...), nil
	}
	names := p.goTestNames()
	if exists || names == nil {
		if slices.ContainsFunc(p.testNames(), goTestName.MatchString) && len(p.testNames()) > 1 {
			return nil, targetError(p.target, "has names of tests and other names: set dir to the package, and target to the names of tests")
		}
		packages, err := forEachPart(goPackageArguments)(p)
		return append(options, packages...), err
	}
	patterns := make([]string, len(names))
	for i, each := range names {
		parts := strings.Split(each, "/")
		for k, part := range parts {
			parts[k] = namePattern(part)
		}
		patterns[i] = strings.Join(parts, "/")
	}
	return append(append(options, "-run", strings.Join(patterns, "|")), p.packagePatterns(p.dir)...), nil
}

// namePattern returns the regular expression for a name. An asterisk, also as ".*",
// matches any characters.
func namePattern(name string) string {
	quoted := regexp.QuoteMeta(strings.ReplaceAll(name, ".*", "*"))
	return "^" + strings.ReplaceAll(quoted, `\*`, ".*") + "$"
}

// goTestNames returns the names of tests in the target, which are separated by "|"
// or commas; nil if the target has anything else.
func (p *project) goTestNames() (names []string) {
	for _, name := range strings.FieldsFunc(p.target, func(r rune) bool { return r == '|' || r == ',' }) {
		if name = strings.TrimSpace(name); !goTestName.MatchString(name) {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// goFileArguments returns the arguments of go test for the tests of a file: those
// that it declares, or those of the file with the same name and _test. Without
// tests, it returns the package of the file.
func (p *project) goFileArguments(name string) []string {
	target := "./" + path.Dir(path.Clean(p.target))
	if target == "./." {
		target = "."
	}
	tests := name
	if !strings.HasSuffix(name, "_test.go") {
		tests = strings.TrimSuffix(name, ".go") + "_test.go"
	}
	declared := p.declaredTests(tests)
	if len(declared) == 0 {
		p.notes = append(p.notes, "all tests of the package run, because there are no tests in "+names.Quoted(relative(p.dir, tests)))
		return []string{target}
	}
	p.notes = append(p.notes, "only the tests of "+names.Quoted(relative(p.dir, tests))+" run; the target "+names.Quoted(target)+" runs all tests of the package")
	return []string{"-run", "^(?:" + strings.Join(declared, "|") + ")$", target}
}

// declaration are the declarations of tests in the files of a kind of project.
type declaration struct {
	files string // patterns of the names of files
	test  *regexp.Regexp
}

// declarations are the declarations of tests by kind of project.
var declarations = map[Kind]declaration{
	Go:     {"*_test.go", regexp.MustCompile(`(?m)^func ((?:Test|Example|Fuzz)(?:\p{Lu}|[_\d]|\b)\w*)\(`)},
	Python: {"test_*.py *_test.py", regexp.MustCompile(`(?m)^\s*(?:async )?def (test\w*)\(`)},
	Cargo:  {"*.rs", regexp.MustCompile(`#\[(?:\w+::)?test\]\s*(?:async )?fn (\w+)\(`)},
	NPM:    {"*.test.* *.spec.* *_test.*", regexp.MustCompile("(?m)^\\s*(?:test|it)\\(\\s*['\"`]([^'\"`]+)")},
	PNPM:   {"*.test.* *.spec.* *_test.*", regexp.MustCompile("(?m)^\\s*(?:test|it)\\(\\s*['\"`]([^'\"`]+)")},
}

// declaredTests returns the names of the tests that a file declares, except the
// function TestMain.
func (p *project) declaredTests(name string) (names []string) {
	for _, found := range declarations[p.kind].test.FindAllStringSubmatch(p.readConfig(name), -1) {
		if found[1] != "TestMain" {
			names = append(names, found[1])
		}
	}
	return names
}

// maxSearched is the maximum number of files that are searched for the names of
// tests.
const maxSearched = 2000

// similarTests returns the names of the tests in dir, sorted, that begin with a
// prefix in any case, except the prefix itself.
func (p *project) similarTests(prefix string) []string {
	tests, _ := p.testsBelow()
	return slices.DeleteFunc(tests, func(name string) bool {
		return name == prefix || !strings.HasPrefix(strings.ToLower(name), strings.ToLower(prefix))
	})
}

// testsBelow returns the names of all tests in dir, sorted. complete is false if not
// all files were searched.
func (p *project) testsBelow() (tests []string, complete bool) {
	left := maxSearched
	p.walkTests(p.dir, &left, func(file string) { tests = append(tests, p.declaredTests(file)...) })
	slices.Sort(tests)
	return slices.Compact(tests), left > 0
}

// missingTests returns the names in a list of Go tests that no file in dir declares.
// go test does not report them as long as another name matches.
func (p *project) missingTests() []string {
	listed := p.goTestNames()
	if _, exists := p.resolveTarget(p.target); exists || p.kind != Go || len(listed) < 2 {
		return nil
	}
	tests, complete := p.testsBelow()
	if !complete {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(listed), func(each string) bool {
		name, _, _ := strings.Cut(each, "/")
		return strings.Contains(name, "*") || slices.Contains(tests, name)
	})
}

// walkTests calls a function for each file below a directory that can declare
// tests, until no file is left to be searched.
func (p *project) walkTests(dir string, left *int, visit func(file string)) {
	entries, _ := p.files.ReadDir(dir) // an error leaves the entries that could be read
	for _, entry := range entries {
		name := entry.Name()
		switch {
		case *left <= 0:
			return
		case entry.IsDir():
			if !strings.HasPrefix(name, ".") && !slices.Contains([]string{"node_modules", "testdata", "vendor", "target", "venv"}, name) {
				p.walkTests(path.Join(dir, name), left, visit)
			}
		case matchesAnyPattern(declarations[p.kind].files, name):
			*left--
			visit(path.Join(dir, name))
		}
	}
}

// matchesAnyPattern reports whether a name matches one of the patterns, which are
// separated by spaces.
func matchesAnyPattern(patterns, name string) bool {
	for pattern := range strings.FieldsSeq(patterns) {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

// similarNote returns a sentence about the tests whose names begin with the target;
// empty if there are none, or if the target is not the name of a test. other is
// "other " if the target is a test itself.
func (p *project) similarNote(other string) string {
	if strings.ContainsAny(p.target, "/|,*. ") || !identifier.MatchString(p.target) {
		return ""
	}
	names := p.similarTests(p.target)
	if len(names) == 0 {
		return ""
	}
	const maxNamed = 10
	verb := "begin"
	if len(names) == 1 {
		verb = "begins"
	}
	note := texts.Count(len(names), other+"test") + " " + verb + " with " + p.target + ": " + texts.List(names, maxNamed)
	if p.kind == Go {
		note += "; the target \"" + p.target + "*\" runs all of them"
	}
	return note
}

package project

import (
	"path"
	"regexp"
	"strings"
)

// identifier matches a name of letters, digits and underscores.
var identifier = regexp.MustCompile(`^\w+$`)

// pytestArguments returns a file or directory with the tests in it after "::", or
// the option for the name of a test. The function join joins a file and its tests.
func pytestArguments(p *project, join func(file, test string) string) ([]string, error) {
	if p.hasSeveralPaths() {
		return forEachPart(func(p *project) ([]string, error) { return pytestArguments(p, join) })(p)
	}
	file, test := p.splitPythonTarget()
	name, exists := p.resolveTestFile(file)
	switch {
	case p.target == "":
		return p.dirInRoot(), nil
	case exists:
		return []string{join(safePath(relative(p.root, name)), test)}, nil
	}
	names := p.testNames()
	for i, name := range names {
		if names[i] = strings.Trim(name, "*"); !identifier.MatchString(names[i]) {
			return nil, p.missingTarget()
		}
	}
	return []string{"-k", strings.Join(names, " or ")}, nil
}

// splitPythonTarget splits a target such as "a/b.py::C::test", or "a.b.C.test",
// into the file and the rest, which begins with "::".
func (p *project) splitPythonTarget() (file, test string) {
	file, _, _ = strings.Cut(p.target, "::")
	test = p.target[len(file):]
	if _, exists := p.resolveTarget(file); exists || !identifier.MatchString(strings.ReplaceAll(p.target, ".", "_")) {
		return file, test
	}
	parts := strings.Split(p.target, ".")
	for n := len(parts); n > 0; n-- {
		module := path.Join(parts[:n]...) + ".py"
		if name, _ := p.resolveTarget(module); p.isFile(name) {
			return module, strings.Join(append([]string{""}, parts[n:]...), "::")
		}
	}
	return file, test
}

// unittestArguments returns the arguments of the module unittest: a directory, or
// names with dots.
func unittestArguments(p *project) ([]string, error) {
	if dir := p.dirInRoot(); dir != nil && p.target == "" {
		return append([]string{"discover", "-s"}, dir...), nil
	}
	arguments, err := pytestArguments(p, func(file, test string) string {
		return strings.ReplaceAll(strings.TrimSuffix(file, ".py"), "/", ".") + strings.ReplaceAll(test, "::", ".")
	})
	if len(arguments) > 1 && arguments[0] == "-k" {
		arguments = nil
		for _, name := range p.testNames() {
			arguments = append(arguments, "-k", strings.Trim(name, "*"))
		}
	}
	return arguments, err
}

package project

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// checkTarget refuses what a program could take for anything else than the name
// of something in the project: options, files of arguments (@file), paths that
// lead out of it.
func checkTarget(target string) error {
	clean := strings.ReplaceAll(target, `\`, "/")
	problem := ""
	switch {
	case target == "":
		return nil
	case target[0] == '-':
		problem = "begins with a hyphen, as options do"
	case target[0] == '@':
		problem = "begins with @, which some programs take for a file of arguments; write a path as ./@…"
	case strings.ContainsFunc(target, unicode.IsControl):
		problem = "has a control character"
	case path.IsAbs(clean) || len(clean) > 2 && clean[1:3] == ":/":
		problem = "is an absolute path: give it relative to dir"
	case slices.Contains(strings.Split(clean, "/"), ".."):
		problem = "leads out of dir: set dir to a directory above instead"
	case strings.TrimSpace(target) != target:
		problem = "begins or ends with a space"
	}
	if problem == "" {
		return nil
	}
	return inTarget(target, "%s", problem)
}

// inTarget is an input_invalid error at the target.
func inTarget(target, format string, args ...any) error {
	return texts.Invalid("target", "%q "+format, append([]any{target}, args...)...)
}

// named is the target as a path from the working directory, and whether there
// is such a file or directory.
func (p *project) named(target string) (name string, exists bool) {
	name = path.Join(p.dir, target)
	return name, p.exists(name)
}

// below is what of the root dir is; empty for all of it.
func (p *project) below() []string {
	if at := relative(p.root, p.dir); at != "." {
		return []string{at}
	}
	return nil
}

// targets say, by name, with which arguments a command checks the target, or
// without one all below dir.
var targets = map[string]func(p *project) ([]string, error){
	"{packages}":    goPackages,
	"{go-tests}":    goTests,
	"{crate}":       crate,
	"{crate-tests}": crateTests,
	"{files}":       func(p *project) ([]string, error) { return paths(p, ".") },
	"{parts}":       func(p *project) ([]string, error) { return paths(p) },
	"{pytest}": func(p *project) ([]string, error) {
		return pythonTests(p, func(file, test string) string { return file + test })
	},
	"{unittest}":   unitTests,
	"{node-tests}": nodeTests,
	"{jest}":       jestTests,
	"{script}":     func(p *project) ([]string, error) { return script(p, "--") },
	"{pnpm}":       func(p *project) ([]string, error) { return script(p) },
	"{no-target}":  none,
}

// goTestName are the names of Go's tests, and of their subtests behind slashes.
var goTestName = regexp.MustCompile(`^(?:Test|Example|Fuzz)(?:$|[^\pL/]|\p{Lu})`)

func goTests(p *project) ([]string, error) {
	if _, exists := p.named(p.target); exists || !goTestName.MatchString(p.target) {
		return goPackages(p)
	}
	parts := strings.Split(p.target, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return append([]string{"-run", strings.Join(parts, "/")}, p.patterns(p.dir)...), nil
}

func goPackages(p *project) ([]string, error) {
	name, exists := p.named(p.target)
	switch first, _, _ := strings.Cut(strings.TrimPrefix(p.target, "./"), "/"); {
	case p.target == "" || p.target == ".":
		return p.patterns(p.dir), nil
	case exists && p.isFile(name):
		return []string{"./" + path.Dir(path.Clean(p.target))}, nil
	case exists && len(p.patterns(name)) == 0:
		return nil, inTarget(p.target, "is in no module of go.work: give one of %s", p.listed())
	case exists:
		return p.patterns(name), nil
	case strings.HasPrefix(p.target, "./"):
		return []string{p.target}, nil
	case p.exists(path.Join(p.dir, first)):
		return []string{"./" + p.target}, nil
	}
	return []string{p.target}, nil
}

// crateName is the name of a package of Cargo.
var crateName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// crate is a package of a workspace: its directory or its name.
func crate(p *project) ([]string, error) {
	name, exists := p.named(p.target)
	switch {
	case p.target == "":
		return nil, nil
	case p.isFile(path.Join(name, "Cargo.toml")):
		return []string{"--manifest-path", path.Join(p.target, "Cargo.toml")}, nil
	case !exists && crateName.MatchString(p.target):
		return []string{"--package", p.target}, nil
	}
	return nil, inTarget(p.target, "is neither the name of a package nor the directory of one: cargo checks whole packages")
}

// crateTests are the tests of a package, those of a file in tests/, or those
// whose path has the target in it.
func crateTests(p *project) ([]string, error) {
	name, exists := p.named(p.target)
	switch {
	case p.target == "" || p.isFile(path.Join(name, "Cargo.toml")):
		return crate(p)
	case exists && p.isFile(name) && path.Base(path.Dir(name)) == "tests" && path.Ext(name) == ".rs":
		return []string{"--test", strings.TrimSuffix(path.Base(name), ".rs")}, nil
	case exists:
		return nil, inTarget(p.target, "holds no tests by itself: give the directory of a package, a file in tests/ or a part of the tests' names")
	}
	return []string{p.target}, nil
}

// paths are files and directories; all is what stands for all of the root.
func paths(p *project, all ...string) ([]string, error) {
	if p.target == "" {
		if below := p.below(); below != nil {
			return below, nil
		}
		return all, nil
	}
	name, exists := p.named(p.target)
	if !exists {
		return nil, p.missing()
	}
	return []string{protected(relative(p.root, name))}, nil
}

// protected is a path that cannot be taken for anything else.
func protected(name string) string {
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "@") {
		return "./" + name
	}
	return name
}

func (p *project) missing() error {
	return texts.Failed("", "target", "%s does not exist in %s; list_files shows what there is", names.Shown(p.target), names.Shown(p.dir))
}

// identifier is a name that means the same in every language.
var identifier = regexp.MustCompile(`^\w+$`)

// pythonTests are a file or directory, with the tests in it behind "::", or the
// name of a test.
func pythonTests(p *project, join func(file, test string) string) ([]string, error) {
	file, test := p.undotted()
	name, exists := p.named(file)
	switch {
	case p.target == "":
		return p.below(), nil
	case exists:
		return []string{join(protected(relative(p.root, name)), test)}, nil
	case identifier.MatchString(p.target):
		return []string{"-k", p.target}, nil
	}
	return nil, p.missing()
}

// undotted are the file and the rest of a target such as "a/b.py::C::test", also
// where it is spelt "a.b.C.test".
func (p *project) undotted() (file, test string) {
	file, _, _ = strings.Cut(p.target, "::")
	test = p.target[len(file):]
	if _, exists := p.named(file); exists || !identifier.MatchString(strings.ReplaceAll(p.target, ".", "_")) {
		return file, test
	}
	parts := strings.Split(p.target, ".")
	for n := len(parts); n > 0; n-- {
		module := path.Join(parts[:n]...) + ".py"
		if name, _ := p.named(module); p.isFile(name) {
			return module, strings.Join(append([]string{""}, parts[n:]...), "::")
		}
	}
	return file, test
}

// unitTests are what the module unittest takes: files, and dotted names.
func unitTests(p *project) ([]string, error) {
	if below := p.below(); below != nil && p.target == "" {
		return append([]string{"discover", "-s"}, below...), nil
	}
	return pythonTests(p, func(file, test string) string {
		return strings.ReplaceAll(strings.TrimSuffix(file, ".py"), "/", ".") + strings.ReplaceAll(test, "::", ".")
	})
}

// jestTests are files and directories for jest and vitest, or the name of a test.
func jestTests(p *project) ([]string, error) {
	name, exists := p.named(p.target)
	switch {
	case p.target == "":
		return p.below(), nil
	case exists:
		return []string{protected(relative(p.root, name))}, nil
	}
	return []string{"--testNamePattern=" + regexp.QuoteMeta(p.target)}, nil
}

// nodeTests are a file, or the name of a test.
func nodeTests(p *project) ([]string, error) {
	name, exists := p.named(p.target)
	switch {
	case p.target == "":
		return nil, nil
	case p.isFile(name):
		return []string{protected(path.Clean(p.target))}, nil
	case exists:
		return nil, inTarget(p.target, "is a directory: give it as dir")
	}
	return []string{"--test-name-pattern=" + regexp.QuoteMeta(p.target)}, nil
}

// script is the target as a script of package.json gets it: through a shell,
// whatever the package manager does about it.
func script(p *project, before ...string) ([]string, error) {
	if p.target == "" {
		if p.below() != nil {
			p.notes = append(p.notes, "the script is that of the whole project in "+p.root)
		}
		return nil, nil
	}
	other := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./:@+,=", r)
	}
	if strings.ContainsFunc(p.target, other) {
		return nil, inTarget(p.target, "goes to a script by way of a shell: it may have letters, digits and _-./:@+,= only; give a file, or run everything")
	}
	word := p.target
	if name, exists := p.named(word); exists {
		word = protected(relative(p.root, name))
	}
	return append(before, word), nil
}

func none(p *project) ([]string, error) {
	if p.target != "" {
		return nil, inTarget(p.target, "cannot be given here: this command checks the whole project")
	}
	return nil, nil
}

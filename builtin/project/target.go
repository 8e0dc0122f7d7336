package project

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// checkTarget returns an error for a target of which a part is not the name of something
// in the project: an option, a file of arguments (@file) or a path outside of dir.
func checkTarget(target string) error {
	target = joinTargetLines(target)
	if err := checkPart(target); err != nil {
		return err
	}
	for part := range strings.SplitSeq(target, "|") {
		if err := checkPart(strings.TrimSpace(part)); err != nil {
			return err
		}
	}
	return nil
}

// joinTargetLines returns a target with "|" in place of the line breaks between its parts.
func joinTargetLines(target string) string {
	if !strings.Contains(target, "\n") {
		return target
	}
	var parts []string
	for line := range strings.Lines(target) {
		if line = strings.TrimSpace(line); line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, "|")
}

// checkPart does the same as checkTarget for one name.
func checkPart(target string) error {
	clean := strings.ReplaceAll(target, `\`, "/")
	problem := ""
	switch {
	case target == "":
		return nil
	case target[0] == '-':
		problem = "begins with a hyphen, like an option; write a path as ./-…"
	case target[0] == '@':
		problem = "begins with @, which some programs read as a file of arguments; write a path as ./@…"
	case strings.ContainsFunc(target, unicode.IsControl):
		problem = "has a control character: remove it"
	case path.IsAbs(clean) || len(clean) > 2 && clean[1:3] == ":/":
		problem = "is an absolute path: write it relative to dir"
	case slices.Contains(strings.Split(clean, "/"), ".."):
		problem = "is outside of dir: set dir to a directory above instead"
	case strings.TrimSpace(target) != target:
		problem = "begins or ends with a space: remove it"
	}
	if problem == "" {
		return nil
	}
	return targetError(target, "%s", problem)
}

// targetError returns an input_invalid error about the target.
func targetError(target, format string, args ...any) *runtime.Error {
	return texts.Invalid("target", "%q "+format, append([]any{target}, args...)...)
}

// resolveTarget returns the target as a path relative to the working directory,
// and reports whether there is such a file or directory.
func (p *project) resolveTarget(target string) (name string, exists bool) {
	name = path.Join(p.dir, target)
	return name, p.exists(name)
}

// dirInRoot returns dir relative to the root as a list of one path. The list is
// empty when dir is the root.
func (p *project) dirInRoot() []string {
	if at := relative(p.root, p.dir); at != "." {
		return []string{at}
	}
	return nil
}

// targets are functions that return the arguments with which a command checks the
// target, or everything in dir when there is no target. Their names are in the
// table of commands.
var targets = map[string]func(p *project) ([]string, error){
	"{packages}":    forEachPart(goPackageArguments),
	"{go-tests}":    goTestArguments,
	"{crate}":       forEachPart(crateArguments),
	"{crate-tests}": crateTestArguments,
	"{files}":       forEachPart(func(p *project) ([]string, error) { return pathArguments(p, ".") }),
	"{parts}":       forEachPart(func(p *project) ([]string, error) { return pathArguments(p) }),
	"{pytest}": func(p *project) ([]string, error) {
		return pytestArguments(p, func(file, test string) string { return file + test })
	},
	"{unittest}":   unittestArguments,
	"{node-tests}": nodeArguments,
	"{jest}":       jestArguments,
	"{script}":     func(p *project) ([]string, error) { return scriptArguments(p, "--") },
	"{pnpm}":       func(p *project) ([]string, error) { return scriptArguments(p) },
	"{no-target}":  noTarget,
}

// forEachPart returns a function that returns the arguments for each part of a target with
// several, which are separated by "|".
func forEachPart(arguments func(p *project) ([]string, error)) func(p *project) ([]string, error) {
	return func(p *project) (all []string, err error) {
		parts, given := p.testNames(), p.target
		if len(parts) < 2 {
			return arguments(p)
		}
		defer func() { p.target = given }()
		for _, part := range parts {
			p.target = part
			more, err := arguments(p)
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
		}
		return all, nil
	}
}

// hasSeveralPaths reports whether the target has several parts, and all of them are files or
// directories. Tests after "::" do not matter.
func (p *project) hasSeveralPaths() bool {
	parts := p.testNames()
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool {
		file, _, _ := strings.Cut(part, "::")
		_, exists := p.resolveTarget(file)
		return !exists
	})
}

// everything are the targets that mean all packages of Go in dir. The go command would take "..." as all packages of all modules.
var everything = []string{"", ".", "./", "./...", "..."}

// goPackageArguments returns the arguments of go for packages.
func goPackageArguments(p *project) ([]string, error) {
	name, exists := p.resolveTarget(p.target)
	switch first, _, _ := strings.Cut(strings.TrimPrefix(p.target, "./"), "/"); {
	case slices.Contains(everything, p.target):
		return p.packagePatterns(p.dir), nil
	case exists && p.isFile(name):
		return []string{"./" + path.Dir(path.Clean(p.target))}, nil
	case p.isMissingDirectory():
		return nil, p.missingTarget()
	case exists && len(p.packagePatterns(name)) == 0:
		return nil, texts.Quoting(targetError(p.target, "is not in a module of go.work: use one of %s", p.listModules()))
	case exists:
		return p.packagePatterns(name), nil
	case strings.HasPrefix(p.target, "./"):
		return []string{p.target}, nil
	case p.exists(path.Join(p.dir, first)):
		return []string{"./" + p.target}, nil
	}
	return []string{p.target}, nil
}

// pathArguments returns the target, or dir when there is no target, as a path. For
// the root it returns the arguments root.
func pathArguments(p *project, root ...string) ([]string, error) {
	if p.target == "" {
		if dir := p.dirInRoot(); dir != nil {
			return dir, nil
		}
		return root, nil
	}
	name, exists := p.resolveTarget(p.target)
	if !exists {
		return nil, p.missingTarget()
	}
	return []string{safePath(relative(p.root, name))}, nil
}

// safePath returns a path that is neither an option nor a file of arguments.
func safePath(name string) string {
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "@") {
		return "./" + name
	}
	return name
}

// goDirectory matches the path of a directory in a module of Go. The first group is the path
// without a slash at its end, except for "./".
var goDirectory = regexp.MustCompile(`^(\./[\w./-]*?|[\w-]+/[\w./-]*?)/?$`)

// isMissingDirectory reports whether the target is the path of a directory that does not
// exist, perhaps with "..." at its end, and not the import path of a package, which has no slash at its end.
func (p *project) isMissingDirectory() bool {
	m := goDirectory.FindStringSubmatch(strings.TrimSuffix(p.target, "..."))
	if m == nil || p.exists(path.Join(p.dir, m[1])) {
		return false
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(m[1], "./"), "/")
	return strings.HasPrefix(p.target, "./") || strings.HasSuffix(p.target, "/") || p.exists(path.Join(p.dir, first))
}

// missingTarget returns the error for a target that does not exist.
func (p *project) missingTarget() error {
	return texts.Failure("", "target", "%s does not exist in %s; list_files shows what there is", names.Quoted(p.target), names.Quoted(p.dir))
}

// testNames returns the names in the target, which are separated by "|".
func (p *project) testNames() (names []string) {
	for name := range strings.SplitSeq(p.target, "|") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// namesPattern returns a regular expression that matches the names in the target.
// An asterisk matches any characters.
func (p *project) namesPattern() string {
	names := p.testNames()
	for i, name := range names {
		names[i] = strings.ReplaceAll(regexp.QuoteMeta(name), `\*`, ".*")
	}
	return strings.Join(names, "|")
}

// jestArguments returns the arguments of jest and vitest: a file or directory, or
// the name of a test.
func jestArguments(p *project) ([]string, error) {
	if p.hasSeveralPaths() {
		return forEachPart(jestArguments)(p)
	}
	name, exists := p.resolveTestFile(p.target)
	switch {
	case p.target == "":
		return p.dirInRoot(), nil
	case exists:
		return []string{safePath(relative(p.root, name))}, nil
	}
	return []string{"--testNamePattern=" + p.namesPattern()}, nil
}

// nodeArguments returns the arguments of node --test: a file, or the name of a test.
func nodeArguments(p *project) ([]string, error) {
	name, exists := p.resolveTestFile(p.target)
	switch {
	case p.target == "":
		return nil, nil
	case p.isFile(name):
		return []string{safePath(relative(p.dir, name))}, nil
	case exists:
		return nil, targetError(p.target, "is a directory: set dir to it instead")
	}
	return []string{"--test-name-pattern=" + p.namesPattern()}, nil
}

// scriptArguments returns the target as an argument of a script of package.json,
// after the words before. The package manager runs the script in a shell, so the
// target may not have characters that are special there.
func scriptArguments(p *project, before ...string) ([]string, error) {
	if p.target == "" {
		if p.dirInRoot() != nil {
			p.notes = append(p.notes, "the script checks the whole project in "+names.Quoted(p.root))
		}
		return nil, nil
	}
	isSpecial := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./:@+,=", r)
	}
	if strings.ContainsFunc(p.target, isSpecial) {
		return nil, targetError(p.target, "is an argument of a script in a shell, so it may have only letters, digits and _-./:@+,=; use a file, or leave target out")
	}
	word := p.target
	if name, exists := p.resolveTarget(word); exists {
		word = safePath(relative(p.root, name))
	}
	return append(before, word), nil
}

// noTarget returns no arguments, and an error when there is a target.
func noTarget(p *project) ([]string, error) {
	if p.target != "" {
		return nil, targetError(p.target, "cannot be used: this command checks the whole project, so leave target out")
	}
	return nil, nil
}

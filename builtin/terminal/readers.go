package terminal

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// language says how the text of a file is inspected that a program runs.
type language int

const (
	shellText   language = iota
	programText          // a program in another language
	recipeText           // the recipes of make and just
	packageText          // the scripts of package.json
	lineText             // commands on lines of their own, also as values of keys
	clientText           // commands and statements of a client of a database
)

// reader describes the files that a program reads as its program.
type reader struct {
	// programs are names, separated by spaces.
	programs string
	// when are the subcommands of which one must be an argument; empty means always.
	when string
	// files are patterns for names of files, separated by spaces.
	files string
	// isDeep says that the files can be in directories of the directory.
	isDeep bool
	// options are those whose value is such a file, and directories are those whose
	// value is the directory of the files.
	options, directories string
	// operands says that operands are such files, or their directories.
	operands bool
	// isInstall says that the program is usual in a directory that is downloaded,
	// because it downloads and runs other programs too.
	isInstall bool
	language  language
}

// readers are the programs that run what is in files with usual names.
var readers = []reader{
	{programs: "make gmake", files: "Makefile makefile GNUmakefile", options: "-f --file --makefile", directories: "-C --directory", language: recipeText},
	{programs: "just", files: "justfile Justfile .justfile", options: "-f --justfile", directories: "-d --working-directory", language: recipeText},
	{programs: "npm pnpm yarn bun", when: "run run-script test t tst start stop restart build dev lint", files: "package.json", directories: "--prefix -C --cwd --dir", language: packageText},
	{programs: "npm pnpm yarn bun", when: "install i ci add pack", isInstall: true, files: "package.json", directories: "--prefix -C --cwd --dir", language: packageText},
	{programs: "task go-task", files: "Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml Taskfile.dist.yml", options: "-t --taskfile", directories: "-d --dir", language: lineText},
	{programs: "pip pip3 uv pipx", when: "install sync build wheel", files: "setup.py", operands: true, language: programText},
	{programs: "build", files: "setup.py", language: programText},
	{programs: "pytest py.test", files: "conftest.py test_*.py *_test.py", isDeep: true, operands: true, language: programText},
	{programs: "unittest", files: "test*.py", isDeep: true, operands: true, language: programText},
	{programs: "tox", files: "tox.ini", options: "-c --conf", language: lineText},
	{programs: "nox", files: "noxfile.py", options: "-f --noxfile", language: programText},
	{programs: "inv invoke fab doit scons snakemake waf", files: "tasks.py fabfile.py dodo.py SConstruct SConscript Snakefile wscript", options: "-f --file -s --snakefile", language: programText},
	{programs: "cargo", when: "build b run r test t check c bench clippy doc install", isInstall: true, files: "build.rs", directories: "-C", language: programText},
	{programs: "cargo", when: "run r test t bench", files: "*.rs", isDeep: true, language: programText},
	{programs: "go", when: "run test", files: "*.go", isDeep: true, operands: true, directories: "-C", language: programText},
	{programs: "go", when: "generate", files: "*.go", isDeep: true, operands: true, directories: "-C", language: lineText},
	{programs: "cmake", files: "CMakeLists.txt", directories: "-S", operands: true, language: lineText},
	{programs: "gradle gradlew", files: "*.gradle *.gradle.kts", isDeep: true, directories: "-p --project-dir", language: programText},
	{programs: "rake bundle vagrant fastlane pod", files: "Rakefile rakefile Gemfile Vagrantfile Fastfile Podfile *.rake", isDeep: true, options: "-f --rakefile", language: programText},
	{programs: "vite webpack jest vitest eslint rollup babel tsup next nuxt astro mocha playwright cypress tailwindcss postcss prettier stylelint commitlint gulp grunt esbuild",
		files: "*.config.js *.config.mjs *.config.cjs *.config.ts gulpfile.js Gruntfile.js .eslintrc.js .eslintrc.cjs .prettierrc.js .mocharc.js *.test.js *.test.ts *.spec.js *.spec.ts", isDeep: true, options: "-c --config", operands: true, language: programText},
	{programs: "pre-commit lefthook foreman honcho overmind hivemind mise", when: "run install start r", files: ".pre-commit-config.yaml lefthook.yml Procfile mise.toml .mise.toml", options: "-f -c --config", language: lineText},
	{programs: "direnv", when: "allow exec", files: ".envrc", language: shellText},
	{programs: "mage", files: "magefile.go", language: programText},
	{programs: "ninja", files: "build.ninja", options: "-f", directories: "-C", language: lineText},
	{programs: "ansible-playbook", operands: true, language: lineText},
	{programs: "expect tsx ts-node java kotlin kotlinc swift groovy julia elixir guile racket escript Rscript", operands: true, language: programText},
	{programs: "awk gawk mawk sed", options: "-f --file", language: programText},
	{programs: "gdb vim vi nvim ex ed", options: "-x -S --command", language: lineText},
	{programs: sqlClients, options: "-f --file -init -init-file", language: clientText},
}

// inspectReadFiles inspects the files that a program runs, if the command line
// writes them.
func (i *inspector) inspectReadFiles(name string, words []string, s *state) {
	if len(i.files) == 0 {
		return
	}
	for _, r := range readers {
		if shell.ContainsWord(r.programs, name) && (r.when == "" || slices.ContainsFunc(words[1:], func(arg string) bool { return shell.ContainsWord(r.when, arg) })) {
			i.inspectReading(r, words, s)
		}
	}
}

// inspectReading inspects the files of one row of readers.
func (i *inspector) inspectReading(r reader, words []string, s *state) {
	p := parseOptions(words[1:], r.options+" "+r.directories+" -j?")
	for _, dir := range p.values(r.directories) {
		s = s.in(dir)
	}
	named := p.values(r.options)
	directories := []string{s.dir}
	if r.operands {
		for _, operand := range p.operands {
			named, directories = append(named, operand), append(directories, s.resolve(strings.TrimSuffix(operand, "/...")))
		}
	}
	inspected := map[string]bool{}
	for _, each := range named {
		resolved := s.resolve(each)
		if file, ok := i.writtenAt(resolved); ok && !inspected[resolved] && !file.isClone {
			inspected[resolved] = true
			i.inspectWritten(file, r.language, words, s)
		}
	}
	if len(p.values(r.options)) > 0 || r.files == "" {
		return
	}
	for _, resolved := range i.filesIn(directories, r) {
		if !inspected[resolved] {
			inspected[resolved] = true
			i.inspectWritten(i.files[resolved], r.language, words, s)
		}
	}
	if !r.isInstall {
		i.inspectDirectories(directories, words)
	}
}

// inspectDirectories finds a program that runs the files of a directory that is
// downloaded.
func (i *inspector) inspectDirectories(directories, words []string) {
	for _, dir := range directories {
		file, ok := i.files[dir]
		isTree := ok && file.origin == downloaded && file.link == "" && (dir != "." || file.isClone)
		if !ok {
			file, isTree = i.writtenAt(path.Join(dir, "x"))
			isTree = isTree && file.origin == downloaded && file.link == "" && dir != "."
		}
		if isTree {
			i.addCommand(downloadDanger, words)
		}
	}
}

// filesIn returns the written files of a reader in directories, in order.
func (i *inspector) filesIn(directories []string, r reader) (found []string) {
	for name := range i.files {
		isIn := slices.ContainsFunc(directories, func(dir string) bool {
			return path.Dir(name) == dir || r.isDeep && (dir == "." && !isOutside(name) || strings.HasPrefix(name, dir+"/"))
		})
		if isIn && matchesAnyPattern(r.files, path.Base(name)) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found
}

// matchesAnyPattern reports whether a name matches one of the patterns of a list.
func matchesAnyPattern(patterns, name string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(pattern string) bool { return matchesPattern(pattern, name) })
}

// inspectWritten inspects a file that a command runs and that the command line
// writes.
func (i *inspector) inspectWritten(file writtenFile, language language, words []string, s *state) {
	switch {
	case file.link != "" || file.origin == built:
	case file.origin == downloaded:
		i.addCommand(downloadDanger, words)
	case file.origin == produced:
		i.addCommand(producedDanger, words)
	case file.origin == derived:
		i.inspectLines(file.text, s)
	case language == programText:
		i.inspectProgramText(file.text, s)
	case language == recipeText:
		i.inspectRecipes(file.text, words, s)
	case language == packageText:
		i.inspectPackage(file.text, words, s)
	case language == lineText:
		i.inspectLines(file.text, s)
	case language == clientText:
		i.inspectClient(file.text, words, s)
	default:
		i.inspectScript(file.text, s)
	}
}

// producedDanger is the danger of a file that another program of the command line
// writes and that is run.
const producedDanger = "runs a file that another program of the command line writes"

// commandKey is the text before a command on a line of a file: a list item, a key
// or a keyword.
var commandKey = regexp.MustCompile(`^(?:[-*]\s+)?(?://go:generate\s+|.*\bCOMMAND\s+|["']?[\w.-]+["']?\s*[:=|]+\s*)?`)

// inspectLines inspects the lines of a file as commands, and the string literals
// in them.
func (i *inspector) inspectLines(text string, s *state) {
	const maxLines = 200
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if n++; line == "" || n > maxLines || !i.spend(len(line)) {
			continue
		}
		command := strings.TrimRight(strings.TrimSpace(line[len(commandKey.FindString(line)):]), ")")
		for _, each := range append(literalsOf(line), line, strings.Trim(command, `"'`), strings.TrimPrefix(line, "shell ")) {
			if strings.Contains(each, " ") {
				i.inspectLiteral(each, s)
			}
		}
	}
}

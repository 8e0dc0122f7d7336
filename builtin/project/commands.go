package project

import (
	"path"
	"regexp"
	"strings"
)

// task is the task of a tool.
type task string

const (
	lintTask      task = "lint"
	typecheckTask task = "typecheck"
	testTask      task = "run_tests"
)

// command is a command of some kinds of projects for a task. A task runs every
// command with inAddition, and the first of the others whose program is installed.
type command struct {
	kinds string // separated by spaces
	task  task
	// words are the program and its arguments. Words in braces are replaced:
	// {python} by the interpreter, {bin:NAME} by the program of a package in
	// node_modules, which node runs, {script:NAMES} by the first of these scripts
	// in package.json, and the others by the target (see targets).
	words string
	// formats are the names of the parsers of its output (see parsers).
	formats string
	// config are files, or FILE#SECTION, one of which must exist.
	config string
	// inAddition reports that the command runs also after another one.
	inAddition bool
	// missing matches a line that it prints when a part of it is not installed.
	missing *regexp.Regexp
	// runsInDir reports that it runs in dir, instead of the root of the project.
	runsInDir bool
	// isGuess reports that no file of the project names this command. When it finds
	// no tests, it counts as a command that could not run.
	isGuess bool
}

// The lines that programs print when a part of them is not installed.
var (
	noModule      = regexp.MustCompile(`^\S.*: No module named (?:pytest|ruff|flake8|pyflakes|mypy|pyright)(?:$|\.__main__)`)
	noClippy      = regexp.MustCompile("no such command: `clippy`|'cargo-clippy(?:\\.exe)?' is not installed")
	noRust        = regexp.MustCompile(`rustup could not choose a version|no default (?:toolchain|is) configured`)
	noTSC         = regexp.MustCompile(`Unable to resolve .*typescript`)
	noGoToolchain = regexp.MustCompile(`toolchain not available`)
	noCargo       = regexp.MustCompile(noRust.String() + `|` + noClippy.String())
	noVirtual     = regexp.MustCompile(noModule.String() + `|^env: .*: No such file or directory`)
)

// Parts of the table of commands.
const (
	ruffConfig   = "ruff.toml .ruff.toml pyproject.toml#[tool.ruff"
	flake8Config = ".flake8 setup.cfg#[flake8] tox.ini#[flake8]"
	pyrightFiles = "pyrightconfig.json pyproject.toml#[tool.pyright]"
	eslintConfig = "eslint.config.js eslint.config.mjs eslint.config.cjs eslint.config.ts .eslintrc .eslintrc.js .eslintrc.cjs .eslintrc.json .eslintrc.yml .eslintrc.yaml package.json#\"eslintConfig\""
	// npm runs a script without requests to the registry and without logs.
	npm = "npm --offline --no-update-notifier --no-fund --no-audit --logs-max=0 run "
)

// commands are the commands of all kinds of projects and tasks.
var commands = []command{
	{kinds: "go", task: lintTask, words: "go vet {packages}", formats: "go", missing: noGoToolchain, inAddition: true},
	{kinds: "go", task: lintTask, words: "golangci-lint run {packages}", formats: "golint", config: ".golangci.yml .golangci.yaml .golangci.toml .golangci.json", inAddition: true},
	{kinds: "go", task: lintTask, words: "staticcheck {packages}", formats: "golint", config: "staticcheck.conf", inAddition: true},
	{kinds: "go", task: typecheckTask, words: "go test -c -o /dev/null -vet=off {packages}", formats: "go", missing: noGoToolchain},
	{kinds: "go", task: testTask, words: "go test -json -fullpath {go-tests}", formats: "gotest", missing: noGoToolchain},

	{kinds: "cargo", task: lintTask, words: "cargo clippy --all-targets --message-format=json {crate}", formats: "cargo", missing: noCargo},
	{kinds: "cargo", task: typecheckTask, words: "cargo check --all-targets --message-format=json {crate}", formats: "cargo", missing: noRust},
	{kinds: "cargo", task: testTask, words: "cargo test --no-fail-fast --message-format=json {crate-tests}", formats: "cargo libtest", missing: noRust},

	{kinds: "npm", task: lintTask, words: npm + "{script:lint} {script}", formats: "eslint script"},
	{kinds: "pnpm", task: lintTask, words: "pnpm run {script:lint} {pnpm}", formats: "eslint script"},
	{kinds: "npm pnpm", task: lintTask, words: "{bin:eslint} {files}", formats: "eslint", config: eslintConfig},
	{kinds: "npm", task: typecheckTask, words: npm + "{script:typecheck|type-check|check-types|check:types|types|tsc} {script}", formats: "script"},
	{kinds: "pnpm", task: typecheckTask, words: "pnpm run {script:typecheck|type-check|check-types|check:types|types|tsc} {pnpm}", formats: "script"},
	{kinds: "npm pnpm", task: typecheckTask, words: "{bin:typescript} --noEmit --pretty false {no-target}", formats: "script", config: "tsconfig.json", missing: noTSC},
	{kinds: "npm", task: testTask, words: npm + "{script:test} {script}", formats: "tap spec jest vitest tsc"},
	{kinds: "pnpm", task: testTask, words: "pnpm run {script:test} {pnpm}", formats: "tap spec jest vitest tsc"},
	{kinds: "npm pnpm", task: testTask, words: "{bin:vitest} run {jest}", formats: "vitest"},
	{kinds: "npm pnpm", task: testTask, words: "{bin:jest} {jest}", formats: "jest"},
	{kinds: "npm pnpm", task: testTask, words: "node --test --test-reporter=tap {node-tests}", formats: "tap", runsInDir: true, isGuess: true},

	{kinds: "python", task: lintTask, words: "{python} -m flake8 {files}", formats: "python", config: flake8Config, missing: noVirtual},
	{kinds: "python", task: lintTask, words: "flake8 {files}", formats: "python", config: flake8Config},
	{kinds: "python", task: lintTask, words: "{python} -m ruff check --output-format=concise {files}", formats: "python", config: ruffConfig, missing: noVirtual},
	{kinds: "python", task: lintTask, words: "ruff check --output-format=concise {files}", formats: "python"},
	{kinds: "python", task: lintTask, words: "{python} -m ruff check --output-format=concise {files}", formats: "python", missing: noVirtual},
	{kinds: "python", task: lintTask, words: "{python} -m flake8 {files}", formats: "python", missing: noVirtual},
	{kinds: "python", task: lintTask, words: "{python} -m pyflakes {files}", formats: "python", missing: noVirtual},
	{kinds: "python", task: lintTask, words: "pyflakes {files}", formats: "python"},
	{kinds: "python", task: lintTask, words: `{python} -m compileall -q -x (^|/)(\.[^/.][^/]*|venv|node_modules)/ {files}`, formats: "traceback"},
	{kinds: "python", task: typecheckTask, words: "pyright {parts}", formats: "python", config: pyrightFiles},
	{kinds: "python", task: typecheckTask, words: "{python} -m mypy --show-column-numbers {files}", formats: "python", missing: noVirtual},
	{kinds: "python", task: typecheckTask, words: "mypy --show-column-numbers {files}", formats: "python"},
	{kinds: "python", task: typecheckTask, words: "{python} -m pyright {parts}", formats: "python", missing: noVirtual},
	{kinds: "python", task: typecheckTask, words: "pyright {parts}", formats: "python"},
	{kinds: "python", task: testTask, words: "{python} -m pytest --tb=short -rfE --color=no {pytest}", formats: "pytest", missing: noVirtual},
	{kinds: "python", task: testTask, words: "{python} -m unittest {unittest}", formats: "unittest", isGuess: true},
}

// advice says what to do when no command can run.
var advice = map[Kind]map[task]string{
	Go:     {lintTask: "install Go", typecheckTask: "install Go", testTask: "install Go"},
	Cargo:  {lintTask: "install Rust with clippy (rustup component add clippy)", typecheckTask: "install Rust", testTask: "install Rust"},
	PNPM:   scriptAdvice,
	NPM:    scriptAdvice,
	Python: {lintTask: "install ruff, flake8 or python3", typecheckTask: "install mypy or pyright", testTask: "install pytest, or name the files with the tests of unittest test*.py"},
}

// scriptAdvice is the advice for npm and pnpm.
var scriptAdvice = map[task]string{
	lintTask:      `add a script "lint" to package.json, or install and configure eslint in the project`,
	typecheckTask: `add a script "typecheck" to package.json, or install typescript in the project and add a tsconfig.json`,
	testTask:      `add a script "test" to package.json, such as "node --test"; npm or pnpm and node must be installed`,
}

// environment has the variables that are added to those of the backend. Programs
// then print no colors, ask no questions and do not watch files.
var environment = []string{"CI=1", "NO_COLOR=1", "CARGO_TERM_COLOR=never", "RUST_BACKTRACE=0", "PYTHONUNBUFFERED=1"}

// hasConfig reports whether one of the files, with its section, exists in the root
// of the project or in a directory above it.
func (p *project) hasConfig(files string) bool {
	for file := range strings.FieldsSeq(files) {
		file, section, _ := strings.Cut(file, "#")
		if name := p.findAbove(p.root, file); name != "" && (section == "" || strings.Contains(p.readConfig(name), section)) {
			return true
		}
	}
	return files == ""
}

// commandDir returns the directory in which a command runs. The programs go and
// cargo find the root of the project from dir.
func (p *project) commandDir(c command) string {
	if c.runsInDir || p.kind == Go || p.kind == Cargo {
		return p.dir
	}
	return p.root
}

// expand returns the words of a command with the words in braces replaced. It
// reports false when the project has no replacement for one of them.
func (p *project) expand(c command) (words []string, ok bool, err error) {
	if !p.hasConfig(c.config) {
		return nil, false, nil
	}
	for word := range strings.FieldsSeq(c.words) {
		more, ok, err := p.expandWord(word)
		if err != nil || !ok {
			return nil, false, err
		}
		words = append(words, more...)
	}
	return words, true, nil
}

// expandWord returns the replacement of one word of a command.
func (p *project) expandWord(word string) (words []string, ok bool, err error) {
	if target, ok := targets[word]; ok {
		words, err = target(p)
		return words, true, err
	}
	name, argument, _ := strings.Cut(strings.Trim(word, "{}"), ":")
	switch {
	case !strings.HasPrefix(word, "{"):
		return []string{word}, true, nil
	case name == "python":
		return p.pythonCommand(), true, nil
	case name == "bin":
		program, err := p.packageProgram(argument)
		return []string{"node", program}, program != "", err
	}
	script, err := p.findScript(strings.Split(argument, "|"))
	return []string{script}, script != "", err
}

// pythonCommand returns the words that run the interpreter of the project's
// virtual environment, or the one on the PATH. The interpreter of a virtual
// environment is not on the PATH, so the program env runs it.
func (p *project) pythonCommand() []string {
	for _, dir := range []string{".venv", "venv"} {
		if p.isFile(path.Join(p.root, dir, "pyvenv.cfg")) {
			return []string{"env", dir + "/bin/python"}
		}
	}
	return []string{"python3"}
}

package project

import (
	"path"
	"regexp"
	"strings"
)

// task is what a tool does.
type task string

const (
	lint      task = "lint"
	typecheck task = "typecheck"
	tests     task = "run_tests"
)

// command is a row of the table of commands. Of the rows of a kind and a task,
// the first that can run does; those marked also run besides.
type command struct {
	kinds string
	task  task
	// words are the program and its arguments. Those in braces stand for others:
	// {python} for the interpreter, {bin:NAME} for the program of a package in
	// node_modules, run by node, {script:NAMES} for the first of these scripts in
	// package.json, the rest for the target (see targets).
	words string
	// formats are those that its output may have (see formats).
	formats string
	// config are files, or FILE#SECTION, one of which must be there.
	config string
	also   bool
	// missing is what it prints when a part of it is not installed.
	missing *regexp.Regexp
	// here says that it runs in dir, and finds what is below it by itself.
	here bool
	// guess says that nothing asks for this command: without any test it found
	// nothing to run.
	guess bool
}

var (
	noModule  = regexp.MustCompile(`^\S.*: No module named (?:pytest|ruff|flake8|pyflakes|mypy|pyright)(?:$|\.__main__)`)
	noClippy  = regexp.MustCompile("no such command: `clippy`|'cargo-clippy(?:\\.exe)?' is not installed")
	noRust    = regexp.MustCompile(`rustup could not choose a version|no default (?:toolchain|is) configured`)
	noTSC     = regexp.MustCompile(`Unable to resolve .*typescript`)
	noneOfGo  = regexp.MustCompile(`toolchain not available`)
	noCargo   = regexp.MustCompile(noRust.String() + `|` + noClippy.String())
	noVirtual = regexp.MustCompile(noModule.String() + `|^env: .*: No such file or directory`)
)

const (
	ruffConfig   = "ruff.toml .ruff.toml pyproject.toml#[tool.ruff"
	flake8Config = ".flake8 setup.cfg#[flake8] tox.ini#[flake8]"
	pyrightFiles = "pyrightconfig.json pyproject.toml#[tool.pyright]"
	eslintConfig = "eslint.config.js eslint.config.mjs eslint.config.cjs eslint.config.ts .eslintrc .eslintrc.js .eslintrc.cjs .eslintrc.json .eslintrc.yml .eslintrc.yaml package.json#\"eslintConfig\""
	// npm is npm that neither asks the registry nor writes logs.
	npm = "npm --offline --no-update-notifier --no-fund --no-audit --logs-max=0 run "
)

// commands are those of all kinds and tasks.
var commands = []command{
	{kinds: "go", task: lint, words: "go vet {packages}", formats: "go", missing: noneOfGo, also: true},
	{kinds: "go", task: lint, words: "golangci-lint run {packages}", formats: "golint", config: ".golangci.yml .golangci.yaml .golangci.toml .golangci.json", also: true},
	{kinds: "go", task: lint, words: "staticcheck {packages}", formats: "golint", config: "staticcheck.conf", also: true},
	{kinds: "go", task: typecheck, words: "go test -c -o /dev/null -vet=off {packages}", formats: "go", missing: noneOfGo},
	{kinds: "go", task: tests, words: "go test -json {go-tests}", formats: "gotest", missing: noneOfGo},

	{kinds: "cargo", task: lint, words: "cargo clippy --all-targets --message-format=json {crate}", formats: "cargo", missing: noCargo},
	{kinds: "cargo", task: typecheck, words: "cargo check --all-targets --message-format=json {crate}", formats: "cargo", missing: noRust},
	{kinds: "cargo", task: tests, words: "cargo test --no-fail-fast --message-format=json {crate-tests}", formats: "cargo libtest", missing: noRust},

	{kinds: "npm", task: lint, words: npm + "{script:lint} {script}", formats: "eslint script"},
	{kinds: "pnpm", task: lint, words: "pnpm run {script:lint} {pnpm}", formats: "eslint script"},
	{kinds: "npm pnpm", task: lint, words: "{bin:eslint} {files}", formats: "eslint", config: eslintConfig},
	{kinds: "npm", task: typecheck, words: npm + "{script:typecheck|type-check|check-types|check:types|types|tsc} {script}", formats: "script"},
	{kinds: "pnpm", task: typecheck, words: "pnpm run {script:typecheck|type-check|check-types|check:types|types|tsc} {pnpm}", formats: "script"},
	{kinds: "npm pnpm", task: typecheck, words: "{bin:typescript} --noEmit --pretty false {no-target}", formats: "script", config: "tsconfig.json", missing: noTSC},
	{kinds: "npm", task: tests, words: npm + "{script:test} {script}", formats: "tap spec jest vitest tsc"},
	{kinds: "pnpm", task: tests, words: "pnpm run {script:test} {pnpm}", formats: "tap spec jest vitest tsc"},
	{kinds: "npm pnpm", task: tests, words: "{bin:vitest} run {jest}", formats: "vitest"},
	{kinds: "npm pnpm", task: tests, words: "{bin:jest} {jest}", formats: "jest"},
	{kinds: "npm pnpm", task: tests, words: "node --test --test-reporter=tap {node-tests}", formats: "tap", here: true, guess: true},

	{kinds: "python", task: lint, words: "{python} -m flake8 {files}", formats: "python", config: flake8Config, missing: noVirtual},
	{kinds: "python", task: lint, words: "flake8 {files}", formats: "python", config: flake8Config},
	{kinds: "python", task: lint, words: "{python} -m ruff check --output-format=concise {files}", formats: "python", config: ruffConfig, missing: noVirtual},
	{kinds: "python", task: lint, words: "ruff check --output-format=concise {files}", formats: "python"},
	{kinds: "python", task: lint, words: "{python} -m ruff check --output-format=concise {files}", formats: "python", missing: noVirtual},
	{kinds: "python", task: lint, words: "{python} -m flake8 {files}", formats: "python", missing: noVirtual},
	{kinds: "python", task: lint, words: "{python} -m pyflakes {files}", formats: "python", missing: noVirtual},
	{kinds: "python", task: lint, words: "pyflakes {files}", formats: "python"},
	{kinds: "python", task: lint, words: `{python} -m compileall -q -x (^|/)(\.[^/.][^/]*|venv|node_modules)/ {files}`, formats: "traceback"},
	{kinds: "python", task: typecheck, words: "pyright {parts}", formats: "python", config: pyrightFiles},
	{kinds: "python", task: typecheck, words: "{python} -m mypy --show-column-numbers {files}", formats: "python", missing: noVirtual},
	{kinds: "python", task: typecheck, words: "mypy --show-column-numbers {files}", formats: "python"},
	{kinds: "python", task: typecheck, words: "{python} -m pyright {parts}", formats: "python", missing: noVirtual},
	{kinds: "python", task: typecheck, words: "pyright {parts}", formats: "python"},
	{kinds: "python", task: tests, words: "{python} -m pytest --tb=short -rfE --color=no {pytest}", formats: "pytest", missing: noVirtual},
	{kinds: "python", task: tests, words: "{python} -m unittest {unittest}", formats: "unittest", guess: true},
}

// advice is what to do where none of the commands can run.
var advice = map[Kind]map[task]string{
	Go:     {lint: "install Go", typecheck: "install Go", tests: "install Go"},
	Cargo:  {lint: "install Rust with clippy (rustup component add clippy)", typecheck: "install Rust", tests: "install Rust"},
	PNPM:   scripts,
	NPM:    scripts,
	Python: {lint: "install ruff, flake8 or python3", typecheck: "install mypy or pyright", tests: "install pytest, or name the files with unittest's tests test*.py"},
}

var scripts = map[task]string{
	lint:      `add a script "lint" to package.json, or install and configure eslint in the project`,
	typecheck: `add a script "typecheck" to package.json, or install typescript in the project beside a tsconfig.json`,
	tests:     `add a script "test" to package.json, such as "node --test"; npm or pnpm and node must be installed`,
}

// environment is what all programs see besides the backend's: no colours, no
// questions, no watching.
var environment = []string{"CI=1", "NO_COLOR=1", "CARGO_TERM_COLOR=never", "RUST_BACKTRACE=0", "PYTHONUNBUFFERED=1"}

// configured reports whether one of the files is there, in the root or, for
// those of eslint and golangci-lint, above it, with its section.
func (p *project) configured(files string) bool {
	for file := range strings.FieldsSeq(files) {
		file, section, _ := strings.Cut(file, "#")
		if name := p.above(p.root, file); name != "" && (section == "" || strings.Contains(p.content(name), section)) {
			return true
		}
	}
	return files == ""
}

// directory is where a command runs: go and cargo find the root themselves, and
// take what is below a directory for what is meant.
func (p *project) directory(c command) string {
	if c.here || p.kind == Go || p.kind == Cargo {
		return p.dir
	}
	return p.root
}

// expand is the command with its braces replaced; ok says whether the project
// has what they stand for.
func (p *project) expand(c command) (words []string, ok bool, err error) {
	if !p.configured(c.config) {
		return nil, false, nil
	}
	for word := range strings.FieldsSeq(c.words) {
		more, has, err := p.word(word)
		if err != nil || !has {
			return nil, false, err
		}
		words = append(words, more...)
	}
	return words, true, nil
}

// word is what one word of a command stands for.
func (p *project) word(word string) (words []string, ok bool, err error) {
	if target, ok := targets[word]; ok {
		words, err = target(p)
		return words, true, err
	}
	name, argument, _ := strings.Cut(strings.Trim(word, "{}"), ":")
	switch {
	case !strings.HasPrefix(word, "{"):
		return []string{word}, true, nil
	case name == "python":
		return p.python(), true, nil
	case name == "bin":
		program, err := p.packageProgram(argument)
		return []string{"node", program}, program != "", err
	}
	script, err := p.scriptNamed(strings.Split(argument, "|"))
	return []string{script}, script != "", err
}

// python is the interpreter: that of the project's virtual environment, or the
// one on the PATH. The environment's is a file of the project, which a name on
// the PATH does not reach: env runs it.
func (p *project) python() []string {
	for _, dir := range []string{".venv", "venv"} {
		if p.isFile(path.Join(p.root, dir, "pyvenv.cfg")) {
			return []string{"env", dir + "/bin/python"}
		}
	}
	return []string{"python3"}
}

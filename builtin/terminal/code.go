package terminal

import (
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// codeOptions are the options whose value is a program in another language, by
// the names of interpreters.
var codeOptions = []struct{ programs, options, values string }{
	{"python python2 python3 pypy pypy3", "-c", "-c -W -X -m"},
	{"perl", "-e -E", "-e -E -I -M -m -i? -0? -l? -F?"},
	{"ruby", "-e", "-e -I -r -i? -0? -l? -F?"},
	{"node nodejs bun deno", "-e --eval -p --print -pe", "-e --eval -p --print -r --require"},
	{"php", "-r", "-r -d -f"},
	{"lua tclsh Rscript osascript pwsh powershell groovy julia elixir guile emacs", "-e --eval -c -Command -expr", "-e --eval -c -Command -expr"},
	{"psql", "-c --command", "-c --command -U -d -h -p"},
	{"mysql mariadb", "-e --execute", "-e --execute -u -h -P"},
	{"expect", "-c", "-c"},
}

// inspectCode inspects the programs in other languages among the arguments of a
// command.
func (i *inspector) inspectCode(name string, words []string, s *state) {
	args := words[1:]
	for _, c := range codeOptions {
		if !shell.ContainsWord(c.programs, name) {
			continue
		}
		for _, code := range parseOptions(args, c.values).values(c.options) {
			i.inspectProgramText(code, s)
		}
	}
	i.inspectClients(name, words, s)
	if shell.ContainsWord(sqlClients, name) && (isDestructiveSQL(i.codeInput) || i.source != nil && isDestructiveSQL(i.inputText())) {
		i.addCommand("removes tables or rows", words)
	}
	switch {
	case shell.ContainsWord("awk gawk mawk nawk", name):
		if operands := parseOptions(args, "-f -v -F -i -e").operands; len(operands) > 0 {
			i.inspectProgramText(operands[0], s)
			i.inspectAwk(operands[0], s)
		}
	case shell.ContainsWord("sed gsed", name):
		for _, script := range append(parseOptions(args, "-e -f").values("-e --expression"), shell.Operands(args, "-e -f")...) {
			i.inspectSed(script, s)
		}
	case shell.ContainsWord("deno bun", name) && len(args) > 1 && args[0] == "eval":
		i.inspectProgramText(args[1], s)
	case shell.ContainsWord("python python2 python3 py pypy3", name):
		i.inspectImports(args, s)
		if module := pythonModule(args); len(module) > 0 {
			i.inspectProgram(module, s)
		} else if len(args) > 0 && strings.HasSuffix(args[0], "setup.py") {
			i.inspectProgram(append([]string{"setup.py"}, args[1:]...), s)
		}
	}
	if name == "expect" {
		for _, code := range parseOptions(args, "-c").values("-c") {
			i.inspectLiteral(strings.TrimPrefix(strings.TrimSpace(code), "spawn "), s)
		}
	}
	if shell.ContainsWord(interpreters, name) && readsProgram(words) {
		i.inspectProgramText(i.codeInput, s)
		if i.source != nil {
			i.inspectProgramText(i.inputText(), s)
		}
	}
}

// importedProgram is the import of the main function of a module, or a module that runpy runs.
var importedProgram = regexp.MustCompile(`\bfrom\s+(\w+)[\w.]*\s+import\s+[^;\n]*\b(?:main|cli|run|app)\b|\brun_module\(\s*["'](\w+)`)

// inspectImports inspects the programs that the code of python -c starts as modules, with the arguments after the code.
func (i *inspector) inspectImports(args []string, s *state) {
	for n, arg := range args[:max(0, len(args)-1)] {
		if arg != "-c" {
			continue
		}
		for _, found := range importedProgram.FindAllStringSubmatch(args[n+1], 20) {
			i.inspectProgram(append([]string{found[1] + found[2]}, args[n+2:]...), s)
		}
		return
	}
}

// pythonModule returns the module that python runs as a program, and its arguments, as in -m twine, -mtwine and
// -Im twine.
func pythonModule(args []string) (words []string) {
	for n := 0; n < len(args); n++ {
		arg := args[n]
		group, name, ok := strings.Cut(arg, "m")
		switch {
		case arg == "-W" || arg == "-X":
			n++ // the value
		case !strings.HasPrefix(arg, "-") || arg == "-":
			return nil
		case !ok || strings.HasPrefix(arg, "--") || strings.Trim(group, "-bBdEhiIOPqRsSuvx") != "":
		case name != "":
			return append([]string{name}, args[n+1:]...)
		default:
			return args[n+1:]
		}
	}
	return nil
}

// Parts of programs in other languages.
var (
	// stringLiterals are quoted strings.
	stringLiterals = regexp.MustCompile(`"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|` + "`([^`]*)`" + `|(?:qx|%x|qq?)(?:\{([^}]*)\}|\(([^)]*)\)|\[([^\]]*)\])`)
	// startFunctions are the names of functions that start programs.
	startFunctions = regexp.MustCompile(`\b(system|popen|subprocess|exec[a-z]*|spawn[A-Za-z]*|child_process|check_call|check_output|shell_exec|passthru|proc_open|Popen|run|open3|do shell script|Deno\.Command|sh)\b|` + "`" + `|qx|%x|\|\s*getline|\\!`)
	// changeFunctions are the names of functions that remove or write files.
	changeFunctions = regexp.MustCompile(`\b(rmtree|rmdir|rm_rf?|rm|unlink|remove|removedirs|remove[A-Z]\w*|rm[A-Z]\w*|rmdirSync|unlink[A-Z]\w*|write[A-Z_]\w*|appendFile|appendFileSync|createWriteStream|truncate|rename|renames|os\.replace|move|copy|copyfile|copyFileSync|chmod|chown|symlink|symlinkSync|file_put_contents|fwrite|File\.write|File\.delete|remove_tree|rimraf|outputFile|Deno\.remove|mkdir|makedirs|delete|RemoveAll|WriteFile|os\.(?:Remove|Create|Rename|Chmod|Truncate)|fs::(?:remove\w*|write|rename))\b|\bopen\b[^)]*,\s*["'](?:[waxr+b]*[wax+][b+t]*|>>?)|["']\s*>>?`)
)

// inspectProgramText inspects the string literals of a program in another
// language: commands that it starts, and files that it removes or writes.
func (i *inspector) inspectProgramText(code string, s *state) {
	if !i.spend(len(code)/4 + 1) {
		return
	}
	literals := literalsOf(code)
	if startFunctions.MatchString(code) && len(literals) <= 100 {
		for _, each := range literals {
			if strings.ContainsAny(each, " /") {
				i.inspectLiteral(each, s)
			}
		}
		if len(literals) > 1 { // a list of words, after the name of the program for exec functions
			i.inspectLiteral(quoteWords(literals), s)
			i.inspectLiteral(quoteWords(literals[1:]), s)
		}
	}
	if changeFunctions.MatchString(code) {
		for _, each := range literals {
			if each = strings.TrimLeft(each, "<>+| "); strings.ContainsAny(each, " \n") || !strings.ContainsAny(each, "/~.") {
				continue
			}
			if s.isProtected(each) && each != "." {
				i.add("removes or changes " + excerptOf(each) + " by a program in another language")
			}
			if isFilePath(each) {
				i.inspectWrite(each, writeDanger, s)
			}
		}
	}
	for _, each := range literals {
		i.add(s.accessDanger(each))
	}
	if downloadProgram.MatchString(code) {
		i.add(downloadDanger + ": " + excerptOf(code))
	}
}

// isFilePath reports whether a string literal may be the path of a file: an
// absolute path begins with a directory that systems have. Others are paths of
// addresses, such as "/users".
func isFilePath(literal string) bool {
	if !strings.HasPrefix(literal, "/") {
		return true
	}
	first, _, _ := strings.Cut(literal[1:], "/")
	return protectedDirectories["/"+first] || first == "data" || first == "private" || first == "nix"
}

// downloadProgram is a program that runs the text that it downloads.
var downloadProgram = regexp.MustCompile(`(?s)\b(?:exec|eval)\b.*(?:urlopen|requests\.get|httpx\.get|fetch\(|http\.get|LWP|URI\.open)|(?:urlopen|requests\.get|fetch\(|LWP).*\b(?:exec|eval)\b`)

// inspectLiteral inspects a string literal as a command, if it is one.
func (i *inspector) inspectLiteral(text string, s *state) {
	if _, err := parse(text); err == nil {
		inner := newInspector()
		inner.depth, inner.steps = i.depth, i.steps
		inner.inspectScript(text, s.child())
		i.steps = inner.steps
		for _, danger := range inner.dangers {
			if !strings.HasPrefix(danger, "runs a program whose name") {
				i.add(danger)
			}
		}
	}
}

// literalsOf returns the string literals of a program.
func literalsOf(code string) (literals []string) {
	for _, found := range stringLiterals.FindAllStringSubmatch(code, 200) {
		for _, group := range found[1:] {
			if group != "" {
				literals = append(literals, group)
			}
		}
	}
	return literals
}

// awkOutput are the files to which awk prints.
var awkOutput = regexp.MustCompile(`>>?\s*"([^"]+)"`)

// inspectAwk inspects the files and programs to which a program of awk prints.
func (i *inspector) inspectAwk(code string, s *state) {
	for _, found := range awkSystem.FindAllStringSubmatch(code, 20) {
		i.inspectScript(awkText(found[1]), s.child())
	}
	for _, found := range awkOutput.FindAllStringSubmatch(code, 20) {
		i.inspectWrite(found[1], writeDanger, s)
	}
	for _, found := range awkPipe.FindAllStringSubmatch(code, 20) {
		i.inspectLiteral(found[1], s)
		if shell.ContainsWord(shell.Shells, found[1]) {
			i.add(outputDanger + ": awk | " + found[1])
		}
	}
}

// awkSystem are the commands that awk starts by its function system.
var awkSystem = regexp.MustCompile(`\bsystem\s*\(((?:[^()"]|"(?:[^"\\]|\\.)*")*)\)`)

// awkText returns the text of an expression of awk: strings one after the other. Fields, variables and calls are
// unknown.
func awkText(expression string) string {
	text := ""
	for at := 0; at < len(expression); {
		found := stringLiterals.FindStringSubmatchIndex(expression[at:])
		end := len(expression)
		if found != nil {
			end = at + found[0]
		}
		if strings.TrimSpace(expression[at:end]) != "" {
			text += unknown
		}
		if found == nil {
			break
		}
		if found[2] >= 0 {
			text += expression[at+found[2] : at+found[3]]
		}
		at += found[1]
	}
	return text
}

// awkPipe are the programs to which awk prints.
var awkPipe = regexp.MustCompile(`\|\s*"([^"]+)"`)

// sedFile are the files that a script of sed writes, by the command w or the flag
// w of a substitution.
var sedFile = regexp.MustCompile(`(?:(?:^|[;{}\n])\s*(?:\d+|\$|/[^/]*/)?\s*w\s*|s(?:/(?:[^/\\]|\\.)*/(?:[^/\\]|\\.)*/|\|[^|]*\|[^|]*\|)[gpI0-9]*w\s*)([/~][^\s;}]*|\.\.[^\s;}]*)`)

// sedCommand is the beginning of a script of sed that starts a program.
var sedCommand = regexp.MustCompile(`^\s*(?:\d+|\$|/[^/]*/)?\s*e\s+(\S.*)$`)

// sedExecution is a substitution of sed whose result runs as a command.
var sedExecution = regexp.MustCompile(`^\s*(?:\d+|\$)?s(/(?:[^/\\]|\\.)*/(?:[^/\\]|\\.)*/|,[^,]*,[^,]*,|\|[^|]*\|[^|]*\|)[gpI0-9]*e`)

// inspectSed inspects the files that a script of sed writes and the commands that
// it starts.
func (i *inspector) inspectSed(script string, s *state) {
	for _, found := range sedFile.FindAllStringSubmatch(script, 20) {
		i.inspectWrite(found[1], writeDanger, s)
	}
	if found := sedCommand.FindStringSubmatch(script); found != nil {
		i.inspectScript(found[1], s.child())
	}
	if sedExecution.MatchString(script) {
		i.add(outputDanger + ": sed " + excerptOf(script))
	}
}

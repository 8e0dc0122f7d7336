package terminal

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// versionedProgram is the name of an interpreter with its version, such as
// python3.11.
var versionedProgram = regexp.MustCompile(`^(python[23]?|pypy3?|pip3?|php|perl|ruby|lua|node|tclsh)[-.0-9]+$`)

// programName returns the name of a program without its directory, its version
// and the suffix of a script of Windows.
func programName(program string) string {
	name := shell.ProgramName(program)
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".bat"), ".cmd")
	if found := versionedProgram.FindStringSubmatch(name); found != nil {
		return found[1]
	}
	return name
}

// inspectCommand inspects a simple command: its wrappers, the scripts in its
// arguments and its program.
func (i *inspector) inspectCommand(words []string, s *state) {
	if i.depth++; i.depth > 3*maxDepth {
		i.add("runs too many programs within programs")
		i.depth--
		return
	}
	defer func() { i.depth-- }()
	if len(words) > 0 && strings.HasPrefix(words[0], "-") { // options of the reserved word time
		words = append([]string{"time"}, words...)
	}
	for range maxDepth {
		inner, ok := i.unwrap(words, &s)
		if words = inner; !ok {
			break
		}
	}
	if len(words) == 0 {
		return
	}
	name := programName(words[0])
	for _, script := range scriptsOf(name, words[1:]) {
		child := i.childOf(name, s)
		if shell.ContainsWord(shell.Shells, name) {
			child.setScriptParams(words[1:])
		}
		i.inspectScript(script, child)
	}
	i.inspectLaunchers(name, words[1:], s)
	i.inspectCode(name, words, s)
	i.inspectProgram(words, s)
}

// childOf returns the state in which a program runs a script.
func (i *inspector) childOf(program string, s *state) *state {
	if shell.ContainsWord("alias trap eval", program) {
		return s
	}
	child := s.child()
	i.spend(len(child.vars) + 1)
	return child
}

// setScriptParams sets the parameters of the script in the arguments of a shell: the words after the script.
func (s *state) setScriptParams(args []string) {
	if words := shell.ScriptParams(args); len(words) > 0 {
		s.vars["0"], s.params = words[0], slices.Clone(words[1:])
	}
}

// inspectProgram inspects a command without wrappers.
func (i *inspector) inspectProgram(words []string, s *state) {
	name, args := programName(words[0]), words[1:]
	if hasPlaceholder(name) && !i.isBuilt(words[0], s) || strings.ContainsAny(words[0], "{*?") {
		i.add("runs a program whose name is known only when it runs: " + excerptOf(words[0]))
		return
	}
	for _, word := range words {
		i.add(s.accessDanger(word))
	}
	i.inspectRun(name, words, s)
	isDangerous := false
	if asksForHelp(args) {
		return
	}
	for _, r := range rules {
		if r.hasProgram(name) && r.when(s, args) {
			isDangerous = true
			i.addCommand(r.danger, words)
		}
	}
	i.inspectWrites(name, args, s, isDangerous)
	i.inspectPublishers(name, words)
}

// asksForHelp reports whether a program prints its help only: --help follows the
// names of subcommands.
func asksForHelp(args []string) bool {
	const maxSubcommands = 3
	if len(args) == 0 || len(args) > maxSubcommands+1 || lastOf(args) != "--help" {
		return false
	}
	return !slices.ContainsFunc(args[:len(args)-1], func(arg string) bool {
		return strings.Trim(arg, nameCharacters+"-") != "" || strings.HasPrefix(arg, "-")
	})
}

// inspectPublishers finds a command that publishes or withdraws something.
func (i *inspector) inspectPublishers(name string, words []string) {
	for _, p := range publishers {
		if p.hasProgram(name) && p.matches(words[1:]) {
			i.addCommand(publishDanger, words)
		}
	}
}

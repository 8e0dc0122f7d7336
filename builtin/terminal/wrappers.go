package terminal

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// asOtherUser is the danger of a program that changes the user.
const asOtherUser = "runs as another user"

// privilegedPrograms are programs that run a command as another user.
const privilegedPrograms = "run0 gosu su-exec sudo-rs please dzdo pfexec calife capsh setuidgid chpst sudo doas pkexec runuser setpriv nsenter gksudo gksu kdesu kdesudo sux super beesu pmexec op-sudo sudoedit s6-setuidgid s6-applyuidgid"

// directoryOptions are the options that name the directory in which a program
// runs, by the name of the program.
var directoryOptions = map[string]string{"env": "-C --chdir", "sudo": "-D --chdir", "git": "-C", "unshare": "-w --wd", "nsenter": "-w --wd"}

// unwrap removes assignments and one wrapper, such as sudo, from a command, and
// inspects them. It returns the wrapped command and whether the command has a
// wrapper. The wrapped command may have another state.
func (i *inspector) unwrap(words []string, s **state) (inner []string, ok bool) {
	inner, wrapper := shell.Unwrap(words)
	i.inspectAssignments(words[:max(0, len(words)-len(inner))], *s)
	if wrapper == nil {
		return i.unwrapRunner(inner, *s)
	}
	name := wrapperName(words)
	if wrapper.OtherUser || shell.ContainsWord(privilegedPrograms, name) {
		i.addCommand(asOtherUser, words)
	}
	if i.inspectWrapper(name, words, s) || inner == nil {
		return nil, true
	}
	if wrapper.AppendsInput {
		inner = i.appendInput(words, inner)
		i.source = nil
	}
	i.inspectAlternative(words, inner, *s)
	return inner, true
}

// wrapperName returns the name of the wrapper at the beginning of a command.
func wrapperName(words []string) string {
	for _, word := range words {
		if name, _, ok := strings.Cut(word, "="); !ok || strings.Trim(name, nameCharacters) != "" {
			return programName(word)
		}
	}
	return ""
}

// inspectWrapper inspects the options of a wrapper. It reports whether an option
// has the whole command of the wrapper.
func (i *inspector) inspectWrapper(name string, words []string, s **state) (isDone bool) {
	args := words[1:]
	if options := directoryOptions[name]; options != "" {
		for _, dir := range parseOptions(args, options).values(options) {
			*s = (*s).in(dir)
		}
	}
	switch name {
	case "env":
		for n, arg := range args {
			value, ok := strings.CutPrefix(arg, "--split-string=")
			if group, rest, hasS := strings.Cut(arg, "S"); hasS && !ok && strings.HasPrefix(group, "-") && strings.Trim(group, "-iv0") == "" {
				value, ok = rest, true
			}
			rest := args[n+1:]
			if (ok && value == "" || arg == "--split-string") && len(rest) > 0 {
				value, rest, ok = rest[0], rest[1:], true
			}
			if ok {
				i.inspectScript(value+" "+quoteWords(rest), (*s).child())
				return true
			}
		}
	case "time", "strace", "ltrace":
		for _, file := range optionValue(args, "-o", "--output") {
			i.inspectWrite(file, writeDanger, *s)
		}
	case "flock":
		for _, script := range optionValue(args, "-c", "--command") {
			i.inspectScript(script, (*s).child())
		}
	case "npx", "pnpx", "bunx":
		for _, script := range optionValue(args, "-c", "--call") {
			i.inspectScript(script, (*s).child())
		}
	}
	if name == "watch" || name == "parallel" || name == "entr" { // these run their words in a shell
		if inner, _ := shell.Unwrap(words); len(inner) > 0 {
			i.inspectScript(strings.Join(inner, " "), (*s).child())
		}
	}
	return false
}

// appendInput returns the command that xargs or parallel runs, with the words
// that it reads.
func (i *inspector) appendInput(words, inner []string) []string {
	if at := slices.Index(words, ":::"); at >= 0 { // parallel
		if end := slices.Index(inner, ":::"); end >= 0 {
			inner = inner[:end]
		}
		return append(slices.Clip(inner), words[at+1:]...)
	}
	input := i.inputText()
	if hasAny("--arg-file", "-a")(words[:len(words)-len(inner)]) || len(attachedValues(words[:len(words)-len(inner)], "-a", "--arg-file=")) > 0 {
		input = unknown
	}
	replace := "{}"
	options := words[:len(words)-len(inner)]
	for _, each := range append(optionValue(options, "-I", "--replace"), attachedValues(options, "-I", "-i", "--replace=")...) {
		replace = each
	}
	isReplaced := false
	replaced := slices.Clone(inner)
	for n, word := range replaced {
		if strings.Contains(word, replace) && replace != "" {
			replaced[n], isReplaced = strings.ReplaceAll(word, replace, input), true
		}
	}
	if isReplaced {
		return replaced
	}
	added := strings.Fields(input)
	if len(added) == 0 {
		added = []string{unknown}
	}
	return append(replaced, added...)
}

// attachedValues returns the rest of the arguments that begin with one of the options.
func attachedValues(args []string, options ...string) (values []string) {
	for _, arg := range args {
		for _, option := range options {
			if rest, ok := strings.CutPrefix(arg, option); ok && rest != "" {
				values = append(values, rest)
			}
		}
	}
	return values
}

// inspectAlternative inspects the command of a wrapper without its first word,
// which may be the value of an option that is not in the table of wrappers.
func (i *inspector) inspectAlternative(words, inner []string, s *state) {
	before := words[:max(0, len(words)-len(inner))]
	hasOption := len(before) > 1 && slices.ContainsFunc(before[1:], func(word string) bool { return strings.HasPrefix(word, "-") && word != "--" })
	if !hasOption || len(inner) < 2 || hasPlaceholder(inner[0]+inner[1]) || strings.ContainsAny(inner[1], "{*?/=") {
		return
	}
	i.inspectCommand(inner[1:], s)
}

// unwrapAll removes assignments and all wrappers from a command.
func unwrapAll(words []string) []string {
	for range maxDepth {
		inner, wrapper := shell.Unwrap(words)
		if words = inner; wrapper == nil {
			break
		}
	}
	return words
}

// inspectAssignments inspects the assignments among the arguments of a wrapper.
func (i *inspector) inspectAssignments(words []string, s *state) {
	for _, word := range words {
		if name, value, ok := strings.Cut(word, "="); ok && name != "" && strings.Trim(name, nameCharacters) == "" {
			i.inspectVariable(name, value, s)
		}
	}
}

// Package shell reads command lines of POSIX shells as far as their text allows
// without running them: Split returns the words of the commands of a line,
// Unwrap removes sudo, env, timeout and other wrappers from a command, and
// Script returns the script that a shell gets as an argument.
//
// All functions are pure and safe for concurrent use.
package shell

import (
	"path"
	"strings"
)

// Shells are the names of shells, separated by spaces.
const Shells = "sh bash zsh dash ksh ash mksh fish rbash"

// ContainsWord reports whether word is one of the words of a list, which are
// separated by spaces.
func ContainsWord(list, word string) bool {
	for each := range strings.FieldsSeq(list) {
		if each == word {
			return true
		}
	}
	return false
}

// ProgramName returns the name of a program without its directory and without
// the suffix ".exe".
func ProgramName(program string) string {
	return strings.TrimSuffix(path.Base(strings.ReplaceAll(program, `\`, "/")), ".exe")
}

// nameCharacters are the characters of the names of variables.
const nameCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"

// isAssignment reports whether the word assigns a value to a variable.
func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	if !ok || name == "" || '0' <= name[0] && name[0] <= '9' {
		return false
	}
	return strings.Trim(name, nameCharacters) == ""
}

// skipAssignments returns the words after the assignments at the beginning.
func skipAssignments(words []string) []string {
	for len(words) > 0 && isAssignment(words[0]) {
		words = words[1:]
	}
	return words
}

// Operands returns the words from the first one that is not an option, or from
// the one after "--". The list withValue has the options, separated by spaces,
// whose value is the next word.
func Operands(words []string, withValue string) []string {
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		if words[0] == "--" {
			return words[1:]
		}
		if ContainsWord(withValue, words[0]) && len(words) > 1 {
			words = words[1:]
		}
		words = words[1:]
	}
	return words
}

// Script returns the script in the arguments of a shell, which follows -c or a
// group of options with a c in it, such as -ec. It reports false when the shell
// has no such option. The script is empty when no word follows the option.
func Script(args []string) (script string, ok bool) {
	words, ok := scriptWords(args)
	if len(words) == 0 {
		return "", ok
	}
	return words[0], ok
}

// ScriptParams returns the words after the script in the arguments of a shell: $0 and the positional parameters.
func ScriptParams(args []string) []string {
	words, _ := scriptWords(args)
	return words[min(1, len(words)):]
}

// scriptWords returns the script in the arguments of a shell and the words after it. ok is false if the arguments have
// no option for a script.
func scriptWords(args []string) (words []string, ok bool) {
	for len(args) > 0 && args[0] != "--" && args[0] != "" && strings.ContainsAny(args[0][:1], "-+") {
		arg := args[0]
		switch args = args[1:]; {
		case ContainsWord("-o +o -O +O --rcfile --init-file", arg) && len(args) > 0:
			args = args[1:]
		case !strings.HasPrefix(arg, "--") && strings.Contains(arg, "c"):
			return Operands(args, "-o -O"), true
		}
	}
	return nil, false
}

// Quote returns the word in single quotes, so that a shell reads it as it is.
func Quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

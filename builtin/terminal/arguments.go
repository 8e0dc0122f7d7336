package terminal

import (
	"slices"
	"strings"
)

// condition reports whether the arguments of a program are dangerous.
type condition func(args []string) bool

// always is the condition of rules for all arguments.
func always([]string) bool { return true }

// isAnyText accepts all texts.
func isAnyText(string) bool { return true }

// hasAny returns a condition: one of the words is an argument.
func hasAny(words ...string) condition {
	return func(args []string) bool {
		return slices.ContainsFunc(args, func(arg string) bool {
			return slices.ContainsFunc(words, func(word string) bool { return isOption(arg, word) })
		})
	}
}

// minOption is the length of the shortest abbreviation of a long option.
const minOption = len("--de")

// isOption reports whether an argument is the word, or an abbreviation of the
// word when that is a long option, because most programs accept abbreviations.
func isOption(arg, word string) bool {
	return arg == word || strings.HasPrefix(word, "--") && len(arg) >= minOption && strings.HasPrefix(word, arg)
}

// hasSubcommand returns a condition: one of the first two arguments that are not
// options is one of the words.
func hasSubcommand(words ...string) condition {
	return func(args []string) bool {
		operands := 0
		for _, arg := range args {
			if strings.HasPrefix(arg, "-") {
				continue
			}
			if slices.Contains(words, arg) {
				return true
			}
			if operands++; operands == 2 {
				return false
			}
		}
		return false
	}
}

// hasFlag reports whether the arguments have a short option with one of the
// letters, or the long option unless that is empty. Arguments after "--" are not
// options.
func hasFlag(args []string, letters, long string) bool {
	for _, arg := range args {
		if arg == "--" {
			return false
		}
		isShort := strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--")
		if long != "" && isOption(arg, long) || isShort && strings.ContainsAny(arg[1:], letters) {
			return true
		}
	}
	return false
}

// hasArgument reports whether an argument begins with a prefix and isMatch
// accepts the text after it.
func hasArgument(args []string, prefix string, isMatch func(string) bool) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		rest, ok := strings.CutPrefix(arg, prefix)
		return ok && isMatch(rest)
	})
}

// optionValue returns the word after the first of these options, as a list that
// is empty when there is no such word.
func optionValue(args []string, options ...string) []string {
	for i, arg := range args {
		if slices.Contains(options, arg) && i+1 < len(args) {
			return []string{args[i+1]}
		}
	}
	return nil
}

// firstOf returns the list of the first word, which is empty when there is none.
func firstOf(words []string) []string { return words[:min(1, len(words))] }

// lastOf returns the last word, which is empty when there is none.
func lastOf(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

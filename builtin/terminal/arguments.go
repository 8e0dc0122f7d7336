package terminal

import (
	"slices"
	"strings"
)

// condition reports whether the arguments of a program are dangerous in a state
// of the shell.
type condition func(s *state, args []string) bool

// always is the condition of rules for all arguments.
func always(*state, []string) bool { return true }

// withoutState returns a condition that does not depend on the state.
func withoutState(when func(args []string) bool) condition {
	return func(_ *state, args []string) bool { return when(args) }
}

// isAnyText accepts all texts.
func isAnyText(string) bool { return true }

// hasAny returns a function that reports whether one of the words is an argument.
func hasAny(words ...string) func(args []string) bool {
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

// hasAnyFold returns a function that reports whether one of the words is an
// argument, in upper or lower case.
func hasAnyFold(words ...string) func(args []string) bool {
	return func(args []string) bool {
		return slices.ContainsFunc(args, func(arg string) bool {
			return slices.ContainsFunc(strings.Fields(strings.ToLower(arg)), func(each string) bool { return slices.Contains(words, each) })
		})
	}
}

// hasText returns a function that reports whether an argument has one of the
// texts.
func hasText(texts ...string) func(args []string) bool {
	return func(args []string) bool {
		return slices.ContainsFunc(args, func(arg string) bool {
			return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(arg, text) })
		})
	}
}

// hasTextFold is hasText in upper or lower case.
func hasTextFold(texts ...string) func(args []string) bool {
	return func(args []string) bool {
		lower := make([]string, len(args))
		for n, arg := range args {
			lower[n] = strings.ToLower(arg)
		}
		return hasText(texts...)(lower)
	}
}

// hasSubcommand returns a function that reports whether the operands begin with
// the words of one of the subcommands. Operands before them may be the values of
// options.
func hasSubcommand(subcommands ...string) func(args []string) bool {
	return func(args []string) bool {
		for start, isValue := 0, true; start < len(args) && isValue; start++ {
			if strings.HasPrefix(args[start], "-") || strings.HasPrefix(args[start], "+") {
				continue
			}
			operands := slices.DeleteFunc(slices.Clone(args[start:]), func(arg string) bool { return strings.HasPrefix(arg, "-") })
			for _, each := range subcommands {
				if words := strings.Fields(each); len(operands) >= len(words) && slices.EqualFunc(words, operands[:len(words)], matchesWord) {
					return true
				}
			}
			isValue = start > 0 && strings.HasPrefix(args[start-1], "-")
		}
		return false
	}
}

// matchesWord reports whether an argument is a word. A word that ends in "*" is the
// beginning of an argument.
func matchesWord(word, arg string) bool { return matchesAny(word, arg) }

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

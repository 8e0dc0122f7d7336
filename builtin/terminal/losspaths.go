package terminal

import (
	"regexp"
	"slices"
	"strings"
)

// removedPaths returns the operands of rm and similar programs.
func removedPaths(args []string) []string {
	return parseOptions(args, "-s --size -n --iterations").operands
}

// searchedPaths returns the directories in which find searches.
func searchedPaths(args []string) []string {
	end := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") || arg == "(" || arg == "!" })
	return args[:max(end, 0)]
}

// lastPath returns the last operand.
func lastPath(args []string) []string {
	operands := withoutOptions(args)
	return operands[max(len(operands)-1, 0):]
}

// unpackPaths returns a function that returns the directory into which a program unpacks,
// which is the value of an option.
func unpackPaths(options string) func(args []string) []string {
	return func(args []string) []string {
		if dirs := parseOptions(args, options).values(options); len(dirs) > 0 {
			return dirs
		}
		return []string{"."}
	}
}

// isExtraction reports whether tar unpacks an archive.
func isExtraction(args []string) bool {
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") && strings.Trim(args[0], letters) == "" && strings.Contains(args[0], "x") {
		return !strings.Contains(args[0], "k") // the old form, such as "xzf"; k keeps existing files
	}
	return hasOneOf(args, "-x --extract --get")
}

// isForced reports whether a command of git loses what it otherwise refuses to lose.
func isForced(args []string) bool { return hasOneOf(args, "-f --force") }

// pathOperand matches operands of git checkout that are paths, and hardly names of branches: ./a,
// a/, *.go and main.go.
var pathOperand = regexp.MustCompile(`^\.{1,2}/|/$|[*?\[]|[A-Za-z_]\w*\.[A-Za-z]{1,5}$`)

// versionName matches names of branches and tags such as v1.x.
var versionName = regexp.MustCompile(`^v\d[\w.-]*$`)

// checksOutPaths reports whether git checkout replaces files: it has a commit and paths, or a path.
func checksOutPaths(args []string) bool {
	operands := withoutOptions(args)[1:] // the first one is checkout
	return len(operands) > 1 || len(operands) == 1 && pathOperand.MatchString(operands[0]) && !versionName.MatchString(operands[0])
}

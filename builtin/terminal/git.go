package terminal

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// gitConditions are the conditions for the arguments of git by subcommand.
var gitConditions = map[string]condition{
	"push":     isDestructivePush,
	"reset":    hasAny("--hard", "--merge", "--keep"),
	"clean":    func(args []string) bool { return hasFlag(args, "f", "--force") && !hasFlag(args, "n", "--dry-run") },
	"checkout": func(args []string) bool { return hasFlag(args, "f", "--force") || namesWholeTree(args) },
	"switch": func(args []string) bool {
		return hasFlag(args, "fC", "--force") || slices.Contains(args, "--discard-changes")
	},
	"restore":        restoresWholeTree,
	"branch":         deletesUnmergedBranch,
	"stash":          hasAny("drop", "clear"),
	"reflog":         hasAny("expire", "delete"),
	"update-ref":     hasAny("-d", "--stdin"),
	"read-tree":      hasAny("--reset"),
	"gc":             func(args []string) bool { return hasArgument(args, "--prune=", isAnyText) },
	"prune":          always,
	"filter-repo":    always,
	"filter-branch":  always,
	"checkout-index": func(args []string) bool { return hasFlag(args, "f", "--force") },
	"worktree":       func(args []string) bool { return slices.Contains(args, "remove") && hasFlag(args, "f", "--force") },
	"rm":             removesWholeTree,
}

// isDestructivePush reports whether git push overwrites or removes branches.
func isDestructivePush(args []string) bool {
	return hasFlag(args, "fd", "--force") || hasAny("--mirror", "--delete", "--prune", "--force-if-includes")(args) ||
		hasArgument(args, "--force-with-lease", isAnyText) || hasArgument(args, "+", isAnyText) ||
		hasArgument(args, ":", func(ref string) bool { return ref != "" })
}

// deletesUnmergedBranch reports whether git branch deletes a branch that is not
// merged.
func deletesUnmergedBranch(args []string) bool {
	return hasFlag(args, "D", "--delete") && (hasFlag(args, "D", "") || hasFlag(args, "f", "--force"))
}

// restoresWholeTree reports whether git restore discards all changes of the
// working tree.
func restoresWholeTree(args []string) bool {
	return namesWholeTree(args) && (!hasFlag(args, "S", "--staged") || hasFlag(args, "W", "--worktree"))
}

// removesWholeTree reports whether git rm removes the files of the working tree.
func removesWholeTree(args []string) bool {
	return hasFlag(args, "r", "") && slices.ContainsFunc(args, isProtected) && !slices.Contains(args, "--cached")
}

// namesWholeTree reports whether an argument is the path of the whole working
// tree.
func namesWholeTree(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return isProtected(arg) || arg == ":/" || arg == ":" })
}

// isDestructiveGit reports whether git loses or rewrites something. A subcommand
// that is not known before git runs may do so.
func isDestructiveGit(args []string) bool {
	operands := shell.Operands(args, "-C -c --git-dir --work-tree --namespace --exec-path --config-env")
	if len(operands) == 0 {
		return false
	}
	if strings.Contains(operands[0], unknown) {
		return true
	}
	condition, ok := gitConditions[operands[0]]
	return ok && condition(operands[1:])
}

// gitScripts returns the command that git submodule foreach or git bisect run
// starts, or the command of an alias.
func gitScripts(args []string) []string {
	for i, arg := range args {
		if _, command, ok := strings.Cut(arg, "=!"); ok && strings.HasPrefix(arg, "alias.") {
			return []string{command}
		}
		if command, ok := strings.CutPrefix(arg, "!"); ok && i > 0 && strings.HasPrefix(args[i-1], "alias.") {
			return []string{command}
		}
		if arg == "foreach" || arg == "run" && i > 0 && args[i-1] == "bisect" {
			return joinWords(shell.Operands(args[i+1:], ""))
		}
	}
	return nil
}

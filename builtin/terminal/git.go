package terminal

import (
	"slices"
	"strings"
)

// gitRules say when a subcommand of git loses something.
var gitRules = map[string]func(args []string) bool{
	"push": func(args []string) bool {
		return hasFlag(args, "fd", "--force") || has("--mirror", "--delete", "--prune", "--force-if-includes")(args) ||
			anyArgument(args, "--force-with-lease", always) || anyArgument(args, "+", always) || anyArgument(args, ":", func(ref string) bool { return ref != "" })
	},
	"reset":    has("--hard", "--merge", "--keep"),
	"clean":    func(args []string) bool { return hasFlag(args, "f", "--force") && !hasFlag(args, "n", "--dry-run") },
	"checkout": func(args []string) bool { return hasFlag(args, "f", "--force") || discards(args) },
	"switch": func(args []string) bool {
		return hasFlag(args, "fC", "--force") || slices.Contains(args, "--discard-changes")
	},
	"restore": func(args []string) bool {
		return discards(args) && (!hasFlag(args, "S", "--staged") || hasFlag(args, "W", "--worktree"))
	},
	"branch": func(args []string) bool {
		return hasFlag(args, "D", "--delete") && (hasFlag(args, "D", "") || hasFlag(args, "f", "--force"))
	},
	"stash":         has("drop", "clear"),
	"filter-branch": anything,
	"filter-repo":   anything,
	"reflog":        has("expire", "delete"),
	"update-ref":    has("-d", "--stdin"),
	"gc":            func(args []string) bool { return anyArgument(args, "--prune=", always) },
	"prune":         anything,
	"read-tree":     has("--reset"),
	"checkout-index": func(args []string) bool {
		return hasFlag(args, "f", "--force")
	},
	"worktree": func(args []string) bool { return slices.Contains(args, "remove") && hasFlag(args, "f", "--force") },
	"rm": func(args []string) bool {
		return hasFlag(args, "r", "") && slices.ContainsFunc(args, isBroad) && !slices.Contains(args, "--cached")
	},
}

// discards reports whether all changes are thrown away: the paths name the whole
// tree.
func discards(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return isBroad(arg) || arg == ":/" || arg == ":" })
}

// gitDestroys finds the subcommand behind git's own options.
func gitDestroys(args []string) bool {
	rest := operands(args, "-C -c --git-dir --work-tree --namespace --exec-path --config-env")
	if len(rest) == 0 {
		return false
	}
	if strings.Contains(rest[0], unknown) {
		return true
	}
	rule, ok := gitRules[rest[0]]
	return ok && rule(rest[1:])
}

package terminal

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// gitConditions are the conditions for the arguments of git by subcommand.
var gitConditions = map[string]condition{
	"push":     withoutState(isDestructivePush),
	"pull":     withoutState(func(args []string) bool { return hasFlag(args, "f", "--force") || hasArgument(args, "+", isAnyText) }),
	"fetch":    withoutState(func(args []string) bool { return hasFlag(args, "f", "--force") || hasArgument(args, "+", isAnyText) }),
	"commit":   withoutState(hasAny("--amend")),
	"rebase":   withoutState(rewritesCommits),
	"reset":    withoutState(isDestructiveReset),
	"clean":    withoutState(func(args []string) bool { return hasFlag(args, "fxX", "--force") && !hasFlag(args, "n", "--dry-run") }),
	"checkout": isDestructiveCheckout,
	"switch": withoutState(func(args []string) bool {
		return hasFlag(args, "fC", "--force") || hasAny("--discard-changes", "--force-create")(args)
	}),
	"restore":      restoresWholeTree,
	"branch":       withoutState(changesBranch),
	"tag":          withoutState(func(args []string) bool { return hasFlag(args, "df", "--delete") || hasFlag(args, "f", "--force") }),
	"stash":        withoutState(hasAny("drop", "clear")),
	"reflog":       withoutState(hasAny("expire", "delete")),
	"update-ref":   always,
	"symbolic-ref": withoutState(func(args []string) bool { return len(shell.Operands(args, "-m")) > 1 || hasFlag(args, "d", "--delete") }),
	"replace":      withoutState(func(args []string) bool { return len(args) > 0 && !hasFlag(args, "l", "--list") }),
	"notes":        withoutState(hasAny("remove", "prune")),
	"remote":       withoutState(hasAny("remove", "rm")),
	"read-tree":    withoutState(hasAny("--reset", "-u", "-m")),
	"gc": withoutState(func(args []string) bool {
		return hasArgument(args, "--prune=", isAnyText) || slices.Contains(args, "--prune")
	}),
	"prune":          always,
	"lfs":            withoutState(hasSubcommand("prune", "migrate")),
	"filter-repo":    always,
	"filter-branch":  always,
	"fast-import":    always,
	"subtree":        withoutState(hasSubcommand("push")),
	"submodule":      withoutState(changesSubmodules),
	"checkout-index": withoutState(func(args []string) bool { return hasFlag(args, "f", "--force") }),
	"worktree":       withoutState(func(args []string) bool { return slices.Contains(args, "remove") && hasFlag(args, "f", "--force") }),
	"rm":             removesWholeTree,
	"maintenance":    withoutState(hasSubcommand("start", "register")),
	"credential":     withoutState(hasAny("fill", "approve", "reject")),
	"config":         withoutState(changesGlobalConfiguration),
	"repack":         withoutState(func(args []string) bool { return hasFlag(args, "d", "") && hasFlag(args, "a", "") }),
	"send-pack":      withoutState(func(args []string) bool { return hasAny("--force", "--mirror", "--delete")(args) }),
}

// isDestructivePush reports whether git push overwrites or removes branches.
func isDestructivePush(args []string) bool {
	return hasFlag(args, "fd", "--force") || hasAny("--mirror", "--delete", "--prune", "--force-if-includes")(args) ||
		hasArgument(args, "--force-with-lease", isAnyText) || hasArgument(args, "+", isAnyText) ||
		hasArgument(args, ":", func(ref string) bool { return ref != "" })
}

// rewritesCommits reports whether git rebase rewrites commits. The options that
// continue, end or report a rebase do not.
func rewritesCommits(args []string) bool {
	return !hasAny("--continue", "--abort", "--show-current-patch", "--edit-todo", "--quit", "--help")(args)
}

// earlierCommit is a revision that is not the newest commit of a branch.
var earlierCommit = regexp.MustCompile(`[~^]|@\{|^[0-9a-f]{7,40}$|^(origin|upstream)/|^(FETCH|ORIG|MERGE)_HEAD$`)

// isDestructiveReset reports whether git reset discards changes, or moves the
// branch to another commit.
func isDestructiveReset(args []string) bool {
	if hasAny("--hard", "--merge", "--keep")(args) {
		return true
	}
	revisions := beforeDashes(args)
	if len(revisions) != 1 {
		return false // with paths, git changes the index only
	}
	return revisions[0] != "HEAD" && (hasAny("--soft", "--mixed")(args) || earlierCommit.MatchString(revisions[0]))
}

// beforeDashes returns the operands before "--".
func beforeDashes(args []string) (operands []string) {
	for _, arg := range args {
		if arg == "--" {
			break
		}
		if !strings.HasPrefix(arg, "-") {
			operands = append(operands, arg)
		}
	}
	return operands
}

// isDestructiveCheckout reports whether git checkout discards changes: with -f or
// -B, of the whole working tree, or of a path that it takes from a commit.
func isDestructiveCheckout(s *state, args []string) bool {
	if hasFlag(args, "fB", "--force") || namesWholeTree(s, args) {
		return true
	}
	if hasFlag(args, "bt", "--track") || hasAny("--orphan")(args) {
		return false
	}
	operands := beforeDashes(args)
	dashes := slices.Index(args, "--")
	return len(operands) > 1 && dashes < 0 || dashes >= 0 && len(operands) > 0 && dashes+1 < len(args)
}

// changesBranch reports whether git branch deletes a branch that may not be
// merged, or overwrites a branch.
func changesBranch(args []string) bool {
	return hasFlag(args, "DfMC", "--force")
}

// changesSubmodules reports whether git submodule discards changes.
func changesSubmodules(args []string) bool {
	return hasAny("deinit", "update", "add")(args) && hasFlag(args, "f", "--force") || slices.Contains(args, "deinit") && slices.Contains(args, "--all")
}

// changesGlobalConfiguration reports whether git config changes the configuration
// of the user or the machine.
func changesGlobalConfiguration(args []string) bool {
	if !hasAny("--global", "--system")(args) {
		return false
	}
	operands := beforeDashes(args)
	return len(operands) > 1 && operands[0] != "get" && operands[0] != "list" || hasAny("--add", "--unset", "--unset-all", "--replace-all", "--edit", "-e", "--remove-section", "--rename-section")(args)
}

// restoresWholeTree reports whether git restore discards all changes of the
// working tree, or takes files from a commit.
func restoresWholeTree(s *state, args []string) bool {
	isIndexOnly := hasFlag(args, "S", "--staged") && !hasFlag(args, "W", "--worktree")
	return !isIndexOnly && (namesWholeTree(s, args) || hasFlag(args, "s", "--source") || hasArgument(args, "--source=", isAnyText))
}

// removesWholeTree reports whether git rm removes the files of the working tree.
func removesWholeTree(s *state, args []string) bool {
	if slices.Contains(args, "--cached") {
		return false
	}
	return hasFlag(args, "f", "--force") || hasFlag(args, "r", "") && slices.ContainsFunc(args, s.isProtected)
}

// namesWholeTree reports whether an argument is the path of the whole working
// tree or of a directory in it, or a pattern.
func namesWholeTree(s *state, args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return s.isProtected(arg) || arg == "." || strings.HasSuffix(arg, "/") || strings.ContainsAny(arg, "*?[") || strings.HasPrefix(arg, ":") && strings.Trim(arg, ":/().*top") == ""
	})
}

// gitValues are the options before the subcommand of git that have a value.
const gitValues = "-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix --attr-source"

// isDestructiveGit reports whether git loses or rewrites something. A subcommand
// that is not known before git runs may do so.
func isDestructiveGit(s *state, args []string) bool {
	operands := shell.Operands(args, gitValues)
	if len(operands) == 0 {
		return false
	}
	if hasPlaceholder(operands[0]) {
		return true
	}
	for _, dir := range optionValue(args[:len(args)-len(operands)], "-C", "--work-tree") {
		s = s.in(dir)
	}
	if operands[0] == "clean" && hasTextFold("clean.requireforce=false")(args) {
		return !hasFlag(operands[1:], "n", "--dry-run")
	}
	condition, ok := gitConditions[operands[0]]
	return ok && condition(s, operands[1:])
}

// gitScripts returns the commands that git submodule foreach, git bisect run and
// git filter-branch start, and the commands of aliases.
func gitScripts(args []string) (scripts []string) {
	for n, arg := range args {
		if key, command, ok := strings.Cut(arg, "=!"); ok && strings.Contains(strings.ToLower(key), "alias.") {
			scripts = append(scripts, command)
		}
		if command, ok := strings.CutPrefix(arg, "!"); ok && n > 0 && strings.HasPrefix(strings.ToLower(args[n-1]), "alias.") {
			scripts = append(scripts, command)
		}
		if arg == "foreach" || arg == "run" && n > 0 && args[n-1] == "bisect" {
			scripts = append(scripts, joinWords(shell.Operands(args[n+1:], ""))...)
		}
	}
	return scripts
}

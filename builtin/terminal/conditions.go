package terminal

import (
	"regexp"
	"slices"

	"github.com/toolgen/toolgen/internal/shell"
)

// removesProtectedDirectory reports whether rm removes all of a protected directory.
func removesProtectedDirectory(args []string) bool {
	if slices.Contains(args, "--no-preserve-root") || slices.Contains(args, "*") {
		return true
	}
	return hasFlag(args, "rR", "--recursive") && slices.ContainsFunc(args, isProtected)
}

// identityModes are the modes with a set-user-ID or set-group-ID bit.
var identityModes = regexp.MustCompile(`^(0?[2-7][0-7]{3}|[ugoa]*[+=][rwxXt]*s[rwxXst]*)$`)

// setsIdentityBit reports whether chmod sets a set-user-ID or set-group-ID bit.
func setsIdentityBit(args []string) bool { return slices.ContainsFunc(args, identityModes.MatchString) }

// killsEveryProcess reports whether kill has the process ID -1.
func killsEveryProcess(args []string) bool {
	if slices.Contains(args, "-l") || len(args) == 0 {
		return false
	}
	if len(args) == 1 {
		return args[0] == "-1"
	}
	return slices.Contains(args[1:], "-1")
}

// changesForge reports whether a command of GitHub or GitLab removes, merges or
// publishes something.
func changesForge(args []string) bool {
	return hasAny("delete", "merge", "archive", "transfer")(args) || slices.Contains(args, "release") && slices.Contains(args, "create")
}

// isDestructiveDocker reports whether docker removes or publishes something, or
// gives a container access to the machine.
func isDestructiveDocker(args []string) bool {
	switch {
	case hasAny("prune", "push", "rmi", "--privileged")(args), hasArgument(args, "/:", isAnyText):
		return true
	case slices.Contains(args, "rm"):
		return hasFlag(args, "f", "--force") || slices.Contains(args, "volume") || removesVolumes(args)
	}
	return removesVolumes(args)
}

// removesVolumes reports whether docker compose down removes volumes.
func removesVolumes(args []string) bool {
	return slices.Contains(args, "down") && hasAny("-v", "--volumes")(args)
}

// destructiveSQL are the statements that remove tables or all rows of a table.
var destructiveSQL = regexp.MustCompile(`(?i)\b(drop\s+(table|database|schema|view|index)|truncate\s|delete\s+from\s+[^\s;]+\s*(;|$))`)

// hasDestructiveSQL reports whether an argument has such a statement.
func hasDestructiveSQL(args []string) bool {
	return slices.ContainsFunc(args, destructiveSQL.MatchString)
}

// runsUnknownFile reports whether a shell runs a file whose name is unknown.
func runsUnknownFile(args []string) bool {
	operands := shell.Operands(args, shellOptions)
	_, hasScript := shell.Script(args)
	return !hasScript && len(operands) > 0 && operands[0] == unknown
}

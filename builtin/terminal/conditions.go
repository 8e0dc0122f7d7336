package terminal

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// anyProtected reports whether an argument is a protected directory.
func anyProtected(s *state, args []string) bool { return slices.ContainsFunc(args, s.isProtected) }

// removesProtectedDirectory reports whether rm removes all of a protected directory.
func removesProtectedDirectory(s *state, args []string) bool {
	if slices.Contains(args, "--no-preserve-root") {
		return true
	}
	return slices.ContainsFunc(args, func(arg string) bool {
		return s.isProtected(arg) && (hasFlag(args, "rR", "--recursive") || strings.HasSuffix(arg, "*"))
	})
}

// movesProtectedDirectory reports whether mv moves a protected directory, or
// moves files to /dev/null.
func movesProtectedDirectory(s *state, args []string) bool {
	return anyProtected(s, args[:max(0, len(args)-1)]) || lastOf(args) == "/dev/null"
}

// changesProtectedPermissions reports whether chmod and similar programs change
// all of a protected directory.
func changesProtectedPermissions(s *state, args []string) bool {
	return hasFlag(args, "R", "--recursive") && slices.ContainsFunc(args, func(arg string) bool {
		return s.isProtected(arg) && (arg != "." || s.dir != ".")
	})
}

// identityModes are the modes with a set-user-ID or set-group-ID bit.
var identityModes = regexp.MustCompile(`^(0?[2-7][0-7]{3}|[ugoa]*[+=][rwxXt]*s[rwxXst]*)$`)

// setsIdentityBit reports whether chmod sets a set-user-ID or set-group-ID bit.
func setsIdentityBit(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return slices.ContainsFunc(strings.Split(arg, ","), identityModes.MatchString)
	})
}

// hasOperand reports whether an argument is not an option.
func hasOperand(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
}

// isOtherUser reports whether su, machinectl and similar programs start a
// program as another user.
func isOtherUser(_ *state, args []string) bool {
	return !slices.Contains(args, "list") && !slices.Contains(args, "status")
}

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

// removesPackages reports whether a package manager removes programs.
func removesPackages(args []string) bool {
	return hasSubcommand("remove", "purge", "autoremove", "erase", "uninstall", "del", "rm", "dist-upgrade", "full-upgrade")(args) ||
		slices.ContainsFunc(args[:min(1, len(args))], func(arg string) bool {
			return strings.HasPrefix(arg, "-R") || arg == "-r" || arg == "-P" || arg == "-e" || arg == "--purge" || arg == "--erase" || arg == "--remove"
		})
}

// isDestructiveDocker reports whether docker removes something, or gives a
// container access to the machine.
func isDestructiveDocker(s *state, args []string) bool {
	p := parseOptions(args, "--pid --ipc --cap-add --userns")
	switch {
	case hasAny("prune", "rmi", "--privileged")(args), mountsOutside(s, args):
		return true
	case slices.Contains(p.values("--pid --ipc --userns"), "host"), hasAnyFold("all", "sys_admin", "sys_ptrace", "sys_module")(p.values("--cap-add")):
		return true
	case hasSubcommand("image rm", "volume rm", "network rm", "swarm leave", "context rm", "system reset", "stack rm", "service rm", "system prune")(args):
		return true
	case slices.Contains(args, "rm"):
		return hasFlag(args, "f", "--force") && !slices.Contains(args, "run") || removesVolumes(args)
	}
	return removesVolumes(args)
}

// removesVolumes reports whether docker compose down removes volumes.
func removesVolumes(args []string) bool {
	return slices.Contains(args, "down") && hasAny("-v", "--volumes", "--rmi")(args)
}

// changesForge reports whether a request to the interface of GitHub or GitLab
// changes something.
func changesForge(args []string) bool {
	p := parseOptions(args, "-X --method -f --raw-field -F --field --input -H --header -q --jq -t --template")
	if len(p.operands) == 0 || p.operands[0] != "api" || slices.Contains(p.operands, "graphql") {
		return false
	}
	if methods := p.values("-X --method"); len(methods) > 0 {
		return !strings.EqualFold(methods[0], "GET")
	}
	return p.has("-f --raw-field -F --field --input")
}

// installsOutside reports whether make installs to a directory outside of the
// working directory.
func installsOutside(s *state, args []string) bool {
	return slices.Contains(args, "install") && slices.ContainsFunc(args, func(arg string) bool {
		name, value, ok := strings.Cut(arg, "=")
		return ok && shell.ContainsWord("DESTDIR prefix PREFIX bindir BINDIR", name) && isOutside(s.resolve(value))
	})
}

// readsMakefile reports whether make reads its rules from its standard input.
func readsMakefile(args []string) bool {
	return slices.ContainsFunc(parseOptions(args, "-f --file --makefile -C -j?").values("-f --file --makefile"), func(file string) bool {
		return file == "-" || isStandardInput(file)
	})
}

// runsDjangoFlush reports whether Python runs manage.py of Django so that it
// removes all rows.
func runsDjangoFlush(args []string) bool {
	return len(args) > 1 && strings.HasSuffix(args[0], "manage.py") && shell.ContainsWord("flush reset_db", args[1])
}

// secretNames are the names of files of a project that have secrets.
var secretNames = regexp.MustCompile(`(^|[/@=])\.env(\.(local|production|prod|staging|development|dev))?(;|$)`)

// printsSecrets reports whether an argument is a file of the project with secrets.
func printsSecrets(args []string) bool { return slices.ContainsFunc(args, secretNames.MatchString) }

// sendsSecrets reports whether a request has such a file, as curl -d @.env does.
func sendsSecrets(args []string) bool {
	p := parseOptions(args, "-d --data --data-binary --data-raw --data-urlencode --json -F --form -T --upload-file --post-file --body-file")
	return slices.ContainsFunc(p.values("-d --data --data-binary --data-urlencode --json -F --form"), func(value string) bool {
		return strings.Contains(value, "@") && secretNames.MatchString(value)
	}) || slices.ContainsFunc(append(p.values("-T --upload-file --post-file --body-file"), p.operands...), secretNames.MatchString)
}

// removesInCloud reports whether a command of a cloud removes something.
func removesInCloud(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return matchesAny("--delete rm rb mv del delete delete-* remove remove-* purge purge-* destroy destroy* terminate-* deregister-* apps:destroy pg:reset", arg)
	})
}

// destructiveSQL are the statements that remove tables or all rows of a table.
var destructiveSQL = regexp.MustCompile(`(?i)\b(drop\s+(table|database|schema|view|index|user|role|column)|alter\s+table\s+\S+\s+drop|truncate\s|delete\s+from\s+[^\s;]+\s*(;|$|"|')|update\s+\S+\s+set\s+[^;]*$)`)

// hasDestructiveSQL reports whether an argument has such a statement. An update
// is one if it has no condition.
func hasDestructiveSQL(args []string) bool { return slices.ContainsFunc(args, isDestructiveSQL) }

// isDestructiveSQL reports whether a text has such a statement.
func isDestructiveSQL(text string) bool {
	for _, found := range destructiveSQL.FindAllString(text, -1) {
		isUpdate := strings.EqualFold(found[:min(6, len(found))], "update")
		if !isUpdate || !strings.Contains(strings.ToLower(found), "where") {
			return true
		}
	}
	return false
}

// sourcesUnknown reports whether the shell runs a file whose name is unknown, or
// its standard input.
func sourcesUnknown(args []string) bool {
	return len(args) > 0 && (strings.HasPrefix(args[0], unknown) || strings.HasPrefix(args[0], unknownNonEmpty) || isStandardInput(args[0]))
}

// isStandardInput reports whether a path is an open file of the process.
func isStandardInput(name string) bool {
	return name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/") || strings.HasPrefix(name, "/proc/"+unknownName+"/fd/")
}

// runsUnknownFile reports whether a shell runs a file whose name is unknown, or a
// process substitution.
func runsUnknownFile(args []string) bool {
	operands := shell.Operands(args, shellOptions)
	_, hasScript := shell.Script(args)
	return !hasScript && len(operands) > 0 && (strings.HasPrefix(operands[0], unknown) || strings.HasPrefix(operands[0], unknownNonEmpty) || strings.HasPrefix(operands[0], "/dev/fd/"))
}

package terminal

import (
	"regexp"
	"slices"
	"strings"
)

// rule is one way to destroy something.
type rule struct {
	// programs are names with spaces between; one that ends in "*" stands for all
	// that begin so.
	programs string
	// when decides by the arguments.
	when func(args []string) bool
	// danger says what it does, for people.
	danger string
}

func (r rule) matches(name string) bool {
	for each := range strings.FieldsSeq(r.programs) {
		prefix, all := strings.CutSuffix(each, "*")
		if name == each || all && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// rules are what the guard knows.
var rules = []rule{
	{"rm", removesBroadly, "removes a system directory, a home directory, the working directory or one above it"},
	{"rmdir unlink", func(args []string) bool { return slices.ContainsFunc(args, isBroad) }, "removes a directory that others need"},
	{"find", deletesBroadly, "removes everything that find comes across"},
	{"mkfs* mke2fs wipefs fdisk sfdisk cfdisk parted sgdisk gdisk blkdiscard mkswap shred cryptsetup lvremove vgremove pvremove zpool zfs mdadm", anything, "overwrites disks or files for good"},
	{"dd", func(args []string) bool { return anyArgument(args, "of=", isDevice) }, "writes to a device"},
	{"mv", func(args []string) bool {
		return slices.ContainsFunc(args[:max(0, len(args)-1)], isBroad) || last(args) == "/dev/null"
	}, "moves away what others need"},
	{"rsync", has("--delete", "--delete-before", "--delete-after", "--delete-excluded", "--remove-source-files"), "removes files that the source does not have"},
	{"chmod chown chgrp setfacl", func(args []string) bool {
		return hasFlag(args, "R", "--recursive") && slices.ContainsFunc(args, isBroad)
	}, "changes the permissions of a whole system or home directory"},
	{"chmod", grantsIdentity, "lets others run a program as its owner or group"},
	{"su", anything, asRoot},
	{"setcap", anything, "gives a program powers of root"},
	{"git", gitDestroys, "loses commits or changes that are not committed, or rewrites what others have"},
	{"shutdown reboot halt poweroff telinit", anything, "stops the machine"},
	{"init", has("0", "6"), "stops the machine"},
	{"systemctl", has("poweroff", "reboot", "halt", "kexec", "stop", "disable", "mask", "isolate"), "stops services or the machine"},
	{"kill", killsAll, "ends every process"},
	{"killall5", anything, "ends every process"},
	{"killall pkill", has("", ".", ".*"), "ends every process"},
	{"killall pkill", has("-u", "-U", "--user", "--euid", "-v", "--inverse"), "ends every process of a user"},
	{"crontab", func(args []string) bool { return !hasFlag(args, "l", "") }, "changes the jobs that run by themselves"},
	{"at batch systemd-run", anything, "starts what outlives the call"},
	{"userdel groupdel usermod passwd chpasswd visudo vipw sudoedit", anything, "changes who may use the machine"},
	{"iptables ip6tables nft ufw", has("-F", "--flush", "flush", "disable", "reset"), "opens the firewall"},
	{"swapoff umount insmod rmmod modprobe sysctl", anything, "changes the running system"},
	{"npm pnpm yarn bun cargo poetry uv hatch flit jsr", subcommands("publish", "unpublish", "yank", "deprecate"), "publishes or withdraws a package"},
	{"twine gem", subcommands("upload", "push", "yank"), "publishes or withdraws a package"},
	{"gh glab", forge, "removes or merges something that others use"},
	{"docker podman", dockerDestroys, "removes containers, images or volumes, or publishes an image"},
	{"kubectl oc", subcommands("delete", "drain", "replace"), "removes something from a cluster"},
	{"helm", subcommands("uninstall", "delete", "rollback"), "removes something from a cluster"},
	{"terraform tofu pulumi", subcommands("destroy", "apply", "up", "import"), "changes or removes infrastructure"},
	{"rclone", subcommands("sync"), "removes something in a cloud"},
	{"aws gcloud az gsutil s3cmd rclone", has("--delete", "rm", "rb", "delete", "remove", "purge", "terminate-instances"), "removes something in a cloud"},
	{"dropdb dropuser", anything, "removes a database"},
	{"redis-cli", has("flushall", "flushdb", "FLUSHALL", "FLUSHDB"), "removes a database"},
	{"psql mysql mariadb sqlite3 sqlcmd duckdb clickhouse-client", dropsTables, "removes tables or rows"},
	{"gpg gpg2", func(args []string) bool { return anyArgument(args, "--delete-secret", always) }, "removes secret keys"},
	{"source .", func(args []string) bool { return len(args) > 0 && strings.HasPrefix(args[0], unknown) }, "runs a script that cannot be told before"},
	{shells, func(args []string) bool {
		rest := operands(args, "-o -O --rcfile --init-file")
		return shellScript(args) == nil && len(rest) > 0 && rest[0] == unknown
	}, "runs a script that cannot be told before"},
}

func anything([]string) bool { return true }

func always(string) bool { return true }

// has reports whether one of these is an argument.
func has(words ...string) func([]string) bool {
	return func(args []string) bool {
		return slices.ContainsFunc(args, func(arg string) bool {
			return slices.ContainsFunc(words, func(word string) bool { return means(arg, word) })
		})
	}
}

// shortest is how much of a long option must be there to be taken for it.
const shortest = len("--de")

// means reports whether an argument is the word, or the beginning of that long
// option: most programs take it for the whole.
func means(arg, word string) bool {
	return arg == word || strings.HasPrefix(word, "--") && len(arg) >= shortest && strings.HasPrefix(word, arg)
}

// subcommands reports whether one of the first two words that are no options
// is one of these.
func subcommands(words ...string) func([]string) bool {
	return func(args []string) bool {
		seen := 0
		for _, arg := range args {
			if strings.HasPrefix(arg, "-") {
				continue
			}
			if slices.Contains(words, arg) {
				return true
			}
			if seen++; seen == 2 {
				return false
			}
		}
		return false
	}
}

// hasFlag reports whether a letter stands among the short options, or the long
// one is given.
func hasFlag(args []string, letters, long string) bool {
	for _, arg := range args {
		if arg == "--" {
			return false
		}
		if long != "" && means(arg, long) || strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.ContainsAny(arg[1:], letters) {
			return true
		}
	}
	return false
}

// anyArgument reports whether what follows a prefix in one of the arguments is
// like that.
func anyArgument(args []string, prefix string, like func(string) bool) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		rest, ok := strings.CutPrefix(arg, prefix)
		return ok && like(rest)
	})
}

func last(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[len(args)-1]
}

func removesBroadly(args []string) bool {
	if slices.Contains(args, "--no-preserve-root") || slices.Contains(args, "*") {
		return true
	}
	return hasFlag(args, "rR", "--recursive") && slices.ContainsFunc(args, isBroad)
}

// narrowing are the tests by which find comes across few things.
const narrowing = "-name -iname -path -ipath -wholename -regex -iregex -newer -mtime -mmin -atime -size -empty -inum -samefile"

func deletesBroadly(args []string) bool {
	if !slices.Contains(args, "-delete") && !slices.ContainsFunc(after(args, "-exec", "-execdir", "-ok", "-okdir"), func(script string) bool {
		return isWord("rm unlink shred", base(strings.SplitN(script, " ", 2)[0]))
	}) {
		return false
	}
	narrow := narrowed(args)
	return slices.ContainsFunc(starts(args), func(start string) bool { return isBroad(start) && (!narrow || !isHere(start)) })
}

// starts are the directories that find starts from.
func starts(args []string) []string {
	end := slices.IndexFunc(args, func(arg string) bool { return arg == "" || strings.ContainsAny(arg[:1], "-(!") })
	if end < 0 {
		end = len(args)
	}
	if end == 0 {
		return []string{"."}
	}
	return args[:end]
}

// narrowed reports whether find comes across few things: a pattern that is true
// of every name does not narrow.
func narrowed(args []string) bool {
	for i, arg := range args {
		if isWord(narrowing, arg) && i+1 < len(args) && strings.Trim(args[i+1], "*?./") != "" || arg == "-empty" {
			return true
		}
	}
	return false
}

// identity are the modes with a set-user-ID or set-group-ID bit.
var identity = regexp.MustCompile(`^(0?[2-7][0-7]{3}|[ugoa]*[+=][rwxXt]*s[rwxXst]*)$`)

func grantsIdentity(args []string) bool { return slices.ContainsFunc(args, identity.MatchString) }

func killsAll(args []string) bool {
	if slices.Contains(args, "-l") || len(args) == 0 {
		return false
	}
	if len(args) == 1 {
		return args[0] == "-1"
	}
	return slices.Contains(args[1:], "-1")
}

func forge(args []string) bool {
	return has("delete", "merge", "archive", "transfer")(args) || slices.Contains(args, "release") && slices.Contains(args, "create")
}

func dockerDestroys(args []string) bool {
	return has("prune", "push", "rmi", "--privileged")(args) || anyArgument(args, "/:", always) ||
		slices.Contains(args, "rm") && hasFlag(args, "f", "--force") || slices.Contains(args, "volume") && slices.Contains(args, "rm") ||
		slices.Contains(args, "down") && has("-v", "--volumes")(args)
}

// statements are those of SQL that remove much.
var statements = regexp.MustCompile(`(?i)\b(drop\s+(table|database|schema|view|index)|truncate\s|delete\s+from\s+[^\s;]+\s*(;|$))`)

func dropsTables(args []string) bool { return slices.ContainsFunc(args, statements.MatchString) }

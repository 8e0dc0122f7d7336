package terminal

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// rule is the danger of some programs.
type rule struct {
	// programs are names, separated by spaces. A name that ends in "*" is the
	// beginning of a name.
	programs string
	when     condition
	// danger says what the command does, as the end of a sentence for people.
	danger string
}

// hasProgram reports whether the rule is about the program of that name.
func (r rule) hasProgram(name string) bool {
	for each := range strings.FieldsSeq(r.programs) {
		prefix, isPrefix := strings.CutSuffix(each, "*")
		if name == each || isPrefix && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// unknownScript is the danger of a script whose text is unknown.
const unknownScript = "runs a script that is known only when it runs"

// rules are the dangers of programs by their arguments.
var rules = []rule{
	{"rm", removesProtectedDirectory, "removes a system directory, a home directory, the working directory or one above it"},
	{"rmdir unlink", func(args []string) bool { return slices.ContainsFunc(args, isProtected) }, "removes a system directory or a home directory"},
	{"find", findRemovesProtectedDirectory, "removes everything that find finds"},
	{"mkfs* mke2fs wipefs fdisk sfdisk cfdisk parted sgdisk gdisk blkdiscard mkswap shred cryptsetup lvremove vgremove pvremove zpool zfs mdadm", always, "overwrites disks or files permanently"},
	{"dd", func(args []string) bool { return hasArgument(args, "of=", isDevice) }, "writes to a device"},
	{"mv", func(args []string) bool {
		return slices.ContainsFunc(args[:max(0, len(args)-1)], isProtected) || lastOf(args) == "/dev/null"
	}, "moves a system directory or a home directory away, or moves files to /dev/null"},
	{"rsync", hasAny("--delete", "--delete-before", "--delete-after", "--delete-excluded", "--remove-source-files"), "removes files that the source does not have"},
	{"chmod chown chgrp setfacl", func(args []string) bool {
		return hasFlag(args, "R", "--recursive") && slices.ContainsFunc(args, isProtected)
	}, "changes the permissions of a whole system directory or home directory"},
	{"chmod", setsIdentityBit, "lets other users run a program as its owner or group"},
	{"su", always, asOtherUser},
	{"setcap", always, "gives a program rights of root"},
	{"git", isDestructiveGit, "loses commits or uncommitted changes, or rewrites published commits"},
	{"shutdown reboot halt poweroff telinit", always, "stops the machine"},
	{"init", hasAny("0", "6"), "stops the machine"},
	{"systemctl", hasAny("poweroff", "reboot", "halt", "kexec", "stop", "disable", "mask", "isolate"), "stops services or the machine"},
	{"kill", killsEveryProcess, "ends every process"},
	{"killall5", always, "ends every process"},
	{"killall pkill", hasAny("", ".", ".*"), "ends every process"},
	{"killall pkill", hasAny("-u", "-U", "--user", "--euid", "-v", "--inverse"), "ends every process of a user"},
	{"crontab", func(args []string) bool { return !hasFlag(args, "l", "") }, "changes scheduled jobs"},
	{"at batch systemd-run", always, "starts a program that continues after the call"},
	{"userdel groupdel usermod passwd chpasswd visudo vipw sudoedit", always, "changes the users of the machine"},
	{"iptables ip6tables nft ufw", hasAny("-F", "--flush", "flush", "disable", "reset"), "disables rules of the firewall"},
	{"swapoff umount insmod rmmod modprobe sysctl", always, "changes the running system"},
	{"npm pnpm yarn bun cargo poetry uv hatch flit jsr", hasSubcommand("publish", "unpublish", "yank", "deprecate"), "publishes or withdraws a package"},
	{"twine gem", hasSubcommand("upload", "push", "yank"), "publishes or withdraws a package"},
	{"gh glab", changesForge, "removes, merges or publishes something that other people use"},
	{"docker podman", isDestructiveDocker, "removes containers, images or volumes, publishes an image, or gives a container access to the machine"},
	{"kubectl oc", hasSubcommand("delete", "drain", "replace"), "removes something from a cluster"},
	{"helm", hasSubcommand("uninstall", "delete", "rollback"), "removes something from a cluster"},
	{"terraform tofu pulumi", hasSubcommand("destroy", "apply", "up", "import"), "changes or removes infrastructure"},
	{"rclone", hasSubcommand("sync"), "removes something in a cloud"},
	{"aws gcloud az gsutil s3cmd rclone", hasAny("--delete", "rm", "rb", "delete", "remove", "purge", "terminate-instances"), "removes something in a cloud"},
	{"dropdb dropuser", always, "removes a database"},
	{"redis-cli", hasAny("flushall", "flushdb", "FLUSHALL", "FLUSHDB"), "removes a database"},
	{"psql mysql mariadb sqlite3 sqlcmd duckdb clickhouse-client", hasDestructiveSQL, "removes tables or rows"},
	{"gpg gpg2", func(args []string) bool { return hasArgument(args, "--delete-secret", isAnyText) }, "removes secret keys"},
	{"source .", func(args []string) bool { return len(args) > 0 && strings.HasPrefix(args[0], unknown) }, unknownScript},
	{shell.Shells, runsUnknownFile, unknownScript},
}

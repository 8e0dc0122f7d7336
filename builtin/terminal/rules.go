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
func (r rule) hasProgram(name string) bool { return matchesAny(r.programs, name) }

// matchesAny reports whether a name is one of the words of a list. A word that
// ends in "*" is the beginning of a name.
func matchesAny(list, name string) bool {
	for each := range strings.FieldsSeq(list) {
		prefix, isPrefix := strings.CutSuffix(each, "*")
		if name == each || isPrefix && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// unknownScript is the danger of a script whose text is unknown.
const unknownScript = "runs a script that is known only when it runs"

// sqlClients are programs that run SQL.
const sqlClients = "psql mysql mariadb sqlite3 sqlcmd duckdb clickhouse-client clickhouse cockroach bq snowsql"

// rules are the dangers of programs by their arguments.
var rules = []rule{
	{"rm", removesProtectedDirectory, "removes a system directory, a home directory, the working directory or one above it"},
	{"rmdir unlink rimraf del-cli remove_directory", anyProtected, "removes a system directory or a home directory"},
	{"find fd fdfind", findRemovesProtectedDirectory, "removes everything that find finds"},
	{"mkfs* mke2fs wipefs fdisk sfdisk cfdisk parted sgdisk gdisk blkdiscard mkswap shred cryptsetup lvremove vgremove pvremove zpool zfs mdadm diskutil newfs* badblocks hdparm", always, "overwrites disks or files permanently"},
	{"dd", withoutState(func(args []string) bool { return hasArgument(args, "of=", isDevice) }), "writes to a device"},
	{"mv", movesProtectedDirectory, "moves a system directory or a home directory away, or moves files to /dev/null"},
	{"rsync", withoutState(hasAny("--delete", "--delete-before", "--delete-after", "--delete-excluded", "--delete-during", "--delete-delay", "--remove-source-files")), "removes files that the source does not have"},
	{"chmod chown chgrp setfacl chattr", changesProtectedPermissions, "changes the permissions of a whole system directory or home directory"},
	{"chmod", withoutState(setsIdentityBit), "lets other users run a program as its owner or group"},
	{"su machinectl sg newgrp login", isOtherUser, asOtherUser},
	{"setcap", always, "gives a program rights of root"},
	{"git", isDestructiveGit, "loses commits or uncommitted changes, or rewrites commits"},
	{"hg jj sl", withoutState(hasSubcommand("strip", "purge", "abandon", "rollback", "histedit", "rebase", "undo", "squash")), "loses commits or uncommitted changes, or rewrites commits"},
	{"svn", withoutState(hasSubcommand("revert", "cleanup")), "loses commits or uncommitted changes, or rewrites commits"},
	{"git-filter-repo bfg", always, "loses commits or uncommitted changes, or rewrites commits"},
	{"shutdown reboot halt poweroff telinit", always, "stops the machine"},
	{"init", withoutState(hasAny("0", "6")), "stops the machine"},
	{"systemctl", withoutState(hasAny("poweroff", "reboot", "halt", "kexec", "stop", "disable", "mask", "isolate", "suspend", "hibernate", "emergency", "rescue")), "stops services or the machine"},
	{"service rc-service", withoutState(hasAny("stop")), "stops services or the machine"},
	{"launchctl", withoutState(hasSubcommand("unload", "bootout", "remove", "disable", "load", "bootstrap")), "stops services or the machine"},
	{"kill", withoutState(killsEveryProcess), "ends every process"},
	{"killall5", always, "ends every process"},
	{"killall pkill", withoutState(hasAny("", ".", ".*")), "ends every process"},
	{"killall pkill", withoutState(hasAny("-u", "-U", "--user", "--euid", "-v", "--inverse")), "ends every process of a user"},
	{"crontab", withoutState(func(args []string) bool { return !hasFlag(args, "l", "") }), "changes scheduled jobs"},
	{"at batch systemd-run", always, "starts a program that continues after the call"},
	{"useradd adduser userdel deluser groupadd groupdel usermod groupmod gpasswd passwd chpasswd visudo vipw vigr sudoedit chsh", always, "changes the users of the machine"},
	{"iptables ip6tables nft ufw firewall-cmd pfctl", withoutState(hasAny("-F", "--flush", "flush", "disable", "reset", "-d")), "disables rules of the firewall"},
	{"mount umount swapoff insmod rmmod modprobe kexec", withoutState(hasOperand), "changes the running system"},
	{"sysctl", withoutState(func(args []string) bool {
		return hasFlag(args, "wp", "--write") || hasArgument(args, "", func(arg string) bool { return strings.Contains(arg, "=") })
	}), "changes the running system"},
	{"apt apt-get aptitude dnf yum zypper apk brew pacman port snap flatpak dpkg rpm", withoutState(removesPackages), "removes programs of the machine"},
	{"docker podman nerdctl", isDestructiveDocker, "removes containers, images or volumes, or gives a container access to the machine"},
	{"docker-compose podman-compose", withoutState(removesVolumes), "removes volumes"},
	{"docker-compose podman-compose singularity apptainer", mountsOutside, "gives a container access to the machine"},
	{"kubectl oc", withoutState(hasSubcommand("delete", "drain", "replace")), "removes something from a cluster"},
	{"helm", withoutState(hasSubcommand("uninstall", "delete", "rollback")), "removes something from a cluster"},
	{"terraform tofu pulumi terragrunt cdk sst serverless sls", withoutState(hasSubcommand("destroy", "apply", "up", "import", "deploy", "remove", "state rm", "workspace delete", "taint", "force-unlock")), "changes or removes infrastructure"},
	{"rclone", withoutState(hasSubcommand("sync", "move", "delete", "deletefile", "purge", "cleanup", "rmdirs")), "removes something in a cloud"},
	{"aws gcloud az gsutil s3cmd doctl flyctl fly heroku eksctl ibmcloud linode-cli hcloud", withoutState(removesInCloud), "removes something in a cloud"},
	{"gsutil", withoutState(func(args []string) bool { return slices.Contains(args, "rsync") && slices.Contains(args, "-d") }), "removes something in a cloud"},
	{"gh glab", withoutState(changesForge), "changes something that other people use"},
	{"make gmake", installsOutside, writeDanger},
	{"make gmake", withoutState(readsMakefile), unknownScript},
	{"go", withoutState(hasText("-extld")), launchDanger},
	{"npm pnpm yarn pip pip3", withoutState(hasSubcommand("config set", "config delete", "config unset", "config edit", "set")), "changes the configuration of the user"},
	{"dropuser", always, "removes a database"},
	{"mysqladmin", withoutState(hasAny("drop")), "removes a database"},
	{"redis-cli valkey-cli", withoutState(hasAnyFold("flushall", "flushdb", "shutdown")), "removes a database"},
	{"mongo mongosh", withoutState(hasText("dropDatabase", ".drop(", "deleteMany({})", "remove({})")), "removes a database"},
	{sqlClients, withoutState(hasDestructiveSQL), "removes tables or rows"},
	{"gpg gpg2", withoutState(func(args []string) bool { return hasArgument(args, "--delete-secret", isAnyText) }), "removes secret keys"},
	{"prisma", withoutState(hasAny("--force-reset", "--accept-data-loss")), "removes a database"},
	{"mix", withoutState(hasSubcommand("ecto.drop", "ecto.reset")), "removes a database"},
	{"supabase", withoutState(hasSubcommand("db reset", "projects delete", "branches delete")), "removes a database"},
	{"manage.py django-admin", withoutState(hasSubcommand("flush", "reset_db", "sqlflush")), "removes a database"},
	{"python python2 python3", withoutState(runsDjangoFlush), "removes a database"},
	{"typeorm knex drizzle-kit mikro-orm sqlx diesel dbmate goose alembic liquibase hanami rails rake doctrine ef", withoutState(hasSubcommand("schema:drop", "database drop", "database reset", "db:drop*", "migrate:rollback --all", "drop", "down-to 0", "downgrade base", "dropAll", "drop-all", "doctrine:database:drop")), "removes a database"},
	{"dotnet", withoutState(hasSubcommand("ef database drop")), "removes a database"},
	{"influx cqlsh etcdctl consul vault", withoutState(hasTextFold("drop ", "truncate ", "bucket delete", "kv delete", "delete --prefix")), "removes a database"},
	{"etcdctl", withoutState(hasSubcommand("del", "defrag", "member remove")), "removes a database"},
	{"flask", withoutState(hasSubcommand("db downgrade")), "removes a database"},
	{"knex", withoutState(func(args []string) bool {
		return slices.Contains(args, "migrate:rollback") && slices.Contains(args, "--all")
	}), "removes a database"},
	{"gpg gpg2", withoutState(func(args []string) bool { return hasArgument(args, "--export-secret", isAnyText) }), "prints secret keys"},
	{"pg_dropcluster dropdb cassandra-drop", always, "removes a database"},
	{"pg_restore", withoutState(hasAny("--clean", "-c")), "removes a database"},
	{"vagrant", withoutState(hasSubcommand("destroy", "box remove")), "removes virtual machines"},
	{"virsh", withoutState(hasSubcommand("destroy", "undefine", "vol-delete", "vol-wipe", "pool-delete", "net-destroy", "snapshot-delete")), "removes virtual machines"},
	{"VBoxManage vboxmanage", withoutState(hasSubcommand("unregistervm", "closemedium", "snapshot delete")), "removes virtual machines"},
	{"multipass lxc incus limactl colima minikube kind k3d", withoutState(hasSubcommand("delete", "purge", "cluster delete", "delete cluster")), "removes virtual machines"},
	{"btrfs", withoutState(hasSubcommand("subvolume delete", "device remove", "filesystem resize")), "overwrites disks or files permanently"},
	{"curl wget http https xh nc ncat", withoutState(sendsSecrets), "sends a file with secrets"},
	{"cat head tail less more bat batcat base64 base32 xxd od hexdump strings nl tac", withoutState(printsSecrets), "prints a file with secrets"},
	{"rails rake php artisan symfony console prisma sequelize alembic flyway", withoutState(hasAny("db:drop", "db:reset", "db:purge", "migrate:fresh", "migrate:reset", "db:wipe", "reset", "db:migrate:undo:all", "clean", "doctrine:database:drop", "doctrine:schema:drop")), "removes a database"},
	{"nc ncat netcat", withoutState(func(args []string) bool { return hasFlag(args, "ec", "--exec") || slices.Contains(args, "--sh-exec") }), "gives other machines a shell"},
	{"socat", withoutState(hasTextFold("exec:", "system:")), "gives other machines a shell"},
	{"history", withoutState(func(args []string) bool { return hasFlag(args, "c", "") }), "removes the history of commands"},
	{"source .", withoutState(sourcesUnknown), unknownScript},
	{shell.Shells, withoutState(runsUnknownFile), unknownScript},
	{interpreters, withoutState(runsUnknownFile), unknownScript},
}

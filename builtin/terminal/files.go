package terminal

import (
	"path"
	"strings"
)

// harmlessDevices are the devices that a command may write to.
var harmlessDevices = map[string]bool{
	"/dev/null": true, "/dev/zero": true, "/dev/full": true, "/dev/tty": true, "/dev/stdin": true, "/dev/stdout": true, "/dev/stderr": true,
}

// isDevice reports whether a path is another device, or a file that controls the
// system.
func isDevice(name string) bool {
	clean := path.Clean(name)
	return strings.HasPrefix(clean, "/dev/") && !harmlessDevices[clean] && !strings.HasPrefix(clean, "/dev/fd/") && !strings.HasPrefix(clean, "/dev/shm/") ||
		clean == "/proc/sysrq-trigger" || strings.HasPrefix(clean, "/sys/")
}

// secretFiles are files and directories with keys, passwords or the history of
// commands.
var secretFiles = []string{
	"~/.ssh", "~/.gnupg", "~/.netrc", "~/.pgpass", "~/.aws/credentials", "~/.kube/config", "~/.docker/config.json", "~/.npmrc",
	"~/.pypirc", "~/.git-credentials", "~/.config/gh/hosts.yml", "~/.bash_history", "~/.zsh_history", "~/.psql_history",
	"~/.mysql_history", "/etc/shadow", "/etc/sudoers",
}

// accessDanger returns the danger of a word that names a secret file. It is empty
// for other words.
func accessDanger(word string) string {
	name := abbreviateHome(word)
	for _, secret := range secretFiles {
		if name == secret || strings.HasPrefix(name, secret+"/") {
			return "accesses " + secret + ", which holds secrets"
		}
	}
	return ""
}

// abbreviateHome returns the path in a word with "~" in place of a home
// directory. The word may be --file=PATH, if=PATH or @PATH.
func abbreviateHome(word string) string {
	if _, value, ok := strings.Cut(word, "="); ok {
		word = value
	}
	word = strings.TrimPrefix(word, "@")
	parts := strings.SplitN(path.Clean(word), "/", 4)
	switch {
	case len(parts) == 4 && parts[0] == "" && (parts[1] == "home" || parts[1] == "Users"):
		return "~/" + parts[3]
	case len(parts) > 2 && parts[0] == "" && parts[1] == "root":
		return "~/" + strings.Join(parts[2:], "/")
	}
	return path.Clean(word)
}

// configuration are the beginnings of the paths of files that configure or start
// other programs.
var configuration = []string{
	"/etc/", "/boot/", "/usr/", "/bin/", "/sbin/", "/lib/", "~/.bashrc", "~/.profile", "~/.bash_profile", "~/.zshrc", "~/.zshenv",
	"~/.gitconfig", "~/.config/", ".git/",
}

// writeDanger returns the danger of writing to a file. It is empty for most
// files.
func writeDanger(target string) string {
	if isDevice(target) {
		return "writes to the device " + excerptOf(target)
	}
	name := abbreviateHome(target)
	for _, prefix := range configuration {
		if strings.HasPrefix(name+"/", prefix) || strings.HasPrefix(name, prefix) {
			return "overwrites " + excerptOf(name) + ", which other programs use"
		}
	}
	return accessDanger(target)
}

// writtenFiles are functions that return the files in the arguments of a program
// that writes to them, by the name of the program.
var writtenFiles = map[string]func(args []string) []string{
	"tee":      allOf,
	"truncate": allOf,
	"mv":       allOf,
	"cp":       destination,
	"install":  destination,
	"ln":       destination,
	"rsync":    destination,
	"sed": func(args []string) []string {
		if hasFlag(args, "i", "--in-place") {
			return args
		}
		return nil
	},
}

// allOf returns all arguments.
func allOf(args []string) []string { return args }

// destination returns the last argument, and the directory after -t.
func destination(args []string) []string {
	return append(optionValue(args, "-t", "--target-directory"), lastOf(args))
}

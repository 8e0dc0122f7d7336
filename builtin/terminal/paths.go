package terminal

import (
	"path"
	"strings"
)

// broad are directories that hold much more than one thing. "~" is a home.
var broad = map[string]bool{
	"/": true, "~": true, ".": true, "..": true, ".git": true, "/bin": true, "/boot": true, "/dev": true, "/etc": true,
	"/home": true, "/lib": true, "/lib64": true, "/media": true, "/mnt": true, "/opt": true, "/proc": true, "/root": true,
	"/run": true, "/sbin": true, "/srv": true, "/sys": true, "/usr": true, "/usr/bin": true, "/usr/lib": true,
	"/usr/local": true, "/var": true, "/var/lib": true, "/Users": true, "/System": true, "/Library": true, "/Applications": true,
	"/tmp": true, "C:": true,
}

// isBroad reports whether a path names one of them, or all that is in one. An
// unknown part may be empty: "$dir/" may be "/", while "$dir" alone is at worst
// nothing.
func isBroad(written string) bool {
	if written == unknown || written == "" || strings.HasPrefix(written, "-") {
		return false
	}
	name := strings.ReplaceAll(written, unknown, "")
	for {
		trimmed := strings.TrimSuffix(name, "/")
		directory, last := path.Split(trimmed)
		if !isAll(directory, last) {
			break
		}
		if name = directory; name == "" {
			return true
		}
	}
	clean := path.Clean(name)
	if strings.HasPrefix(clean, "~") && !strings.Contains(clean, "/") {
		return true
	}
	return broad[clean] || isHome(clean) || strings.Trim(clean, "./") == "" && strings.HasPrefix(clean, "..")
}

// everything are patterns for all names, or nearly all.
const everything = "* .* .[!.]* {*,.*} ** ?* .??* {,.}* [a-z]* [A-Z]* [a-zA-Z]*"

// isAll reports whether a name stands for all that is in a directory, or for
// anything that is in one of the system or in a home.
func isAll(directory, name string) bool {
	if isWord(everything, name) {
		return true
	}
	clean := path.Clean(directory)
	return strings.ContainsAny(name, "*?[{") && broad[clean] && clean != "/tmp" && strings.ContainsAny(clean[:1], "/~")
}

// isHome reports whether a path is the home of a user.
func isHome(name string) bool {
	directory, user := path.Split(name)
	return user != "" && (directory == "/home/" || directory == "/Users/")
}

// isHere reports whether a path is the directory itself.
func isHere(name string) bool { return path.Clean(name) == "." }

// harmless are the devices that may be written to.
var harmless = map[string]bool{
	"/dev/null": true, "/dev/zero": true, "/dev/full": true, "/dev/tty": true, "/dev/stdin": true, "/dev/stdout": true, "/dev/stderr": true,
}

// isDevice reports whether a path is a device that should not be written to.
func isDevice(name string) bool {
	clean := path.Clean(name)
	return strings.HasPrefix(clean, "/dev/") && !harmless[clean] && !strings.HasPrefix(clean, "/dev/fd/") && !strings.HasPrefix(clean, "/dev/shm/") ||
		clean == "/proc/sysrq-trigger" || strings.HasPrefix(clean, "/sys/")
}

// secrets are files with keys and what they give away, below a home.
var secrets = []string{
	"~/.ssh", "~/.gnupg", "~/.netrc", "~/.pgpass", "~/.aws/credentials", "~/.kube/config", "~/.docker/config.json", "~/.npmrc",
	"~/.pypirc", "~/.git-credentials", "~/.config/gh/hosts.yml", "~/.bash_history", "~/.zsh_history", "~/.psql_history",
	"~/.mysql_history", "/etc/shadow", "/etc/sudoers",
}

// touches is the danger of a word that names such a file; empty for others.
func touches(word string) string {
	name := homeless(word)
	for _, secret := range secrets {
		if name == secret || strings.HasPrefix(name, secret+"/") {
			return "touches " + secret + ", which holds secrets"
		}
	}
	return ""
}

// homeless is a path in which the usual homes are "~".
func homeless(word string) string {
	if _, value, ok := strings.Cut(word, "="); ok {
		word = value // --file=PATH, if=PATH
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

// startup are files that run by themselves or say who may do what.
var startup = []string{
	"/etc/", "/boot/", "/usr/", "/bin/", "/sbin/", "/lib/", "~/.bashrc", "~/.profile", "~/.bash_profile", "~/.zshrc", "~/.zshenv",
	"~/.gitconfig", "~/.config/", ".git/",
}

// overwrites is the danger of writing to a file; empty for most.
func overwrites(target string) string {
	if isDevice(target) {
		return "writes to the device " + excerptOf(target)
	}
	name := homeless(target)
	for _, prefix := range startup {
		if strings.HasPrefix(name+"/", prefix) || strings.HasPrefix(name, prefix) {
			return "overwrites " + excerptOf(name) + ", which others go by"
		}
	}
	return touches(target)
}

// writers give the files in the arguments of programs that write to them.
var writers = map[string]func(args []string) []string{
	"tee":      itself,
	"truncate": itself,
	"mv":       itself,
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

func itself(args []string) []string { return args }

// destination is the last argument, or the directory behind -t.
func destination(args []string) []string {
	return append(optionValue(args, "-t", "--target-directory"), last(args))
}

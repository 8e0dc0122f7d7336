package terminal

import (
	"path"
	"strings"
)

// harmlessDevices are the devices that a command may write to.
var harmlessDevices = map[string]bool{
	"/dev/null": true, "/dev/zero": true, "/dev/full": true, "/dev/tty": true, "/dev/stdin": true, "/dev/stdout": true, "/dev/stderr": true,
	"/proc/self/fd/1": true, "/proc/self/fd/2": true,
}

// isHarmlessDevice reports whether a command may write to a path because it is
// a device without data, or a file that is open already.
func isHarmlessDevice(name string) bool {
	return harmlessDevices[name] || strings.HasPrefix(name, "/dev/fd/")
}

// isDevice reports whether a path is another device, or a file that controls the
// system.
func isDevice(name string) bool {
	clean := path.Clean(name)
	return strings.HasPrefix(clean, "/dev/") && !isHarmlessDevice(clean) && !strings.HasPrefix(clean, "/dev/shm/") ||
		clean == "/proc/sysrq-trigger" || strings.HasPrefix(clean, "/sys/")
}

// secretFiles are files and directories in the home directory, or absolute
// paths, with keys, passwords or the history of commands.
var secretFiles = []string{
	"/~/.ssh", "/~/.gnupg", "/~/.netrc", "/~/.pgpass", "/~/.aws/credentials", "/~/.kube/config", "/~/.docker/config.json", "/~/.npmrc",
	"/~/.pypirc", "/~/.git-credentials", "/~/.config/gh/hosts.yml", "/~/.bash_history", "/~/.zsh_history", "/~/.psql_history",
	"/~/.mysql_history", "/~/.claude/.credentials.json", "/~/.codex/auth.json", "/~/.config/sops", "/~/.config/gcloud", "/~/.azure",
	"/~/.cargo/credentials", "/~/.cargo/credentials.toml", "/~/.gem/credentials", "/~/.vault-token", "/~/.terraform.d/credentials.tfrc.json",
	"/etc/shadow", "/etc/gshadow", "/etc/sudoers",
}

// accessDanger returns the danger of a word that names a secret file. It is empty
// for other words. The word may be --file=PATH, if=PATH, @PATH or PATH:PATH.
func (s *state) accessDanger(word string) string {
	parts := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune("=:,", r) })
	for _, each := range append(parts[:min(len(parts), 8)], word) {
		name := s.resolve(strings.TrimPrefix(each, "@"))
		if !strings.HasPrefix(name, "/") {
			continue
		}
		if isBelow(name, "/proc") && path.Base(name) == "environ" {
			return "accesses the environment of a process, which can hold secrets"
		}
		for _, secret := range secretFiles {
			if isBelow(name, secret) {
				return "accesses " + showPath(secret) + ", which holds secrets"
			}
		}
	}
	return ""
}

// isBelow reports whether a path, which may be a pattern, is a file or is in the
// directory of that name.
func isBelow(name, directory string) bool {
	if name == directory || strings.HasPrefix(name, directory+"/") {
		return true
	}
	if !strings.ContainsAny(name, "*?[") {
		return false
	}
	patterns, parts := strings.Split(name, "/"), strings.Split(directory, "/")
	if len(patterns) < len(parts) {
		return false
	}
	for n, part := range parts {
		pattern := patterns[n]
		isHidden := strings.HasPrefix(part, ".") && !strings.HasPrefix(pattern, ".")
		if ok, err := path.Match(pattern, part); err != nil || !ok || isHidden {
			return false
		}
	}
	return true
}

// configuration are the beginnings of the paths of files that configure or start
// other programs.
var configuration = []string{
	"/etc/", "/boot/", "/usr/", "/bin/", "/sbin/", "/lib/", "/~/.bashrc", "/~/.profile", "/~/.bash_profile", "/~/.zshrc", "/~/.zshenv",
	"/~/.gitconfig", "/~/.config/", ".git/",
}

// The dangers of changes outside of the working directory.
const (
	writeDanger  = "writes outside of the working directory"
	removeDanger = "removes files outside of the working directory"
	modeDanger   = "changes permissions outside of the working directory"
)

// inspectWrite inspects the path of a file that a command changes. The danger
// says what happens to a file outside of the working directory.
func (i *inspector) inspectWrite(target, danger string, s *state) {
	if target == "" || target == "-" {
		return
	}
	for _, each := range expandBraces(target) {
		i.inspectTarget(each, danger, s)
	}
}

// inspectTarget inspects a path without braces.
func (i *inspector) inspectTarget(target, danger string, s *state) {
	name := i.followLinks(s.resolve(target))
	switch {
	case name == unknown:
		verb, _, _ := strings.Cut(danger, " outside")
		i.add(verb + " in a place that is known only when it runs: " + excerptOf(target))
	case isHarmlessDevice(name), isTemporary(name), name == "/tmp", name == "/var/tmp":
	case isDevice(name):
		i.add("writes to the device " + excerptOf(name))
	default:
		i.add(i.pathDanger(name, danger, s))
	}
}

// pathDanger returns the danger of a change of a resolved path. It is empty in
// the working directory.
func (i *inspector) pathDanger(name, danger string, s *state) string {
	if secret := s.accessDanger("/" + strings.TrimPrefix(name, "/")); secret != "" && strings.HasPrefix(name, "/") {
		return secret
	}
	if strings.HasPrefix(name, ".git/") && strings.HasSuffix(name, ".lock") {
		return ""
	}
	for _, prefix := range configuration {
		if strings.HasPrefix(name+"/", prefix) || strings.HasPrefix(name, prefix) {
			return "overwrites " + showPath(name) + ", which other programs use"
		}
	}
	if isOutside(name) {
		return danger + ": " + showPath(name)
	}
	return ""
}

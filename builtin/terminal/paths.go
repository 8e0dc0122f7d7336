package terminal

import (
	"path"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// protectedDirectories are the directories of a system, home directories, the working
// directory and those above it: a call should not remove them. "~" is a home
// directory.
var protectedDirectories = map[string]bool{
	"/": true, "~": true, ".": true, "..": true, ".git": true, "/bin": true, "/boot": true, "/dev": true, "/etc": true,
	"/home": true, "/lib": true, "/lib64": true, "/media": true, "/mnt": true, "/opt": true, "/proc": true, "/root": true,
	"/run": true, "/sbin": true, "/srv": true, "/sys": true, "/usr": true, "/usr/bin": true, "/usr/lib": true,
	"/usr/local": true, "/var": true, "/var/lib": true, "/Users": true, "/System": true, "/Library": true, "/Applications": true,
	"/tmp": true, "C:": true,
}

// isProtected reports whether a path is one of the protected directories, or a pattern
// for everything in one. An unknown part may be empty: "$dir/" may be "/". A
// path that is unknown as a whole is not protected.
func isProtected(argument string) bool {
	if argument == unknown || argument == "" || strings.HasPrefix(argument, "-") {
		return false
	}
	name := strings.ReplaceAll(argument, unknown, "")
	for {
		trimmed := strings.TrimSuffix(name, "/")
		directory, last := path.Split(trimmed)
		if !matchesEverything(directory, last) {
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
	return protectedDirectories[clean] || isHome(clean) || strings.Trim(clean, "./") == "" && strings.HasPrefix(clean, "..")
}

// generalPatterns are patterns for all or almost all names in a directory.
const generalPatterns = "* .* .[!.]* {*,.*} ** ?* .??* {,.}* [a-z]* [A-Z]* [a-zA-Z]*"

// matchesEverything reports whether a name is a pattern for everything in a
// directory, or any pattern in a system directory or a home directory.
func matchesEverything(directory, name string) bool {
	if shell.ContainsWord(generalPatterns, name) {
		return true
	}
	clean := path.Clean(directory)
	return strings.ContainsAny(name, "*?[{") && protectedDirectories[clean] && clean != "/tmp" && strings.ContainsAny(clean[:1], "/~")
}

// isHome reports whether a path is the home directory of a user.
func isHome(name string) bool {
	directory, user := path.Split(name)
	return user != "" && (directory == "/home/" || directory == "/Users/")
}

// isWorkingDirectory reports whether a path is the working directory.
func isWorkingDirectory(name string) bool { return path.Clean(name) == "." }

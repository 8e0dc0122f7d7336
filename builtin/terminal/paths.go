package terminal

import (
	"path"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// protectedDirectories are the directories of a system and the repository: a
// call should not remove them.
var protectedDirectories = map[string]bool{
	"/": true, ".git": true, "/bin": true, "/boot": true, "/dev": true, "/etc": true,
	"/home": true, "/lib": true, "/lib64": true, "/media": true, "/mnt": true, "/opt": true, "/proc": true, "/root": true,
	"/run": true, "/sbin": true, "/srv": true, "/sys": true, "/usr": true, "/usr/bin": true, "/usr/lib": true,
	"/usr/local": true, "/var": true, "/var/lib": true, "/Users": true, "/System": true, "/Library": true, "/Applications": true,
	"/tmp": true, "/var/tmp": true, "C:": true,
}

// isProtected reports whether an argument is one of the protected directories, a
// home directory, the working directory or one above it, or a pattern for
// everything in one. An unknown part may be empty: "$dir/" may be "/". A path
// that is unknown as a whole is not protected.
func (s *state) isProtected(argument string) bool {
	if argument == unknown || argument == "" || strings.HasPrefix(argument, "-") {
		return false
	}
	name := removePlaceholders(strings.ReplaceAll(argument, unknownName, "x"))
	if strings.HasPrefix(argument, "./"+unknownNonEmpty) {
		name = strings.ReplaceAll(argument, unknownNonEmpty, "x")
	}
	for {
		trimmed := strings.TrimSuffix(name, "/")
		directory, last := path.Split(trimmed)
		if !s.matchesEverything(directory, last) {
			break
		}
		if name = directory; name == "" {
			name = "."
			break
		}
	}
	return s.isProtectedPath(s.resolve(name))
}

// isProtectedPath reports whether a resolved path is protected.
func (s *state) isProtectedPath(name string) bool {
	isAbove := strings.Trim(name, "./") == "" && strings.HasPrefix(name, "..") || name == "."
	isStart := strings.HasPrefix(s.start+"/", name+"/")
	return protectedDirectories[name] || isAbove || isStart || isHome(name)
}

// isHome reports whether a resolved path is the home directory of a user.
func isHome(name string) bool {
	return strings.HasPrefix(name, home) && !strings.Contains(name[1:], "/")
}

// generalPatterns are patterns for all or almost all names in a directory.
const generalPatterns = "* .* .[!.]* {*,.*} ** ?* .??* {,.}* [a-z]* [A-Z]* [a-zA-Z]* ./* [!.]* *.* ??*"

// matchesEverything reports whether a name is a pattern for everything in a
// directory, or any pattern in a system directory or a home directory.
func (s *state) matchesEverything(directory, name string) bool {
	if shell.ContainsWord(generalPatterns, name) {
		return true
	}
	clean := s.resolve(directory)
	return strings.ContainsAny(name, "*?[{") && strings.HasPrefix(clean, "/") && s.isProtectedPath(clean) && !isTemporary(clean+"/")
}

// temporaryDirectories are the directories in which every command may write.
var temporaryDirectories = []string{"/tmp/", "/var/tmp/", "/private/tmp/", "/dev/shm/"}

// isTemporary reports whether a resolved path is in a directory for temporary
// files.
func isTemporary(name string) bool {
	for _, prefix := range temporaryDirectories {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// isOutside reports whether a resolved path is not in the working directory.
func isOutside(name string) bool {
	return name == ".." || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/") && !isTemporary(name)
}

// isWorkingDirectory reports whether a path is the current directory.
func isWorkingDirectory(name string) bool { return path.Clean(name) == "." }

// maxBraces is the maximum number of words into which braces are expanded.
const maxBraces = 32

// expandBraces returns the words of a word with braces, such as a{b,c}.
func expandBraces(word string) []string {
	words := []string{word}
	for n := 0; n < len(words) && len(words) < maxBraces; n++ {
		before, inner, after, ok := cutBraces(words[n])
		if !ok {
			continue
		}
		for at, each := range inner {
			if at == 0 {
				words[n] = before + each + after
			} else {
				words = append(words, before+each+after)
			}
		}
		n--
	}
	return words
}

// cutBraces returns the alternatives of the first braces in a word.
func cutBraces(word string) (before string, inner []string, after string, ok bool) {
	start := strings.IndexByte(word, '{')
	if start < 0 {
		return "", nil, "", false
	}
	depth, begin := 0, start+1
	for at := start; at < len(word); at++ {
		switch word[at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				inner = append(inner, word[begin:at])
				return word[:start], inner, word[at+1:], len(inner) > 1
			}
		case ',':
			if depth == 1 {
				inner = append(inner, word[begin:at])
				begin = at + 1
			}
		}
	}
	return "", nil, "", false
}

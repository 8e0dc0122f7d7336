package terminal

import (
	"slices"
	"strings"
)

// caches are directories in the home directory whose files programs download
// again.
var caches = []string{
	"/~/.cache", "/~/.m2", "/~/.gradle", "/~/.npm", "/~/.cargo/registry", "/~/.cargo/git", "/~/go/pkg", "/~/.ivy2", "/~/.pnpm-store", "/~/.yarn",
	"/~/.nuget", "/~/.composer", "/~/.local/share/pnpm", "/~/.bun", "/~/.terraform.d/plugin-cache", "/~/.conan2", "/~/.hex", "/~/.mix",
}

// mountsOutside reports whether a container gets a directory that is not in the
// working directory: the home directory, one above the working directory, or
// another one. It may read one directory of the system. Caches are harmless.
func mountsOutside(s *state, args []string) bool {
	p := parseOptions(args, "-v --volume --mount -B --bind")
	for _, volume := range p.values("-v --volume -B --bind") {
		source, rest, ok := strings.Cut(volume, ":")
		if ok && s.isVolumeOutside(source, isReadOnly(rest)) {
			return true
		}
	}
	for _, mount := range p.values("--mount") {
		for option := range strings.SplitSeq(mount, ",") {
			key, source, _ := strings.Cut(option, "=")
			if (key == "source" || key == "src") && s.isVolumeOutside(source, strings.Contains(mount, "readonly") || strings.Contains(mount, "ro=true")) {
				return true
			}
		}
	}
	return false
}

// isReadOnly reports whether the text after the source of a volume has the option
// ro.
func isReadOnly(rest string) bool {
	_, options, _ := strings.Cut(rest, ":")
	return slices.Contains(strings.Split(options, ","), "ro")
}

// isVolumeOutside reports whether the source of a volume is a file or directory
// that a container should not get. The name of a volume is no path.
func (s *state) isVolumeOutside(source string, isReadOnly bool) bool {
	if !strings.ContainsAny(source, "/~."+unknown+unknownNonEmpty) || source == "" {
		return false
	}
	name := s.resolve(source)
	switch {
	case strings.HasSuffix(name, ".sock") && strings.HasPrefix(name, "/"), s.accessDanger(source) != "":
		return true
	case name == unknown:
		return true
	case isReadOnly && !isHome(name) && name != "/" && name != "/root" && name != "/etc" && !strings.Contains(name, ".."):
		return false
	case slices.ContainsFunc(caches, func(cache string) bool { return isBelow(name, cache) }):
		return false
	}
	return isOutside(name)
}

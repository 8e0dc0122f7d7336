package process

import (
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
)

// inheritedVariables are the variables of the application that every program gets. They are listed by name,
// because a variable with the prefix LC_ can contain anything: sshd accepts all of them from clients.
var inheritedVariables = []string{
	"LANG", "LANGUAGE", "LC_ADDRESS", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION", "LC_MEASUREMENT",
	"LC_MESSAGES", "LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME", "TZ",
}

// inheritedOnWindows are the additional variables that most programs need on Windows.
var inheritedOnWindows = []string{"COMSPEC", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "WINDIR"}

// environment returns the variables of a program. Later entries replace earlier ones. The caller
// has checked the additions of the tool.
func (b *Backend) environment(home, dir string, additions []string) []string {
	variables := map[string]string{"PATH": strings.Join(b.path, string(os.PathListSeparator)), "HOME": home, "TERM": "dumb"}
	names := append(slices.Clone(inheritedVariables), b.options.PassEnv...)
	if runtime.GOOS == "windows" {
		names = append(names, inheritedOnWindows...)
		variables["USERPROFILE"] = home
	}
	for _, name := range names {
		if value, ok := os.LookupEnv(name); ok {
			variables[name] = value
		}
	}
	for _, variable := range append(slices.Clone(b.options.Env), additions...) {
		name, value, _ := strings.Cut(variable, "=")
		variables[name] = value
	}
	variables["PWD"] = dir
	list := make([]string, 0, len(variables))
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		list = append(list, name+"="+variables[name])
	}
	return list
}

// checkAdditions refuses variables that are not valid or that would make another program run than
// the declared one.
func (b *Backend) checkAdditions(additions []string) error {
	for _, variable := range additions {
		name, value, ok := strings.Cut(variable, "=")
		switch {
		case !ok || !isVariableName(name):
			return deny("the variable %q is refused: expected KEY=value with a name of letters, digits and underscores", shorten(name))
		case strings.ContainsRune(value, 0):
			return deny("the variable %s is refused: its value contains a NUL character", shorten(name))
		case slices.Contains(b.options.AllowEnv, name):
			continue
		}
		if reason := refusalReason(name); reason != "" {
			return deny("the variable %s is refused: it %s", shorten(name), reason)
		}
	}
	return nil
}

// isVariableName reports whether a text is a portable name of an environment variable.
func isVariableName(name string) bool {
	other := func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	return name != "" && (name[0] < '0' || name[0] > '9') && !strings.ContainsFunc(name, other)
}

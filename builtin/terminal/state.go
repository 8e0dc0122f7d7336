package terminal

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// state is what is known about a shell before a command: its directory, its
// variables and its positional parameters.
type state struct {
	// dir is the directory of the shell: relative to the working directory of the
	// call, absolute, or unknown. The home directory is home.
	dir, previousDir string
	// start is the directory in which the call starts, and root is its absolute
	// path, if the call names it so.
	start, root string
	// stack are the directories that pushd saved.
	stack []string
	// vars are the values of the variables that the script sets. They may have
	// placeholders.
	vars map[string]string
	// exported are the variables that other programs get.
	exported map[string]bool
	// params are the positional parameters.
	params []string
	// traps are the scripts that run at the end of the shell or at a signal.
	traps []string
	// stdin is the redirection by which exec replaced the standard input; nil if none did.
	stdin *syntax.Redirect
	// exitsOnError reports that a command that fails ends the script (set -e).
	exitsOnError bool
}

// newState returns the state of a shell that starts in a directory, which is in
// the working directory. The directories above an absolute one are unknown.
func newState(dir string) *state {
	s := &state{dir: path.Clean(dir), previousDir: unknown, vars: map[string]string{}, exported: map[string]bool{}}
	if path.IsAbs(dir) {
		s.root, s.dir = s.dir, "."
	}
	s.start = s.dir
	return s
}

// clone returns an independent copy.
func (s *state) clone() *state {
	c := *s
	c.stack, c.params, c.traps = slices.Clone(s.stack), slices.Clone(s.params), slices.Clone(s.traps)
	c.vars, c.exported = maps.Clone(s.vars), maps.Clone(s.exported)
	return &c
}

// equal reports whether the states are the same.
func (s *state) equal(other *state) bool {
	return s.dir == other.dir && s.previousDir == other.previousDir && s.exitsOnError == other.exitsOnError && s.stdin == other.stdin &&
		slices.Equal(s.stack, other.stack) && slices.Equal(s.params, other.params) && slices.Equal(s.traps, other.traps) && maps.Equal(s.vars, other.vars)
}

// child returns the state in which a shell starts that this shell starts as a
// program. It has the exported variables only.
func (s *state) child() *state {
	c := newState(".")
	c.dir, c.previousDir, c.start, c.root, c.stdin = s.dir, s.previousDir, s.start, s.root, s.stdin
	for name := range s.exported {
		c.vars[name], c.exported[name] = s.vars[name], true
	}
	return c
}

// in returns a copy of the state in another directory.
func (s *state) in(dir string) *state {
	c := s.clone()
	c.changeDir(dir)
	return c
}

// changeDir sets the directory to one that is named relative to the current one.
func (s *state) changeDir(dir string) {
	s.previousDir, s.dir = s.dir, s.resolve(dir)
	if len(s.dir) > maxValue {
		s.dir = unknown
	}
}

// set sets a variable. A value that is too long is unknown.
func (s *state) set(name, value string) {
	if len(value) > maxValue {
		value = unknown
	}
	s.vars[name] = value
}

// merge makes everything unknown that differs from another state.
func (s *state) merge(other *state) {
	if s.dir != other.dir {
		s.dir = unknown
	}
	if s.previousDir != other.previousDir {
		s.previousDir = unknown
	}
	if !slices.Equal(s.params, other.params) {
		s.params = []string{unknown}
	}
	s.exitsOnError = s.exitsOnError && other.exitsOnError
	s.stdin = cmp.Or(s.stdin, other.stdin)
	for name, value := range other.vars {
		if own, ok := s.vars[name]; !ok || own != value {
			s.vars[name] = unknown
		}
	}
	for name := range s.vars {
		if _, ok := other.vars[name]; !ok {
			s.vars[name] = unknown
		}
	}
	maps.Copy(s.exported, other.exported)
	for _, trap := range other.traps {
		s.addTrap(trap)
	}
}

// addTrap adds a script that runs at the end of the shell.
func (s *state) addTrap(script string) {
	if !slices.Contains(s.traps, script) {
		s.traps = append(s.traps, script)
	}
}

// maxStates is the maximum number of states that are tracked for one command.
// More states are merged.
const maxStates = 6

// union returns the different states of the lists.
func (i *inspector) union(lists ...[]*state) (all []*state) {
	for _, list := range lists {
		for _, s := range list {
			i.spend(1 + len(s.vars))
			if slices.ContainsFunc(all, func(each *state) bool { return each == s || each.equal(s) }) {
				continue
			}
			if len(all) == maxStates {
				all[0].merge(s)
				continue
			}
			all = append(all, s)
		}
	}
	return all
}

// clones returns independent copies of the states.
func (i *inspector) clones(states []*state) []*state {
	copies := make([]*state, len(states))
	for n, s := range states {
		i.spend(1 + len(s.vars))
		copies[n] = s.clone()
	}
	return copies
}

// home is the home directory in paths that are resolved.
const home = "/~"

// homes are the beginnings of the paths of home directories.
var homes = []string{"/home/", "/Users/"}

// resolve returns the path of a file: relative to the working directory of the
// call, absolute, or unknown. A path in any home directory begins with home.
func (s *state) resolve(name string) string {
	switch {
	case strings.HasPrefix(name, "~"):
		user, rest, _ := strings.Cut(name, "/")
		if value, ok := s.vars["HOME"]; ok && user == "~" && !strings.HasPrefix(value, "~") {
			return s.resolve(value + "/" + rest)
		}
		return path.Clean("/" + name)
	case strings.HasPrefix(name, "/"):
		clean := path.Clean(name)
		if rest, ok := strings.CutPrefix(clean+"/", s.root+"/"); ok && s.root != "" {
			return path.Join(".", rest)
		}
		return abbreviateHome(clean)
	case strings.HasPrefix(name, unknown), strings.HasPrefix(name, unknownNonEmpty), strings.HasPrefix(s.dir, unknown):
		return unknown
	}
	return abbreviateHome(path.Join(s.dir, name))
}

// abbreviateHome returns an absolute path with home in place of the home
// directory of any user.
func abbreviateHome(name string) string {
	for _, prefix := range homes {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			_, rest, _ = strings.Cut(rest, "/")
			return path.Join(home, rest)
		}
	}
	if name == "/root" || strings.HasPrefix(name, "/root/") {
		return home + strings.TrimPrefix(name, "/root")
	}
	return name
}

// showPath returns a resolved path for messages.
func showPath(name string) string {
	if strings.HasPrefix(name, home) {
		name = name[1:]
	}
	return excerptOf(name)
}

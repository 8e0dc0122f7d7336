package reducers

import (
	"slices"
	"strings"
	"testing"
)

// allKinds returns each kind of programs.
func allKinds() (kinds []programKinds) {
	for kind := programKinds(1); kind <= unknown; kind <<= 1 {
		kinds = append(kinds, kind)
	}
	return kinds
}

// CommandsOfKinds returns a command line for each kind of programs with a row in
// programs.
func CommandsOfKinds() (commands []string) {
	for _, kind := range allKinds() {
		i := slices.IndexFunc(programs, func(p program) bool { return p.kinds&kind != 0 })
		if i >= 0 {
			sub, _, _ := strings.Cut(programs[i].subcommands, " ")
			commands = append(commands, strings.TrimSpace(programs[i].name+" "+sub))
		}
	}
	return commands
}

// TestKindsAreComplete checks that each kind of programs has a program and, unless its
// output has no form of its own, a marker.
func TestKindsAreComplete(t *testing.T) {
	for _, row := range programs {
		if row.kinds >= unknown<<1 {
			t.Errorf("%s has a kind after unknown: unknown must be the last constant of programKinds", row.name)
		}
	}
	for _, kind := range allKinds() {
		if !slices.ContainsFunc(programs, func(p program) bool { return p.kinds&kind != 0 }) {
			t.Errorf("no program has the kind %b: add its commands to programs in command.go", kind)
		}
		hasMarker := slices.ContainsFunc(markers, func(m outputMarker) bool { return m.kind == kind })
		if isMarked := kind != viewer && kind != fileText && kind != unknown; hasMarker != isMarked {
			t.Errorf("the kind %b has a marker: %t, want %t: see markers in detect.go", kind, hasMarker, isMarked)
		}
	}
}

// TestClassesHaveLabels checks that the lines of each class that are counted have names
// for the count.
func TestClassesHaveLabels(t *testing.T) {
	for c := uncounted + 1; c < classCount; c++ {
		if labels[c].one == "" || labels[c].many == "" {
			t.Errorf("class %d has no label: add it to labels in class.go", c)
		}
	}
}

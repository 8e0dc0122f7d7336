package load_test

import (
	"go/parser"
	"testing"

	"github.com/toolgen/toolgen/internal/gen/load"
)

func TestHasBuildConstraints(t *testing.T) {
	for _, test := range []struct {
		reason, name, source string
		want                 bool
	}{
		{"no constraint", "a.go", "package a", false},
		{"an operating system", "a_linux.go", "package a", true},
		{"an architecture", "a_arm64.go", "package a", true},
		{"both", "a_windows_amd64.go", "package a", true},
		{"a name that is only the operating system", "linux.go", "package a", false},
		{"another word", "a_tools.go", "package a", false},
		{"a constraint", "a.go", "// Copyright\n\n//go:build !windows\n\npackage a", true},
		{"a constraint with several tags", "a.go", "//go:build go1.20 && cgo\n\npackage a", true},
		{"only the version of Go", "a.go", "//go:build go1.20\n\npackage a", false},
		{"a comment after the package clause", "a.go", "package a\n\n//go:build windows\n", false},
		{"the old form, which Go ignores", "a.go", "// +build windows\n\npackage a", false},
	} {
		l := load.New(load.Config{})
		file, err := parser.ParseFile(l.Fset, test.name, test.source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.HasBuildConstraints(file); got != test.want {
			t.Errorf("%s: HasBuildConstraints = %t, want %t", test.reason, got, test.want)
		}
	}
}

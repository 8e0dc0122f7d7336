package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestExitCodes(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := writeModule(dir, repository); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("app.go", "// Package app answers.\npackage app\n\n// Ping answers.\n//\n//tool:register\nfunc Ping() string { return \"pong\" }\n")
	for _, test := range []struct {
		reason string
		args   []string
		want   int
	}{
		{"a missing generated file is a problem", []string{"check"}, exitProblem},
		{"generating succeeds", nil, exitOK},
		{"the generated file is up to date", []string{"check"}, exitOK},
		{"a pattern that matches nothing is a problem", []string{"./nowhere"}, exitProblem},
		{"an unknown flag is a failure", []string{"--unknown"}, exitFailure},
		{"an unknown tool is a failure", []string{"schema", "pong"}, exitFailure},
		{"an unknown dialect is a failure", []string{"schema", "--dialect", "klingon", "ping"}, exitFailure},
		{"help succeeds", []string{"--help"}, exitOK},
	} {
		var out, errs bytes.Buffer
		got := run(context.Background(), append([]string{"-C", dir}, test.args...), &streams{out: &out, err: &errs})
		if got != test.want {
			t.Errorf("%s: toolgen %v exits with %d, want %d\n%s%s", test.reason, test.args, got, test.want, &out, &errs)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/txtar"

	"github.com/toolgen/toolgen/internal/explain"
	"github.com/toolgen/toolgen/internal/gen/diag"
)

// withoutExample are the codes without an example, with the reason.
var withoutExample = map[diag.Code]string{
	diag.NameCollision:   "package extract reports it first, as TG1213",
	diag.UnusableKey:     "package extract reports it first, as TG1210",
	diag.UnusableDefault: "package extract reports it first, as TG1411",
	diag.UngeneratedFile: "it needs two modules; registry_dialects.txtar has the scenario",
	diag.EqualFold:       "not all systems have two such directories; case.txtar has the scenario",
}

// TestExplainExamples runs the examples of all pages: the wrong one reports its code,
// and the right one reports nothing.
func TestExplainExamples(t *testing.T) {
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	dir := t.TempDir()
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := writeModule(dir, repository); err != nil {
		t.Fatal(err)
	}
	steps := writeExamples(t, dir)
	found := diagnosticsIn(t, dir)
	for _, e := range diag.Explanations() {
		if (len(explain.Examples(e.Code)) == 0) != (withoutExample[e.Code] != "") {
			t.Errorf("%s: a page has an example, or a row in withoutExample", e.Code)
		}
		if len(explain.Examples(e.Code)) == 0 || steps[e.Code] {
			continue
		}
		code := strings.ToLower(string(e.Code))
		if !strings.Contains(found[code+"/wrong"], string(e.Code)) {
			t.Errorf("%s: the wrong example reports %q", e.Code, found[code+"/wrong"])
		}
		if got := strings.TrimSpace(found[code+"/right"]); got != "" {
			t.Errorf("%s: the right example reports %s", e.Code, got)
		}
	}
}

// TestExplainSteps runs the examples that are steps.
func TestExplainSteps(t *testing.T) {
	var files []string
	dir := t.TempDir()
	for _, e := range diag.Explanations() {
		for _, file := range explain.Examples(e.Code) {
			if file.Name == "wrong/steps" {
				name := filepath.Join(dir, string(e.Code)+".txtar")
				if err := os.WriteFile(name, stepsScript(e.Code), 0o600); err != nil {
					t.Fatal(err)
				}
				files = append(files, name)
			}
		}
	}
	if len(files) == 0 {
		t.Fatal("no example has steps")
	}
	testscript.Run(t, testscript.Params{Files: files, RequireExplicitExec: true, Setup: setup(t)})
}

// stepsScript returns a script that runs the steps of an example in directories with
// one tool.
func stepsScript(code diag.Code) []byte {
	archive := &txtar.Archive{Comment: []byte("[windows] skip 'steps are for the shell of Unix'\n" +
		"cd wrong\n! exec sh -e steps\nstderr " + string(code) + "\ncd $WORK/right\nexec sh -e steps\n! stderr .\n")}
	archive.Files = slices.Clone(explain.Examples(code))
	for _, side := range []string{"wrong", "right"} {
		archive.Files = append(archive.Files, txtar.File{
			Name: side + "/tools.go", Data: []byte("package tools\n\n// Ping answers.\n//\n//tool:register\nfunc Ping() {}\n"),
		})
	}
	return txtar.Format(archive)
}

// writeExamples writes the examples that are packages. It returns the codes whose
// examples are steps.
func writeExamples(t *testing.T, dir string) map[diag.Code]bool {
	t.Helper()
	steps := make(map[diag.Code]bool)
	for _, e := range diag.Explanations() {
		for _, file := range explain.Examples(e.Code) {
			if strings.HasSuffix(file.Name, "/steps") {
				steps[e.Code] = true
				continue
			}
			writeExample(t, filepath.Join(dir, strings.ToLower(string(e.Code)), filepath.FromSlash(file.Name)), file)
		}
	}
	return steps
}

// writeExample writes a file, with a package clause if it is Go without one.
func writeExample(t *testing.T, name string, file txtar.File) {
	t.Helper()
	text := string(file.Data)
	if strings.HasSuffix(name, ".go") && !strings.HasPrefix(text, "package ") && !strings.Contains(text, "\npackage ") {
		text = "package tools\n\n" + text
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// diagnosticsIn returns the diagnostics of all examples, by code and side. Generated
// files are missing, and no package has the request limits of all examples together.
func diagnosticsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := make(map[string]string)
	commands := [][]string{{"check", "./..."}, {"check", "./tg1611/wrong/..."}, {"check", "./tg1611/right/..."}}
	for _, name := range codesOf("TG18") {
		commands = append(commands, []string{"vet", "./" + name + "/wrong"}, []string{"vet", "./" + name + "/right"})
	}
	for _, command := range commands {
		var out, errs bytes.Buffer
		run(context.Background(), append([]string{"-C", dir, "--json", "--no-cache"}, command...), &streams{out: &out, err: &errs})
		var list []struct{ File, Code, Message string }
		if err := json.Unmarshal(out.Bytes(), &list); err != nil {
			t.Fatalf("%v\n%s%s", err, &out, &errs)
		}
		for _, d := range list {
			path, err := filepath.Rel(dir, d.File)
			parts := strings.Split(filepath.ToSlash(path), "/")
			if err != nil || len(parts) < 3 || d.Code == string(diag.MissingFile) || command[1] == "./..." && d.Code == string(diag.RequestLimit) {
				continue
			}
			found[parts[0]+"/"+parts[1]] += d.Code + " " + d.Message + "\n"
		}
	}
	return found
}

// codesOf returns the codes of an area in lower case.
func codesOf(area string) (names []string) {
	for _, e := range diag.Explanations() {
		if strings.HasPrefix(string(e.Code), area) {
			names = append(names, strings.ToLower(string(e.Code)))
		}
	}
	return names
}

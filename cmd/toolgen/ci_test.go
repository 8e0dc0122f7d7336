package main

import (
	"os"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v4"
)

// ciCommands are commands of scripts that take the shell commands out of the files for
// CI.
var ciCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"actionstep": actionStep,
	"hookentry":  hookEntry,
}

// actionStep writes the shell commands of a step of an action to a file.
func actionStep(ts *testscript.TestScript, _ bool, args []string) {
	var action struct {
		Runs struct {
			Using string
			Steps []struct{ Run, Shell string }
		}
	}
	readYAML(ts, args[0], &action)
	i, err := strconv.Atoi(args[1])
	ts.Check(err)
	if action.Runs.Using != "composite" || i >= len(action.Runs.Steps) || action.Runs.Steps[i].Shell != "bash" {
		ts.Fatalf("%s has no step %d for bash", args[0], i)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(action.Runs.Steps[i].Run+"\n"), 0o600))
}

// hookEntry writes the command of a hook of pre-commit to a file.
func hookEntry(ts *testscript.TestScript, _ bool, args []string) {
	var hooks []struct{ ID, Entry, Language string }
	readYAML(ts, args[0], &hooks)
	for _, hook := range hooks {
		if hook.ID == args[1] && hook.Language == "system" {
			ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(hook.Entry+"\n"), 0o600))
			return
		}
	}
	ts.Fatalf("%s has no hook %s", args[0], args[1])
}

func readYAML(ts *testscript.TestScript, name string, to any) {
	text, err := os.ReadFile(name)
	ts.Check(err)
	ts.Check(yaml.Unmarshal(text, to))
}

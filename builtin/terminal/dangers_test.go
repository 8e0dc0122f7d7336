package terminal_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/builtin/terminal"
	"github.com/toolgen/toolgen/internal/racetest"
)

func TestUndetectedCommands(t *testing.T) {
	for _, c := range undetected {
		if dangers := terminal.Dangers(c.command); dangers != nil {
			t.Errorf("%s: Dangers(%q) = %q: move it to the table destructive", c.reason, c.command, dangers)
		}
	}
}

func TestDestructiveCommands(t *testing.T) {
	for _, c := range destructive {
		if terminal.WhyDestructive(terminal.RunArgs{Command: c.command}) == "" {
			t.Errorf("%s: %q needs no approval", c.reason, c.command)
		}
	}
}

func TestHarmlessCommands(t *testing.T) {
	for _, c := range harmless {
		if dangers := terminal.Dangers(c.command); dangers != nil {
			t.Errorf("%s: %q: %q", c.reason, c.command, dangers)
		}
	}
}

// The tool accepts every command line of the tables.
func TestTablesAreValid(t *testing.T) {
	for _, table := range [][]testCommand{destructive, harmless} {
		for _, c := range table {
			if err := (terminal.RunArgs{Command: c.command}).Validate(); err != nil {
				t.Errorf("%s: %q: %v", c.reason, c.command, err)
			}
		}
	}
}

// expensiveCommands are command lines that are made to take much time.
func expensiveCommands() []string {
	doubling := "a0=xxxxxxxx;"
	for i := range 200 {
		doubling += "a" + strings.Repeat("b", i) + "c=$a0$a0$a0;"
	}
	exponential := `a="true";`
	for _, name := range []string{"b", "c", "d", "e", "f", "g", "h"} {
		previous := string(name[0] - 1)
		exponential += name + `="` + strings.Repeat(`eval \"$`+previous+`\";`, 60) + `";`
	}
	functions, assignments := "f0() { ls; }; ", ""
	for n := range 500 {
		functions += fmt.Sprintf("f%d() { f%d; f%d; }; ", n+1, n, n)
		assignments += fmt.Sprintf("v%d=x && ", n)
	}
	functions += "f500"
	assignments += strings.Repeat("cd x && ", 1000) + "ls"
	return []string{
		strings.Repeat("(", 16000) + ":" + strings.Repeat(")", 16000),
		strings.Repeat("$(echo $a ", 3000) + strings.Repeat(")", 3000),
		strings.Repeat("f() { f & ", 2500) + ":" + strings.Repeat("; }", 2500),
		strings.Repeat("python|", 4600) + "python",
		"a=" + strings.Repeat("x", 1000) + ";" + strings.Repeat("echo $a$a$a$a$a;", 1900),
		strings.Repeat("env ", 8000) + "x",
		strings.Repeat("sh -c '", 1) + strings.Repeat("x;", 16000) + "'",
		strings.Repeat("{a,b}", 6000),
		"echo {1..999999999}",
		strings.Repeat("<<A ", 8000),
		doubling, exponential + `eval "$h"`,
		strings.Repeat(`"$(`, 10000),
		strings.Repeat("for a in 1 2 3; do ", 30) + "cd x; rm y" + strings.Repeat("; done", 30),
		strings.Repeat("while cd x; do ", 60) + "cd y" + strings.Repeat("; done", 60),
		functions,
		assignments,
		"case $x in " + strings.Repeat("a) cd x;; ", 3000) + "esac",
		"x=$(echo a" + strings.Repeat(" | sort", 4000) + ")",
		"python3 -c 'system(" + strings.Repeat(`"sh -c \"ls /x\"",`, 1500) + ")'",
		"cd x" + strings.Repeat(" && cd x || cd y", 1800),
		"ls " + strings.Repeat("{a,b}", 100) + "; rm " + strings.Repeat("{a,b}", 3000),
		strings.Repeat("trap 'cd x' EXIT; ", 1700),
		strings.Repeat("ln -s /x y; ", 1000) + strings.Repeat("rm y/z; ", 1000),
	}
}

func TestExpensiveCommands(t *testing.T) {
	for i, command := range expensiveCommands() {
		if racetest.Enabled && i%4 > 0 {
			continue
		}
		if len(command) > 33000 {
			t.Errorf("command %d has %d bytes, more than the tool accepts", i, len(command))
		}
		began := time.Now()
		terminal.Dangers(command)
		t.Logf("%d: %v", i, time.Since(began))
		if took := time.Since(began); took > time.Minute { // an exponential time would be years
			t.Errorf("%d took %v: %.40q…", i, took, command)
		}
	}
}

func FuzzDangers(f *testing.F) {
	for _, table := range [][]testCommand{destructive, harmless} {
		for _, c := range table {
			f.Add(c.command)
		}
	}
	f.Fuzz(func(t *testing.T, command string) {
		timer := time.AfterFunc(4*time.Second, func() { panic(command) })
		defer timer.Stop()
		if len(command) > 32768 {
			return
		}
		args := terminal.RunArgs{Command: command}
		if args.Validate() != nil || strings.HasSuffix(command, `\`) {
			return // a backslash at the end joins the next line
		}
		// A destructive command line is destructive within another one.
		if terminal.WhyDestructive(args) == "" {
			return
		}
		for _, outer := range []string{"true\n" + command, "{ " + command + "\n}", "(" + command + "\n)", "if :; then " + command + "\nfi"} {
			wrapped := terminal.RunArgs{Command: outer}
			if wrapped.Validate() == nil && terminal.WhyDestructive(wrapped) == "" {
				t.Errorf("%q needs no approval", outer)
			}
		}
		if _, err := json.Marshal(terminal.Dangers(command)); err != nil {
			t.Error(err)
		}
	})
}

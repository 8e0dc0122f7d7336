package project

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime/capability"
)

// programName returns the name of the program of a command in texts.
func programName(words []string) string {
	if words[0] == "go" || words[0] == "cargo" {
		return strings.Join(words[:2], " ")
	}
	return linterOf(words)
}

// noteOutcome notes how a program ended. A program that failed without findings could not run,
// which is an error. Scripts of package.json may print findings in any form.
func (r *runner) noteOutcome(c command, words []string, output *listener, ended capability.Output) {
	name, outcome := programName(words), "failed"
	switch {
	case ended.TimedOut:
		outcome = "timed out"
	case ended.Signal != "":
		outcome = "was killed by " + ended.Signal
	case ended.ExitCode == 0:
		outcome = "passed"
	case output.found.isEmpty() && !output.ranNoTests && !strings.Contains(c.words, "{script:"):
		outcome = "could not run"
		output.found.add(Finding{Message: fmt.Sprintf("%s could not run: exit status %d\n%s", name, ended.ExitCode, output.found.output.String())})
	}
	r.outcomes = append(r.outcomes, name+" "+outcome)
}

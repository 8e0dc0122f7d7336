package project

import (
	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// The reasons of failures, in runtime.Result.Reason.
const (
	// ReasonTimeout: a command was ended at its timeout.
	ReasonTimeout = "TIMEOUT"
	// ReasonSignal: a signal ended a command.
	ReasonSignal = "SIGNAL"
	// ReasonMissing: no program or script was there to run.
	ReasonMissing = "NOTHING_RUN"
	// ReasonNoProject: the directory is in no project.
	ReasonNoProject = "NO_PROJECT"
	// ReasonBroken: the project's own configuration cannot be read, such as a
	// package.json that is no JSON.
	ReasonBroken = "BROKEN_CONFIGURATION"
)

// broken is the failure for a file of configuration that cannot be read.
func broken(name string, cause error) error {
	return texts.Failed(ReasonBroken, "dir", "%s is broken: %w; mend it first", names.Shown(name), cause)
}

package project

import (
	"github.com/toolgen/toolgen/builtin/internal/names"
	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// The reasons of failures, in runtime.Result.Reason.
const (
	// ReasonTimeout says that a command was ended at its timeout.
	ReasonTimeout = "TIMEOUT"
	// ReasonSignal says that a signal ended a command.
	ReasonSignal = "SIGNAL"
	// ReasonMissing says that there was no program or script to run.
	ReasonMissing = "NOTHING_RUN"
	// ReasonNoProject says that the directory is not in a project.
	ReasonNoProject = "NO_PROJECT"
	// ReasonBroken says that the configuration of the project cannot be read, such
	// as a package.json with invalid JSON.
	ReasonBroken = "BROKEN_CONFIGURATION"
)

// brokenConfig returns the error for a configuration file that cannot be read.
func brokenConfig(name string, cause error) error {
	return texts.Failure(ReasonBroken, "dir", "%s cannot be read: %w; fix the file first", names.Quoted(name), cause)
}

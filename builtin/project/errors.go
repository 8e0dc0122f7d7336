package project

import "github.com/toolgen/toolgen/runtime"

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

// inDir is the failure of a call whose directory is at fault.
func inDir(reason, format string, args ...any) error {
	err := runtime.Errorf(runtime.ExecutionFailed, format, args...)
	err.Field, err.Reason = "dir", reason
	return err
}

// broken is the failure for a file of configuration that cannot be read.
func broken(name string, cause error) error {
	return inDir(ReasonBroken, "%s is broken: %w; mend it first", name, cause)
}

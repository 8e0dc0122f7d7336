package search

import (
	"context"
	"errors"
)

// Stop is why a search or a list ended early.
type Stop string

// The reasons to stop. An empty one means that nothing was left out for one of them.
const (
	StoppedByResults Stop = "results"   // there are more matches than max_results
	StoppedByEntries Stop = "entries"   // there are more entries than a list shows
	StoppedBySize    Stop = "size"      // the texts found are too long together
	StoppedByFiles   Stop = "files"     // there are too many files
	StoppedByBytes   Stop = "bytes"     // too much was read
	StoppedByTime    Stop = "time"      // it took too long
	StoppedByCancel  Stop = "cancelled" // the call was cancelled
)

// Error makes a reason a cause.
func (s Stop) Error() string { return "stopped by " + string(s) }

// advice is what a model reads about each reason.
var advice = map[Stop]string{
	StoppedByResults: "there are more matches: narrow search_query, dir or glob, or raise max_results",
	StoppedByEntries: "there are more entries: narrow dir or glob, or lower depth",
	StoppedBySize:    "the rest does not fit into one result: narrow the call, or lower context_lines or depth",
	StoppedByFiles:   "there are too many files: narrow dir or glob",
	StoppedByBytes:   "there is too much to read: narrow dir or glob",
	StoppedByTime:    "it took too long: narrow dir or glob",
	StoppedByCancel:  "the call was cancelled",
}

// stopOf is what ended a search, from the cause of its context's end.
func stopOf(cause error) Stop {
	var stop Stop
	switch {
	case cause == nil, errors.As(cause, &stop):
		return stop
	case errors.Is(cause, context.DeadlineExceeded):
		return StoppedByTime
	}
	return StoppedByCancel
}

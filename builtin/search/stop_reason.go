package search

import (
	"context"
	"errors"
)

// StopReason is the reason why a search or a list ended early.
type StopReason string

// The reasons to stop. An empty reason means that the result is complete.
const (
	StoppedByResults StopReason = "results"   // there are more matches than max_results
	StoppedByEntries StopReason = "entries"   // there are more entries than a list shows
	StoppedBySize    StopReason = "size"      // the text of the result would be too long
	StoppedByFiles   StopReason = "files"     // there are too many files
	StoppedByBytes   StopReason = "bytes"     // too much was read
	StoppedByTime    StopReason = "time"      // the search took too long
	StoppedByCancel  StopReason = "cancelled" // the call was cancelled
)

// Error makes a reason usable as the cause of a context.
func (s StopReason) Error() string { return "stopped by " + string(s) }

// stopAdvice has the explanation and the advice for a model, for each reason.
var stopAdvice = map[StopReason]string{
	StoppedByResults: "there are more matches: narrow search_query, dir or glob, or increase max_results",
	StoppedByEntries: "there are more entries: narrow dir or glob, or decrease depth",
	StoppedBySize:    "the rest does not fit into one result: narrow the call, or decrease context_lines or depth",
	StoppedByFiles:   "there are too many files: narrow dir or glob",
	StoppedByBytes:   "there is too much to read: narrow dir or glob",
	StoppedByTime:    "it took too long: narrow dir or glob",
	StoppedByCancel:  "the call was cancelled",
}

// stopReason returns the reason for the cause of a context's end. It is empty
// if the context has not ended.
func stopReason(cause error) StopReason {
	var stop StopReason
	switch {
	case cause == nil, errors.As(cause, &stop):
		return stop
	case errors.Is(cause, context.DeadlineExceeded):
		return StoppedByTime
	}
	return StoppedByCancel
}

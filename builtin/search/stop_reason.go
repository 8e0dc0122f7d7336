package search

import (
	"context"
	"errors"
	"strconv"
	"strings"
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

// Error returns the reason. A reason is an error so that it can be the cause of
// a context.
func (s StopReason) Error() string { return "stopped by " + string(s) }

// stopExplanations has the explanation for a model, for each reason.
var stopExplanations = map[StopReason]string{
	StoppedByResults: "there are more matches",
	StoppedByEntries: "there are more entries",
	StoppedBySize:    "the rest does not fit into one result",
	StoppedByFiles:   "there are too many files",
	StoppedByBytes:   "there is too much to read",
	StoppedByTime:    "it took too long",
	StoppedByCancel:  "the call was cancelled",
}

// describe returns the text for a model: the reason, the location after which the
// result ended, and what the model can do.
func (s StopReason) describe(after location, advice []string) string {
	text := "stopped early by " + string(s)
	if after.path != "" {
		text += " after " + after.quoted()
	}
	text += ": " + stopExplanations[s]
	if last := len(advice) - 1; last > 0 {
		text += ": " + strings.Join(advice[:last], ", ") + ", or " + advice[last]
	} else if last == 0 {
		text += ": " + advice[0]
	}
	return text
}

// aloneAdvice is the advice if the result is shorter because of the other calls
// of the batch.
const aloneAdvice = "make this call alone, because the calls of a batch share the size of their results"

// stopAdvice returns what a model can do after a search that ended early. next
// is the location where it can continue. The advice names only arguments that can be changed.
func (a *Args) stopAdvice(reason StopReason, isShared bool, next string) []string {
	advice := []string{"narrow query, path or glob"}
	switch {
	case reason == StoppedByCancel:
		return nil
	case reason == StoppedByResults && a.MaxResults < maxMaxResults:
		advice = append(advice, "increase max_results")
	case reason == StoppedBySize && a.ContextLines > 0:
		advice = append(advice, "decrease context_lines")
	case reason == StoppedByFiles, reason == StoppedByBytes, reason == StoppedByTime:
		advice = []string{"narrow path or glob"}
	}
	if reason == StoppedBySize && isShared {
		advice = append(advice, aloneAdvice)
	}
	if next != "" {
		advice = append([]string{"continue with after " + strconv.Quote(next)}, advice...)
	}
	return advice
}

// stopAdvice returns what a model can do after a list that ended early. next is the
// location where the list can continue. unopened says how to list a directory that was
// not reached. The advice names only arguments that can be changed.
func (a *ListArgs) stopAdvice(reason StopReason, isShared bool, next, unopened string) []string {
	if reason == StoppedByCancel {
		return nil
	}
	advice := []string{"narrow path or glob"}
	if (reason == StoppedBySize || reason == StoppedByEntries) && a.Depth > 1 {
		advice = append(advice, "decrease depth")
	}
	if reason == StoppedBySize && isShared {
		advice = append(advice, aloneAdvice)
	}
	isFull := reason == StoppedBySize || reason == StoppedByEntries
	switch {
	case !isFull && unopened != "": // after an entry, it would stop at the same place again
		advice = append([]string{unopened}, advice...)
	case next != "":
		advice = append([]string{"continue with after " + strconv.Quote(next)}, advice...)
	case !isFull:
		advice = []string{"list a directory below it with path", "use a program such as find for it"}
	}
	return advice
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

package runtime

import "sync/atomic"

// callState is the state of one call. This file has all states and all
// transitions.
//
//	waiting ──▶ preparing ──▶ executing ──▶ answered
//	                │             ▲
//	                ├──▶ asking   │
//	                │      │      │
//	                └──▶ parked ──┘
//
// Each state can be left for answered or for abandoned, and is entered at most
// once. Every transition is one compare-and-swap. The goroutine that moves a
// call to answered or abandoned owns its result and writes it exactly once.
type callState uint32

const (
	waiting   callState = iota // no worker has taken the call
	preparing                  // a worker checks availability, reads the arguments and asks whether consent is needed
	asking                     // an approver decides; no worker holds the call
	parked                     // prepared and approved; no worker holds the call
	executing                  // a worker runs the tool, its dry run, or the lookup in the cache
	answered                   // the call has its result
	abandoned                  // the call has its result, and its worker has not returned
)

// transitions has the states that may follow each state.
var transitions = [...][]callState{
	waiting:   {preparing, answered},
	preparing: {asking, parked, executing, answered, abandoned},
	asking:    {parked, answered},
	parked:    {executing, answered},
	executing: {answered, abandoned},
	answered:  nil,
	abandoned: nil,
}

// lifecycle is the state of a call, moved by many goroutines.
type lifecycle struct{ value atomic.Uint32 }

func (l *lifecycle) load() callState { return callState(l.value.Load()) }

// move makes the transition if the call is in the state from, and reports
// whether it did.
func (l *lifecycle) move(from, to callState) bool {
	return l.value.CompareAndSwap(uint32(from), uint32(to))
}

// isHeldByWorker reports whether a worker of the batch is at the call.
func (s callState) isHeldByWorker() bool { return s == preparing || s == executing }

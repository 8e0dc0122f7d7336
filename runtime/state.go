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

// lifecycle is the state of a call, moved by many goroutines. Every method that
// moves it reports whether the call was in the state that it names.
type lifecycle struct{ value atomic.Uint32 }

func (l *lifecycle) load() callState { return callState(l.value.Load()) }

func (l *lifecycle) move(from, to callState) bool {
	return l.value.CompareAndSwap(uint32(from), uint32(to))
}

// The transitions of a worker.
func (l *lifecycle) prepare() bool { return l.move(waiting, preparing) }
func (l *lifecycle) ask() bool     { return l.move(preparing, asking) }
func (l *lifecycle) park() bool    { return l.move(preparing, parked) }
func (l *lifecycle) execute() bool { return l.move(preparing, executing) }
func (l *lifecycle) resume() bool  { return l.move(parked, executing) }
func (l *lifecycle) answer() bool  { return l.move(executing, answered) || l.move(preparing, answered) }

// The transitions of an approver's goroutine.
func (l *lifecycle) approve() bool { return l.move(asking, parked) }
func (l *lifecycle) deny() bool    { return l.move(asking, answered) }

// withdraw answers a call that neither a worker nor an approver holds.
func (l *lifecycle) withdraw() bool { return l.move(waiting, answered) || l.move(parked, answered) }

// abandon takes the call from the worker that holds it.
func (l *lifecycle) abandon(from callState) bool {
	return from.isHeldByWorker() && l.move(from, abandoned)
}

// isHeldByWorker reports whether a worker of the batch is at the call.
func (s callState) isHeldByWorker() bool { return s == preparing || s == executing }

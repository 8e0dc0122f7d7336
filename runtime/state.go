package runtime

import "sync/atomic"

// callState is the state of one call. The transitions between the states are:
//
//	waiting ──▶ preparing ──▶ executing ──▶ answered
//	                │             ▲
//	                ├──▶ asking   │
//	                │      │      │
//	                └──▶ parked ──┘
//
// A call can also move from each state to answered or to abandoned. It is in
// each state at most once. Every transition is one compare-and-swap. The
// goroutine that moves a call to answered or abandoned writes its result,
// exactly once.
type callState uint32

const (
	waiting   callState = iota // no worker has taken the call
	preparing                  // a worker checks availability, decodes the arguments and determines whether the call needs approval
	asking                     // an approver decides; no worker holds the call
	parked                     // prepared and approved; no worker holds the call
	executing                  // a worker runs the tool or its dry run, or searches the cache
	answered                   // the call has its result
	abandoned                  // the call has its result, but its worker has not returned
)

// lifecycle is the state of a call with its transitions. It is safe for
// concurrent use. Each transition reports whether the call was in the required
// state.
type lifecycle struct{ value atomic.Uint32 }

// load returns the current state.
func (l *lifecycle) load() callState { return callState(l.value.Load()) }

// move changes the state if it is from.
func (l *lifecycle) move(from, to callState) bool {
	return l.value.CompareAndSwap(uint32(from), uint32(to))
}

// prepare moves a call from waiting to preparing.
func (l *lifecycle) prepare() bool { return l.move(waiting, preparing) }

// ask moves a call from preparing to asking.
func (l *lifecycle) ask() bool { return l.move(preparing, asking) }

// park moves a call from preparing to parked.
func (l *lifecycle) park() bool { return l.move(preparing, parked) }

// execute moves a call from preparing to executing.
func (l *lifecycle) execute() bool { return l.move(preparing, executing) }

// resume moves a call from parked to executing.
func (l *lifecycle) resume() bool { return l.move(parked, executing) }

// answer moves a call from executing or preparing to answered.
func (l *lifecycle) answer() bool {
	return l.move(executing, answered) || l.move(preparing, answered)
}

// approve moves a call from asking to parked.
func (l *lifecycle) approve() bool { return l.move(asking, parked) }

// deny moves a call from asking to answered.
func (l *lifecycle) deny() bool { return l.move(asking, answered) }

// withdraw moves a call that neither a worker nor an approver holds to
// answered.
func (l *lifecycle) withdraw() bool { return l.move(waiting, answered) || l.move(parked, answered) }

// abandon takes the call from the worker that holds it.
func (l *lifecycle) abandon(from callState) bool {
	return from.isHeldByWorker() && l.move(from, abandoned)
}

// isHeldByWorker reports whether a worker of the batch holds the call.
func (s callState) isHeldByWorker() bool { return s == preparing || s == executing }

//go:build unix

package temporal

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// faultOnServer runs two workers and two batches, calls disturb at a random moment, and
// checks the results.
func faultOnServer(t *testing.T, address string, disturb func(t *testing.T, s workerSettings, workers []*exec.Cmd), workerAddress string, batches ...[]runtime.ToolCall) {
	t.Helper()
	dir := t.TempDir()
	s := workerSettings{Address: workerAddress, Queue: filepath.Base(dir) + t.Name(), Store: filepath.Join(dir, "store.db"), Diary: filepath.Join(dir, "diary")}
	workers := []*exec.Cmd{startWorkerProcess(t, s), startWorkerProcess(t, s)}
	in := batchesInput{Batches: batches, Turn: Turn{Session: t.Name(), ResultBudgetChars: faultBudget}}
	run := startBatches(t, connect(t, address, nil), s.Queue, in)
	time.Sleep(time.Duration(rand.IntN(1500)) * time.Millisecond)
	disturb(t, s, workers)
	out := resultOf(t, run)
	for _, problem := range checkFaultResults(t, in, out, readDiary(t, s.Diary)) {
		t.Error(problem)
	}
	t.Logf("%q", out.Reasons)
}

// shortBatches are two batches of short calls.
func shortBatches() [][]runtime.ToolCall {
	return [][]runtime.ToolCall{longBatch("a", 150), longBatch("b", 150)}
}

// A worker is killed at a random moment. TOOLGEN_TEMPORAL_ROUNDS sets the number of
// rounds.
func TestKilledWorker(t *testing.T) {
	t.Parallel()
	sharedClient(t)
	for round := range rounds(t, "TOOLGEN_TEMPORAL_ROUNDS", 2) {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			faultOnServer(t, shared.server.address, func(t *testing.T, _ workerSettings, workers []*exec.Cmd) {
				if err := workers[rand.IntN(2)].Process.Kill(); err != nil {
					t.Error(err)
				}
			}, shared.server.address, shortBatches()...)
		})
	}
}

// A worker is paused for longer than its heartbeat timeout, and goes on.
func TestPausedWorker(t *testing.T) {
	t.Parallel()
	sharedClient(t)
	for round := range rounds(t, "TOOLGEN_TEMPORAL_ROUNDS", 1) {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			faultOnServer(t, shared.server.address, func(t *testing.T, _ workerSettings, workers []*exec.Cmd) {
				paused := workers[rand.IntN(2)].Process
				if err := paused.Signal(syscall.SIGSTOP); err != nil {
					t.Error(err)
				}
				time.Sleep(3 * time.Second)
				if err := paused.Signal(syscall.SIGCONT); err != nil {
					t.Error(err)
				}
			}, shared.server.address, shortBatches()...)
		})
	}
}

// The server is killed and started again, during short calls and during calls that take
// longer than the server is away. It is away for up to three seconds, so that heartbeats
// are lost, and for longer than the heartbeat timeout in a third of the rounds.
func TestRestartedServer(t *testing.T) {
	t.Parallel()
	for name, batches := range map[string][][]runtime.ToolCall{"short": shortBatches(), "long": {batchOf("a", 4000, "once look keyed repeat")}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range rounds(t, "TOOLGEN_TEMPORAL_RESTARTS", 1) {
				server := newServer(t)
				faultOnServer(t, server.address, func(t *testing.T, _ workerSettings, _ []*exec.Cmd) {
					server.kill()
					time.Sleep(time.Duration(rand.IntN(3000)) * time.Millisecond)
					server.start(t)
				}, server.address, batches...)
			}
		})
	}
}

// The connections of the workers drop, and later ones are refused for a while.
func TestDroppedNetwork(t *testing.T) {
	t.Parallel()
	sharedClient(t)
	for range rounds(t, "TOOLGEN_TEMPORAL_RESTARTS", 1) {
		proxy := newProxy(t, shared.server.address)
		faultOnServer(t, shared.server.address, func(t *testing.T, _ workerSettings, _ []*exec.Cmd) {
			proxy.drop(true)
			time.Sleep(3 * time.Second)
			proxy.drop(false)
		}, proxy.address, shortBatches()...)
	}
}

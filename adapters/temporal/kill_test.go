//go:build unix

package temporal

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// faultOnServer runs two workers and two batches, calls disturb at a random moment, and
// checks that no call is lost, that none is repeated that must not be, and that the
// results are in order and equal to those of a local run.
func faultOnServer(t *testing.T, address string, disturb func(t *testing.T, s workerSettings, workers []*exec.Cmd), workerAddress string) {
	t.Helper()
	dir := t.TempDir()
	s := workerSettings{Address: workerAddress, Queue: filepath.Base(dir) + t.Name(), Store: filepath.Join(dir, "store.db"), Diary: filepath.Join(dir, "diary")}
	workers := []*exec.Cmd{startWorkerProcess(t, s), startWorkerProcess(t, s)}
	in := batchesInput{Batches: [][]runtime.ToolCall{longBatch("a"), longBatch("b")}, Turn: Turn{Session: t.Name()}}
	run := startBatches(t, connect(t, address, nil), s.Queue, in)
	time.Sleep(time.Duration(rand.IntN(1500)) * time.Millisecond)
	disturb(t, s, workers)
	checkFaultResults(t, in, resultOf(t, run), s.Diary)
}

// checkFaultResults checks the results of batches that were disturbed.
func checkFaultResults(t *testing.T, in batchesInput, out batchesOutput, diary string) {
	t.Helper()
	counts, tools := starts(t, diary)
	for key, n := range counts {
		if n > 1 && tools[key] != "look" && tools[key] != "repeat" {
			t.Errorf("the call %s of %s started %d times", key, tools[key], n)
		}
	}
	started := func(id string) int {
		for key, n := range counts {
			if strings.HasSuffix(key, ":"+id) {
				return n
			}
		}
		return 0
	}
	for b, batch := range in.Batches {
		for i, c := range batch {
			text := out.Texts[b*len(batch)+i]
			reason := strings.Fields(out.Reasons[b])[i]
			switch {
			case reason == "ok" && text == "done "+c.ID && started(c.ID) > 0:
			case (reason == runtime.ReasonOutcomeUnknown && c.Name != "look" && c.Name != "repeat" || reason == runtime.ReasonHeld) && strings.HasPrefix(text, "Tool "+c.Name):
			default:
				t.Errorf("the call %s of %s, which started %d times: reason %q, text %q", c.ID, c.Name, started(c.ID), reason, text)
			}
		}
	}
	t.Logf("%q", out.Reasons)
}

// A worker is killed at a random moment. TOOLGEN_TEMPORAL_ROUNDS sets the number of
// rounds.
func TestKilledWorker(t *testing.T) {
	sharedClient(t)
	for round := range rounds(t, "TOOLGEN_TEMPORAL_ROUNDS", 2) {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			faultOnServer(t, shared.server.address, func(t *testing.T, _ workerSettings, workers []*exec.Cmd) {
				if err := workers[rand.IntN(2)].Process.Kill(); err != nil {
					t.Error(err)
				}
			}, shared.server.address)
		})
	}
}

// A worker is paused for longer than its heartbeat timeout, and goes on.
func TestPausedWorker(t *testing.T) {
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
			}, shared.server.address)
		})
	}
}

// The server is killed and started again.
func TestRestartedServer(t *testing.T) {
	server := newServer(t)
	faultOnServer(t, server.address, func(t *testing.T, _ workerSettings, _ []*exec.Cmd) {
		server.kill()
		server.start(t)
	}, server.address)
}

// The connections of the workers drop, and later ones are refused for a while.
func TestDroppedNetwork(t *testing.T) {
	sharedClient(t)
	proxy := newProxy(t, shared.server.address)
	faultOnServer(t, shared.server.address, func(t *testing.T, _ workerSettings, _ []*exec.Cmd) {
		proxy.drop(true)
		time.Sleep(3 * time.Second)
		proxy.drop(false)
	}, proxy.address)
}

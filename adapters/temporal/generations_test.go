package temporal

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// newGenerations returns a function that starts a worker process with a version of the
// tools, and the settings of these workers.
func newGenerations(t *testing.T) (start func(version string) (stop func()), s workerSettings) {
	t.Helper()
	dir := t.TempDir()
	s = workerSettings{Address: shared.server.address, Queue: filepath.Base(dir) + t.Name(), Store: filepath.Join(dir, "store.db"), Diary: filepath.Join(dir, "diary")}
	return func(version string) func() {
		own := s
		own.Version = version
		p := startWorkerProcess(t, own)
		return func() { _ = p.Process.Kill(); _ = p.Wait() }
	}, s
}

// changedText is in the result of a call that was prepared by another generation.
const changedText = "has changed since the call was prepared; make the call again"

// Two worker processes have different generations of the tools. In each batch, all calls
// that ran did so with the generation that prepared the batch, and the others have a clear
// answer and did not run.
func TestGenerationsInTwoProcesses(t *testing.T) {
	t.Parallel()
	c := sharedClient(t)
	start, s := newGenerations(t)
	start("1")
	start("2")
	in := batchesInput{}
	for i := range 4 {
		in.Batches = append(in.Batches, longBatch(fmt.Sprint(i, "-"), 100))
	}
	out := resultOf(t, startBatches(t, c, s.Queue, in))
	diary, texts := readDiary(t, s.Diary), out.Texts
	refused := 0
	for b, batch := range in.Batches {
		var versions []string
		for i, reason := range strings.Fields(out.Reasons[b]) {
			ran := slices.ContainsFunc(diary, func(l diaryLine) bool { return l.call() == batch[i].ID })
			begin, _, _ := strings.Cut(texts[i], ", budget")
			version, isDone := strings.CutPrefix(begin, "done "+batch[i].ID+", version ")
			switch {
			case reason == "ok" && isDone && ran:
				versions = append(versions, version)
			case reason == runtime.ReasonContractChanged && strings.Contains(texts[i], changedText) && !ran:
				refused++
			default:
				t.Errorf("the call %s has the reason %q and the text %.200q; it ran: %v", batch[i].ID, reason, texts[i], ran)
			}
		}
		if versions = slices.Compact(versions); len(versions) != 1 {
			t.Errorf("the calls of the batch %d ran with the versions %q", b, versions)
		}
		texts = texts[len(batch):]
	}
	if refused == 0 {
		t.Errorf("no worker refused a call of the other generation: %q", out.Reasons)
	}
}

// A workflow waits for approval while its worker is replaced by one with another generation
// of the tool: the approved call does not run, and says why.
func TestGenerationDuringApproval(t *testing.T) {
	t.Parallel()
	c := sharedClient(t)
	start, s := newGenerations(t)
	stop := start("1")
	run := startBatches(t, c, s.Queue, batchesInput{Turn: Turn{Session: "s"}, Batches: [][]runtime.ToolCall{{call("1", "risky", args{Text: "1"})}}})
	waitFor(t, c, run, func(s []CallStatus) bool { return len(s) == 1 && s[0].State == StateApproval })
	stop()
	start("2")
	requests, err := Requests(t.Context(), c, run.GetID(), "")
	if err != nil || len(requests) != 1 {
		t.Fatalf("requests: %+v, %v", requests, err)
	}
	if err := Decide(t.Context(), c, run.GetID(), "", requests[0].Decide(true, "")); err != nil {
		t.Fatal(err)
	}
	out := resultOf(t, run)
	if out.Reasons[0] != runtime.ReasonContractChanged || !strings.Contains(out.Texts[0], changedText) || len(readDiary(t, s.Diary)) != 0 {
		t.Errorf("got %q", out)
	}
}

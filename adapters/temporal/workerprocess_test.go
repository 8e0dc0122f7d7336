package temporal

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/worker"

	"github.com/toolgen/toolgen/runtime"
)

// batchesInput is the input of the workflow batches.
type batchesInput struct {
	Batches       [][]runtime.ToolCall
	Turn          Turn
	ContinueAfter int
	Done          batchesOutput
}

// batchesOutput has the reasons of the results of each batch, and the texts of all.
type batchesOutput struct{ Reasons, Texts []string }

// workerVariable has the settings of a worker process, as JSON.
const workerVariable = "TOOLGEN_TEMPORAL_WORKER"

// workerSettings are the settings of a worker process.
type workerSettings struct {
	Address, Queue, Store, Diary, Version string
}

// diaryTool returns a tool that writes its start and its end to a file that all
// workers share, and takes some milliseconds.
func diaryTool(path, version string, t runtime.Tool) runtime.Tool {
	t.Version = version
	return newTool(t, func(ctx context.Context, c *runtime.Call, a args) runtime.Result {
		write := func(what string) {
			file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
			if err != nil {
				panic(err)
			}
			defer file.Close()
			fmt.Fprintf(file, "%s %s %s %d\n", what, c.IdempotencyKey(), c.Tool(), os.Getpid())
		}
		write("start")
		percent := 50.0
		c.Progress(runtime.ProgressEvent{Message: "half of " + a.Text, Percent: &percent, Audience: runtime.AudienceUser})
		select {
		case <-time.After(time.Duration(a.Size) * time.Millisecond):
		case <-ctx.Done():
			write("cancelled")
			return runtime.Text("cancelled at half of " + a.Text)
		}
		write("end")
		return runtime.Text("done " + a.Text)
	})
}

// diaryTools returns the tools of the worker processes.
func diaryTools(path, version string) []runtime.Tool {
	var tools []runtime.Tool
	for _, t := range []runtime.Tool{
		{Name: "change", Hints: runtime.Hints{SideEffects: true}}, {Name: "once"}, {Name: "look", Hints: runtime.Hints{ReadOnly: true}, Concurrent: true},
		{Name: "repeat", Hints: runtime.Hints{Idempotent: true, SideEffects: true}}, {Name: "keyed", Key: func(any) string { return "k" }},
	} {
		tools = append(tools, diaryTool(path, version, t))
	}
	return append(tools, diaryTool(path, version, runtime.Tool{Name: "risky", Approval: &runtime.Approval{}}))
}

// runWorkerProcess runs a worker until it is killed.
func runWorkerProcess() int {
	var s workerSettings
	err := json.Unmarshal([]byte(os.Getenv(workerVariable)), &s)
	if err == nil {
		err = s.run()
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// fileStore opens the store of a file, for tests in this package; the tests of package
// sqlite set it.
var fileStore func(path string) (Store, error)

// run starts the worker, and prints a line when it is ready.
func (s *workerSettings) run() error {
	store, err := fileStore(s.Store)
	if err != nil {
		return err
	}
	registry := runtime.NewRegistry(&runtime.Options{Spill: NewSpill(store), Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	tools := diaryTools(s.Diary, s.Version)
	for i := range tools {
		if err := registry.Register(&tools[i]); err != nil {
			return err
		}
	}
	plugin, err := NewPlugin(registry, &Options{Turn: anyTurn, Store: store, HeartbeatTimeout: 2 * time.Second, Heartbeat: 300 * time.Millisecond})
	if err != nil {
		return err
	}
	c, err := dial(s.Address, nil)
	if err != nil {
		return err
	}
	w := worker.New(c, s.Queue, worker.Options{Plugins: []worker.Plugin{plugin}, StickyScheduleToStartTimeout: time.Second})
	w.RegisterWorkflow(batches)
	if err := w.Start(); err != nil {
		return err
	}
	fmt.Println("ready")
	select {}
}

// startWorkerProcess starts a worker in a process of its own, and waits until it is
// ready.
func startWorkerProcess(t *testing.T, s workerSettings) *exec.Cmd {
	t.Helper()
	settings, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), workerVariable+"="+string(settings))
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	if line, err := bufio.NewReader(output).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("the worker printed %q: %v", line, err)
	}
	return command
}

// starts returns how often each call started, by its idempotency key, and the tool of
// each.
func starts(t *testing.T, path string) (counts map[string]int, tools map[string]string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	counts, tools = map[string]int{}, map[string]string{}
	for line := range strings.Lines(string(data)) {
		if fields := strings.Fields(line); fields[0] == "start" {
			counts[fields[1]]++
			tools[fields[1]] = fields[2]
		}
	}
	return counts, tools
}

// longBatch returns a batch with all kinds of tools that takes about a second.
func longBatch(prefix string) []runtime.ToolCall {
	var batch []runtime.ToolCall
	for i, name := range []string{"once", "look", "change", "repeat", "keyed", "look", "once", "keyed", "change", "look", "once", "repeat"} {
		id := fmt.Sprint(prefix, i)
		batch = append(batch, call(id, name, args{Text: id, Size: 150}))
	}
	return batch
}

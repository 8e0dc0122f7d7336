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
func diaryTool(path string, t runtime.Tool) runtime.Tool {
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
			return diaryResult("cancelled", t.Version, c, a)
		}
		write("end")
		return diaryResult("done", t.Version, c, a)
	})
}

// diaryResult returns the result of a call of a diaryTool: how it ended, its arguments,
// the version of its tool, its budget, and a long text.
func diaryResult(end, version string, c *runtime.Call, a args) runtime.Result {
	return runtime.Text(fmt.Sprintf("%s %s, version %q, budget %d\n%s", end, a.Text, version, c.Budget(), strings.Repeat("a long text\n", 100)))
}

// diarySpecs are the tools of the worker processes, without their functions.
func diarySpecs(version string) []runtime.Tool {
	tools := []runtime.Tool{
		{Name: "change", Hints: runtime.Hints{SideEffects: true}}, {Name: "once"}, {Name: "look", Hints: runtime.Hints{ReadOnly: true}, Concurrent: true},
		{Name: "repeat", Hints: runtime.Hints{Idempotent: true, SideEffects: true}}, {Name: "keyed", Key: func(any) string { return "k" }},
		{Name: "risky", Approval: &runtime.Approval{}},
	}
	for i := range tools {
		tools[i].Version = version
	}
	return tools
}

// diaryTools returns the tools of the worker processes.
func diaryTools(path, version string) []runtime.Tool {
	tools := diarySpecs(version)
	for i := range tools {
		tools[i] = diaryTool(path, tools[i])
	}
	return tools
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

// diaryLine is a line of the file of diaryTools.
type diaryLine struct{ what, key, tool, process string }

// call returns the id of the call.
func (l *diaryLine) call() string { return l.key[strings.LastIndex(l.key, ":")+1:] }

// readDiary reads the file of diaryTools; a file that does not exist has no lines.
func readDiary(t *testing.T, path string) []diaryLine {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var lines []diaryLine
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		lines = append(lines, diaryLine{fields[0], fields[1], fields[2], fields[3]})
	}
	return lines
}

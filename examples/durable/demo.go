package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"go.temporal.io/sdk/client"

	"github.com/toolgen/toolgen/adapters/temporal"
	"github.com/toolgen/toolgen/examples/durable/parcels"
)

// demo starts a server and two workers, runs the agent, kills a worker in the middle of
// a batch, and checks the deliveries.
func demo(ctx context.Context, program string, w io.Writer) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	dir, err := os.MkdirTemp("", "toolgen-durable-*")
	if err != nil {
		return err
	}
	var processes []*exec.Cmd
	defer func() { // stops everything
		for _, p := range processes {
			_ = p.Process.Kill()
			_ = p.Wait()
		}
		err = errors.Join(err, os.RemoveAll(dir))
	}()
	address, server, err := startServer(ctx, program, dir)
	if server != nil {
		processes = append(processes, server)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "1. A development server of Temporal runs at %s.\n", address)
	for range 2 {
		p, err := startWorker(address, dir)
		if p != nil {
			processes = append(processes, p)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "2. The worker %d runs.\n", p.Process.Pid)
	}
	c, err := connect(address)
	if err != nil {
		return err
	}
	defer c.Close()
	conversation, err := runAgent(ctx, c, processes[1], w)
	if err != nil {
		return err
	}
	printConversation(w, conversation)
	if err := checkAnswers(conversation); err != nil {
		return err
	}
	depot := newDepot(dir)
	if err := checkStarts(depot.Starts); err != nil {
		return err
	}
	return check(depot.Ledger, w)
}

// startServer starts the server on a free port, and waits until it answers.
func startServer(ctx context.Context, program, dir string) (address string, p *exec.Cmd, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	address = listener.Addr().String()
	if err := listener.Close(); err != nil {
		return "", nil, err
	}
	_, port, _ := strings.Cut(address, ":")
	p = exec.Command(program, "server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", port, "--log-level", "never",
		"--db-filename", filepath.Join(dir, "server.db"), "--dynamic-config-value", "system.enableActivityEagerExecution=true")
	if err := p.Start(); err != nil {
		return "", nil, fmt.Errorf("the server did not start: %w; make durable builds it", err)
	}
	for {
		c, err := connect(address)
		if err == nil {
			c.Close()
			return address, p, nil
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return "", p, err
		}
	}
}

// startWorker starts a worker in a process of its own, and waits until it is ready.
func startWorker(address, dir string) (*exec.Cmd, error) {
	p := exec.Command(os.Args[0], "worker", address, dir)
	p.Stderr = os.Stderr
	output, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		return nil, err
	}
	if line, err := bufio.NewReader(output).ReadString('\n'); err != nil {
		return p, fmt.Errorf("the worker did not start: it printed %q: %w", line, err)
	}
	return p, nil
}

// runAgent runs the workflow, kills the worker when its calls run, and approves the
// call that needs it.
func runAgent(ctx context.Context, c client.Client, victim *exec.Cmd, w io.Writer) ([]entry, error) {
	prompt := []entry{{Text: fmt.Sprintf("Deliver the parcels 1 to %d, then close the depot.", parcelCount)}}
	run, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: "agent-1", TaskQueue: taskQueue, WorkflowExecutionTimeout: 2 * time.Minute}, agent, prompt)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "3. The workflow %s works on: %s\n", run.GetID(), prompt[0].Text)
	var kill sync.Once
	watchCtx, stop := context.WithCancel(ctx)
	watched := make(chan error, 1)
	go func() {
		watched <- temporal.Watch(watchCtx, c, nil, run.GetID(), "", 0, func(s temporal.CallStatus) {
			switch {
			case s.Progress != nil && s.Progress.Percent != nil && *s.Progress.Percent >= 25:
				kill.Do(func() {
					_ = victim.Process.Kill()
					fmt.Fprintf(w, "   %s: %s, %v %%\n4. The worker %d is killed in the middle of its calls.\n", s.Tool, s.Progress.Message, *s.Progress.Percent, victim.Process.Pid)
				})
			case s.State == temporal.StateApproval:
				approve(watchCtx, c, run.GetID(), w)
			case s.Failed:
				fmt.Fprintf(w, "   the call %s ended: %s\n", s.Call, s.Reason)
			}
		})
	}()
	var conversation []entry
	err = run.Get(ctx, &conversation)
	stop()
	if watchErr := <-watched; err == nil && watchErr != nil && !errors.Is(watchErr, context.Canceled) && ctx.Err() != nil {
		err = watchErr
	}
	return conversation, err
}

// approve approves the calls that wait.
func approve(ctx context.Context, c client.Client, id string, w io.Writer) {
	requests, err := temporal.Requests(ctx, c, id, "")
	for _, r := range requests {
		fmt.Fprintf(w, "5. %s %s needs approval because %s: a person approves it.\n", r.ToolName, r.Args, r.Why)
		err = errors.Join(err, temporal.Decide(ctx, c, id, "", r.Decide(true, "")))
	}
	if err != nil {
		fmt.Fprintln(w, "  ", err)
	}
}

// printConversation prints what the model wrote and the results it read.
func printConversation(w io.Writer, conversation []entry) {
	fmt.Fprintln(w, "6. The conversation, which survived its worker:")
	for _, e := range conversation {
		if e.Text != "" {
			fmt.Fprintln(w, "   ", e.Text)
		}
		for i := range e.Results {
			r := &e.Results[i]
			fmt.Fprintf(w, "    %-24s %s%s\n", r.ID, r.Result.Value, r.Result.Error)
		}
	}
}

// errAnswers is the error of a conversation in which a call has no result.
var errAnswers = errors.New("not every call has a result")

// checkAnswers checks that the results of each answer of the model follow it, one for
// each call, in the order of the calls, and that the conversation has an end.
func checkAnswers(conversation []entry) error {
	for i, e := range conversation {
		if len(e.Calls) == 0 {
			continue
		}
		if i+1 == len(conversation) || len(conversation[i+1].Results) != len(e.Calls) {
			return fmt.Errorf("%w: those of the entry %d", errAnswers, i)
		}
		for j := range e.Calls {
			if got := conversation[i+1].Results[j].ID; got != e.Calls[j].ID {
				return fmt.Errorf("%w: instead of %q, there is one of %q", errAnswers, e.Calls[j].ID, got)
			}
		}
	}
	if last := conversation[len(conversation)-1]; last.Text == "" {
		return fmt.Errorf("%w: the model did not end the conversation", errAnswers)
	}
	return nil
}

// errDeliveries is the error of parcels that were not delivered exactly once.
var errDeliveries = errors.New("not every parcel was delivered exactly once")

// errRepeated is the error of a call that was repeated.
var errRepeated = errors.New("a call that must not be repeated started twice")

// checkStarts checks that each call that delivers started at most once. The file has the
// starts, with the key of the call at the end of each line.
func checkStarts(path string) error {
	lines, err := parcels.Lines(path)
	if err != nil {
		return err
	}
	started := make(map[string]string)
	for _, line := range lines {
		key := line[strings.LastIndex(line, " ")+1:]
		if first, ok := started[key]; ok {
			return fmt.Errorf("%w: %q and %q", errRepeated, first, line)
		}
		started[key] = line
	}
	return nil
}

// check checks that each parcel was delivered once. The file has the deliveries.
func check(path string, w io.Writer) error {
	lines, err := parcels.Lines(path)
	if err != nil {
		return err
	}
	counts := make(map[string]int)
	for _, line := range lines {
		counts[strings.Fields(line)[0]]++
	}
	for n := 1; n <= parcelCount; n++ {
		if count := counts[fmt.Sprint(n)]; count != 1 {
			return fmt.Errorf("%w: parcel %d was delivered %d times", errDeliveries, n, count)
		}
	}
	fmt.Fprintf(w, "7. Each of the %d parcels was delivered exactly once, and no delivery started twice.\n", parcelCount)
	return nil
}

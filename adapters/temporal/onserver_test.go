package temporal

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/worker"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/toolgen/toolgen/runtime"
)

// newDiaryHost returns the activities of a worker in this process, with the tools of
// the worker processes.
func newDiaryHost(t *testing.T, store Store, version string) *host {
	t.Helper()
	registry := newRegistry(t, &runtime.Options{Spill: NewSpill(store)}, diaryTools(filepath.Join(t.TempDir(), "diary"), version)...)
	return newHost(t, registry, Options{Store: store})
}

// A cancelled workflow cancels an obedient tool within a second, and gets its result.
func TestCancelOnServer(t *testing.T) {
	c := sharedClient(t)
	cancelled := make(chan time.Time, 1)
	obedient := newTool(runtime.Tool{Name: "obedient", Key: func(any) string { return "k" }}, func(ctx context.Context, call *runtime.Call, _ args) runtime.Result {
		call.Progress(runtime.ProgressEvent{Message: "started", Audience: runtime.AudienceUser})
		<-ctx.Done()
		cancelled <- time.Now()
		return runtime.Text("the first 2 pages")
	})
	startWorker(t, c, t.Name(), newHost(t, newRegistry(t, nil, obedient), Options{}))
	run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{TaskQueue: t.Name()}, oneBatch, []runtime.ToolCall{call("1", "obedient", args{}), call("2", "obedient", args{})}, Turn{})
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, c, run, func(s []CallStatus) bool { return len(s) == 2 && s[0].Progress != nil })
	begin := time.Now()
	if err := c.CancelWorkflow(t.Context(), run.GetID(), ""); err != nil {
		t.Fatal(err)
	}
	if took := (<-cancelled).Sub(begin); took > time.Second {
		t.Errorf("the cancellation took %s", took)
	} else {
		t.Logf("the cancellation took %s", took)
	}
	var results []runtime.CallResult
	if err := run.Get(t.Context(), &results); err != nil || reasons(results) != "ok cancelled" || results[0].Result.Value != "the first 2 pages" {
		t.Errorf("got %+v, %v", results, err)
	}
}

// A network that is away for less than the heartbeat timeout cancels no tool, although
// several heartbeats are lost.
func TestShortFaultOnServer(t *testing.T) {
	t.Parallel()
	sharedClient(t)
	proxy := newProxy(t, shared.server.address)
	finish := make(chan struct{})
	patient := newTool(runtime.Tool{Name: "patient"}, func(ctx context.Context, call *runtime.Call, _ args) runtime.Result {
		call.Progress(runtime.ProgressEvent{Message: "started", Audience: runtime.AudienceUser})
		select {
		case <-ctx.Done():
			return runtime.FromError(ctx.Err())
		case <-finish:
			return runtime.Text("done")
		}
	})
	h := newHost(t, newRegistry(t, nil, patient), Options{Heartbeat: 200 * time.Millisecond, HeartbeatTimeout: time.Minute})
	startWorker(t, connect(t, proxy.address, nil), t.Name(), h)
	c := connect(t, shared.server.address, nil)
	run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{TaskQueue: t.Name()}, oneBatch, []runtime.ToolCall{call("1", "patient", args{})}, Turn{})
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, c, run, func(s []CallStatus) bool { return len(s) == 1 && s[0].Progress != nil })
	proxy.drop(true)
	time.Sleep(1500 * time.Millisecond) // the SDK gives a heartbeat a second
	proxy.drop(false)
	time.Sleep(300 * time.Millisecond)
	close(finish)
	var results []runtime.CallResult
	if err := run.Get(t.Context(), &results); err != nil || reasons(results) != "ok" {
		t.Errorf("got %+v, %v", results, err)
	}
}

// waitFor waits until the states of the calls of a workflow satisfy the condition.
func waitFor(t *testing.T, c client.Client, run client.WorkflowRun, condition func([]CallStatus) bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		statuses, err := Progress(t.Context(), c, nil, run.GetID(), "")
		if err == nil && condition(statuses) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("states: %+v, %v", statuses, err)
		}
	}
}

// A request for approval survives the end of its worker, and the decision is good once.
func TestApprovalOnServer(t *testing.T) {
	c := sharedClient(t)
	dir := t.TempDir()
	s := workerSettings{Address: shared.server.address, Queue: t.Name(), Store: filepath.Join(dir, "store.db"), Diary: filepath.Join(dir, "diary")}
	first := startWorkerProcess(t, s)
	run := startBatches(t, c, s.Queue, batchesInput{Turn: Turn{Session: "s"}, Batches: [][]runtime.ToolCall{{call("1", "risky", args{Text: "1"}), call("2", "once", args{Text: "2"})}}})
	waitFor(t, c, run, func(s []CallStatus) bool {
		return len(s) == 2 && s[0].State == StateApproval && s[1].State == StateEnded
	})
	_ = first.Process.Kill()
	startWorkerProcess(t, s)
	requests, err := Requests(t.Context(), c, run.GetID(), "")
	if err != nil || len(requests) != 1 {
		t.Fatalf("requests: %+v, %v", requests, err)
	}
	wrong := requests[0].Decide(true, "")
	wrong.Digest = "0"
	if err := Decide(t.Context(), c, run.GetID(), "", wrong); err == nil || !strings.Contains(err.Error(), "no call waits for this decision") {
		t.Errorf("a decision with another digest: %v", err)
	}
	if err := Decide(t.Context(), c, run.GetID(), "", requests[0].Decide(true, "")); err != nil {
		t.Error(err)
	}
	if out := resultOf(t, run); out.Reasons[0] != "ok ok" {
		t.Errorf("got %q", out)
	}
	if err := Decide(t.Context(), c, run.GetID(), "", requests[0].Decide(true, "")); err == nil {
		t.Error("a workflow that has ended takes a decision")
	}
}

// Watch reports the states of a call and its progress, and ends with the workflow.
func TestWatch(t *testing.T) {
	c := sharedClient(t)
	startWorker(t, c, t.Name(), newDiaryHost(t, newMemoryStore(), ""))
	run := startBatches(t, c, t.Name(), batchesInput{Batches: [][]runtime.ToolCall{{call("1", "once", args{Text: "it", Size: 1500})}}})
	var seen []string
	err := Watch(t.Context(), c, nil, run.GetID(), "", 100*time.Millisecond, func(s CallStatus) {
		text := string(s.State)
		if s.Progress != nil {
			text += fmt.Sprintf(" %d: %s %v%%", s.Attempt, s.Progress.Message, *s.Progress.Percent)
		}
		seen = append(seen, text)
	})
	if err != nil || !slices.Contains(seen, "running 1: half of it 50%") || seen[len(seen)-1] != "ended" {
		t.Errorf("seen %q, %v", seen, err)
	}
}

// A long session continues as new, follows its totals, and leaves no secret in its
// histories, in any encoding. With a codec, the histories have no texts at all.
// TOOLGEN_TEMPORAL_CALLS sets the number of calls.
func TestLongSession(t *testing.T) {
	t.Parallel()
	sharedClient(t)
	codec, err := NewCodec([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]converter.DataConverter{"plain": nil, "codec": converter.NewCodecDataConverter(converter.GetDefaultDataConverter(), codec)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := connect(t, shared.server.address, data)
			h := newWorkers(t, 1, newMemoryStore())[0]
			startWorker(t, c, t.Name(), h)
			in := batchesInput{Turn: Turn{Session: "s"}, ContinueAfter: 4}
			calls := rounds(t, "TOOLGEN_TEMPORAL_CALLS", 100)
			in.Batches = append(in.Batches, []runtime.ToolCall{call("login", "login", args{}), call("read", "read", args{Text: "public"})})
			for b := range calls / 10 {
				var batch []runtime.ToolCall
				for i := range 10 {
					batch = append(batch, call(fmt.Sprint(b, "-", i), []string{"leak", "read", "edit"}[i%3], args{Text: "public"}))
				}
				in.Batches = append(in.Batches, batch)
			}
			run := startBatches(t, c, t.Name(), in)
			out := resultOf(t, run)
			if len(out.Reasons) != 1+calls/10 || len(out.Texts) != 2+calls || out.Texts[len(out.Texts)-1] != "the key is [REDACTED]" {
				t.Errorf("got %d batches: %q", len(out.Reasons), out.Texts[max(0, len(out.Texts)-10):])
			}
			session, err := h.loadSession(t.Context(), in.Turn)
			if err != nil || session.Totals().Calls != 2+calls {
				t.Errorf("totals: %+v, %v", session.Totals(), err)
			}
			for i, history := range histories(t, c, run.GetID()) {
				for encoding, text := range encodings(apiKey) {
					if strings.Contains(history, text) {
						t.Errorf("the history of run %d has the secret, in %s", i, encoding)
					}
				}
				if name == "codec" && (strings.Contains(history, base64.StdEncoding.EncodeToString([]byte("public"))) || strings.Contains(history, "public")) {
					t.Errorf("the history of run %d has a text", i)
				}
			}
		})
	}
}

// histories returns the histories of all runs of a workflow, as JSON with decoded
// payloads.
func histories(t *testing.T, c client.Client, id string) []string {
	t.Helper()
	var texts []string
	runID := ""
	for {
		var b strings.Builder
		next := ""
		events := c.GetWorkflowHistory(t.Context(), id, runID, false, enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
		for events.HasNext() {
			event, err := events.Next()
			if err != nil {
				t.Fatal(err)
			}
			data, err := protojson.Marshal(event)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(data)
			b.WriteString(decodedPayloads(data))
			if started := event.GetWorkflowExecutionStartedEventAttributes(); started != nil {
				next = started.GetContinuedExecutionRunId()
			}
		}
		if texts = append(texts, b.String()); next == "" {
			return texts
		}
		runID = next
	}
}

// decodedPayloads returns the Base64 texts of a JSON document, decoded.
func decodedPayloads(document []byte) string {
	var b strings.Builder
	var visit func(value any)
	visit = func(value any) {
		switch v := value.(type) {
		case map[string]any:
			for _, member := range v {
				visit(member)
			}
		case []any:
			for _, element := range v {
				visit(element)
			}
		case string:
			if data, err := base64.StdEncoding.DecodeString(v); err == nil {
				b.Write(data)
				b.WriteByte('\n')
			}
		}
	}
	var value any
	if json.Unmarshal(document, &value) == nil {
		visit(value)
	}
	return b.String()
}

// encodings returns a secret in the encodings in which it could be in a text.
func encodings(secret string) map[string]string {
	quoted, _ := json.Marshal(secret)
	return map[string]string{
		"plain text": secret, "JSON": strings.Trim(string(quoted), `"`), "hexadecimal": hex.EncodeToString([]byte(secret)),
		"URL encoding": url.QueryEscape(secret), "URL path encoding": url.PathEscape(secret),
		"Base64": strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(secret)), "=")[:30],
		// The characters of Base64 depend on the position of the secret in the encoded text.
		"Base64 at 1": base64.StdEncoding.EncodeToString([]byte(secret)[2:])[:28], "Base64 at 2": base64.StdEncoding.EncodeToString([]byte(secret)[1:])[:28],
	}
}

// A batch with 100 results of 80 000 characters does not stall a workflow.
func TestSizesOnServer(t *testing.T) {
	t.Parallel()
	c := sharedClient(t)
	startWorker(t, c, t.Name(), newHost(t, newRegistry(t, nil, bigTool()), Options{}))
	var batch []runtime.ToolCall
	for i := range 100 {
		batch = append(batch, call(fmt.Sprint(i), "big", args{Size: 80_000}))
	}
	out := resultOf(t, startBatches(t, c, t.Name(), batchesInput{Batches: [][]runtime.ToolCall{batch, {call("x", "big", args{Size: 3_000_000})}}}))
	if strings.Count(out.Reasons[0], "ok") != 100 || out.Reasons[1] != "ok" || !strings.Contains(out.Texts[100], "2,920,078 chars omitted") {
		text := out.Texts[100]
		t.Errorf("got %q, %q", out.Reasons, text[max(0, len(text)-200):])
	}
}

// Calls can run as local activities, on the worker of the workflow.
func TestLocalOnServer(t *testing.T) {
	c := sharedClient(t)
	h := newDiaryHost(t, newMemoryStore(), "")
	h.options.Local = func(*runtime.Tool) bool { return true }
	startWorker(t, c, t.Name(), h)
	run := startBatches(t, c, t.Name(), batchesInput{Batches: [][]runtime.ToolCall{longBatch("a", 150)}})
	if out := resultOf(t, run); strings.Contains(out.Reasons[0], "_") {
		t.Errorf("got %q", out)
	}
	local := 0
	for _, history := range histories(t, c, run.GetID()) {
		local = strings.Count(history, `"activityType":{"name":"`+executeActivity) // the others are markers
	}
	if local != 7 {
		t.Errorf("%d calls ran as activities, want those of the 7 calls that are neither read-only nor idempotent", local)
	}
}

// A worker and a workflow of a namespace that the server does not have fail at once.
func TestOtherNamespace(t *testing.T) {
	sharedClient(t)
	c, err := client.Dial(client.Options{HostPort: shared.server.address, Namespace: "elsewhere", Logger: quietLogger{}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	h := newHost(t, newRegistry(t, nil, plainTool()), Options{})
	plugin, err := NewPlugin(h.registry, &h.options)
	if err != nil {
		t.Fatal(err)
	}
	w := worker.New(c, t.Name(), worker.Options{Plugins: []worker.Plugin{plugin}})
	var missing *serviceerror.NamespaceNotFound
	if err := w.Start(); !errors.As(err, &missing) || missing.Namespace != "elsewhere" {
		t.Errorf("the worker started, or failed for another reason: %v", err)
	}
	missing = nil
	_, err = c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{TaskQueue: t.Name()}, oneBatch, []runtime.ToolCall{call("1", "a", args{})}, Turn{})
	if !errors.As(err, &missing) || missing.Namespace != "elsewhere" {
		t.Errorf("the workflow started, or failed for another reason: %v", err)
	}
}

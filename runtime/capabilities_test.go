package runtime_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/kv"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
	"github.com/toolgen/toolgen/runtime/decode"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

const hidden = "correct-horse-battery"

// backends returns backends for all capabilities, in memory.
func backends(files capability.WriteFS) *capability.Backends {
	return &capability.Backends{
		Files:   func(context.Context, *capability.Request) (capability.WriteFS, error) { return files, nil },
		Secrets: secrets.New(&secrets.Options{Store: secrets.Map(map[string]string{"vault/key": hidden})}).Open,
		Storage: kv.New(&kv.Options{Store: kv.Memory()}).Open,
		Network: func(context.Context, *capability.Request) (any, error) { return "a client", nil },
	}
}

func TestCapabilities(t *testing.T) {
	var asked *capability.Request
	note := &capability.Backends{
		Files: func(_ context.Context, r *capability.Request) (capability.WriteFS, error) {
			asked = r
			return toolstest.NewFS(nil), nil
		},
		Network: func(context.Context, *capability.Request) (any, error) {
			return nil, &capability.Denied{Kind: capability.KindNetwork, Reason: "the policy allows no host"}
		},
		Process: func(context.Context, *capability.Request) (capability.Exec, error) {
			return nil, errors.New("fork: out of memory at 0xc000")
		},
		Storage:     func(context.Context, *capability.Request) (capability.KV, error) { return nil, nil },
		Attachments: func(context.Context, *capability.Request) (capability.Attachments, error) { panic("backend") },
	}
	for _, c := range []struct {
		reason string
		kinds  capability.Kind
		want   runtime.Result
	}{
		{"a declared capability", capability.KindRead, runtime.Text("ran")},
		{"a refusal has a reason", capability.KindNetwork, runtime.Result{Code: runtime.NotAvailable, Reason: "network", Error: "Tool a did not get the capability network: the policy allows no host"}},
		{"the error of a backend is only for logs", capability.KindProcess, runtime.Result{Code: runtime.NotAvailable, Reason: "process", Error: "Tool a did not get the capability process"}},
		{"a backend that returns nothing", capability.KindStorage, runtime.Result{Code: runtime.NotAvailable, Reason: "storage", Error: "Tool a did not get the capability storage"}},
		{"a missing backend", capability.KindSecrets, runtime.Result{Code: runtime.NotAvailable, Reason: "secrets", Error: "Tool a declares capabilities but no capability backends are configured"}},
		{"a backend that panics", capability.KindAttachments, runtime.Result{Code: runtime.ExecutionFailed, Reason: runtime.ReasonPanic, Error: "Tool a panicked: backend"}},
		{"the first missing capability is the reason", capability.KindRead | capability.KindNetwork | capability.KindProcess, runtime.Result{Code: runtime.NotAvailable, Reason: "network", Error: "Tool a did not get the capability network: the policy allows no host"}},
	} {
		registry := newRegistry(t, &runtime.Options{Backends: note, Logger: slog.New(slog.DiscardHandler)},
			runtime.Tool{Name: "a", Needs: &capability.Needs{Kinds: c.kinds}, Invoke: textHandler("ran")})
		turn := &runtime.Turn{Session: runtime.NewSession("s", "k"), PersonalityID: "p", WorkingDir: "/w", Policy: runtime.Policy{Files: runtime.FilePolicy{Read: []string{"docs"}}}}
		got := registry.ExecuteParallel(t.Context(), calls("a"), turn)[0].Result
		got.Cause = nil
		if got.OK != c.want.OK || got.Error != c.want.Error || got.Code != c.want.Code || got.Reason != c.want.Reason {
			t.Errorf("%s: got %+v", c.reason, got)
		}
	}
	if asked == nil || asked.Tool != "a" || asked.Session != "s" || asked.Personality != "p" || asked.WorkingDir != "/w" || asked.Files.Read[0] != "docs" {
		t.Errorf("the backend was asked %+v", asked)
	}
}

// A tool cannot use its file system for operations that it does not declare.
func TestReadOnlyFilesCannotWrite(t *testing.T) {
	files := toolstest.NewFS(map[string]string{"a": "1"})
	look := func(_ context.Context, call *runtime.Call) runtime.Result {
		set := call.Capabilities()
		_, writes := set.Files.(capability.WriteFS)
		content, err := fs.ReadFile(set.Files, "a")
		if writes || set.Writable != nil || set.Exec != nil || set.HTTP != nil || set.Secrets != nil || err != nil {
			return runtime.Fail(runtime.ExecutionFailed, "writes %t, set %+v, %v", writes, set, err)
		}
		return runtime.Text(string(content))
	}
	write := func(_ context.Context, call *runtime.Call) runtime.Result {
		return runtime.Text(errorText(call.Capabilities().Writable.WriteFile("a", []byte("2"))))
	}
	registry := newRegistry(t, &runtime.Options{Backends: backends(files)},
		runtime.Tool{Name: "look", Needs: &capability.Needs{Kinds: capability.KindRead}, Invoke: look},
		runtime.Tool{Name: "write", Needs: &capability.Needs{Kinds: capability.KindRead | capability.KindWrite}, Invoke: write},
		runtime.Tool{Name: "plain", Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
			if call.Capabilities() != nil {
				return runtime.Fail(runtime.ExecutionFailed, "a tool that declares nothing has something")
			}
			return runtime.Text("")
		}})
	for _, c := range []struct{ name, want string }{{"look", "1"}, {"write", ""}, {"plain", ""}} {
		if got := execute(t, registry, c.name)[0].Result; !got.OK || got.Value != c.want {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

func errorText(err error) string {
	if err != nil {
		return err.Error()
	}
	return ""
}

// A secret that the tool received is redacted in each output of the call.
func TestSecretsAreRedacted(t *testing.T) {
	var log bytes.Buffer
	needs := &capability.Needs{Kinds: capability.KindSecrets, Secrets: []string{"vault/*"}}
	handler := func(how func(call *runtime.Call, secret string) runtime.Result) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) runtime.Result {
			secret, err := call.Capabilities().Secrets.Get(ctx, "vault/key")
			if err != nil {
				return runtime.FromError(err)
			}
			return how(call, secret)
		}
	}
	var progress toolstest.Recorder
	for _, c := range []struct {
		reason string
		how    func(call *runtime.Call, secret string) runtime.Result
	}{
		{"in its text", func(_ *runtime.Call, secret string) runtime.Result { return runtime.Text("key " + secret) }},
		{"in an error", func(_ *runtime.Call, secret string) runtime.Result {
			return runtime.FromError(errors.New("refused " + secret))
		}},
		{"as structured content", func(_ *runtime.Call, secret string) runtime.Result {
			return runtime.Object(map[string]any{"key": secret, secret: 1})
		}},
		{"in a part", func(_ *runtime.Call, secret string) runtime.Result {
			return runtime.Result{OK: true, Parts: []runtime.Part{{Kind: runtime.PartResource, URI: "x:" + secret, Text: secret}}}
		}},
		{"in a conflict's key", func(_ *runtime.Call, secret string) runtime.Result {
			return runtime.Result{Code: runtime.StaleWrite, Error: "stale", ConflictKey: secret}
		}},
		{"in progress", func(call *runtime.Call, secret string) runtime.Result {
			call.Progress(runtime.ProgressEvent{Message: "using " + secret})
			return runtime.Text("done")
		}},
		{"in a panic", func(_ *runtime.Call, secret string) runtime.Result { panic("with " + secret) }},
		{"across a cut", func(_ *runtime.Call, secret string) runtime.Result {
			return runtime.Text(strings.Repeat("x", 180) + secret + strings.Repeat("y", 200))
		}},
		{"in Base64", func(_ *runtime.Call, _ string) runtime.Result { return runtime.Text("Y29ycmVjdC1ob3JzZS1iYXR0ZXJ5") }},
		{"a key that it did not receive", func(*runtime.Call, string) runtime.Result {
			return runtime.Text("ghp_" + strings.Repeat("a", 36))
		}},
	} {
		registry := newRegistry(t, &runtime.Options{Backends: backends(nil), Logger: slog.New(slog.NewTextHandler(&log, nil))},
			runtime.Tool{Name: "a", Needs: needs, Invoke: handler(c.how)})
		got := registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{ResultBudgetChars: 200, Emit: progress.Emit})
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		output := string(text) + log.String() + strings.Join(progress.Messages(), "")
		for _, piece := range []string{hidden, hidden[:8], "Y29ycmVjdC1ob3JzZS", "ghp_a"} {
			if strings.Contains(output, piece) {
				t.Errorf("%s: %q is in %s", c.reason, piece, output)
			}
		}
		if !strings.Contains(output, "REDACTED") {
			t.Errorf("%s: nothing was redacted in %s", c.reason, output)
		}
		if s := got[0].Result.Structured; s != nil && !json.Valid(s) {
			t.Errorf("%s: the structured content is no JSON: %s", c.reason, s)
		}
	}
}

// A secret of a session is redacted in its child sessions, and the other way
// round, but not in unrelated sessions.
func TestSecretsOfChildren(t *testing.T) {
	needs := &capability.Needs{Kinds: capability.KindSecrets, Secrets: []string{"vault/*"}}
	registry := newRegistry(t, &runtime.Options{Backends: backends(nil)},
		runtime.Tool{Name: "get", Needs: needs, Invoke: func(ctx context.Context, call *runtime.Call) runtime.Result {
			_, err := call.Capabilities().Secrets.Get(ctx, "vault/key")
			return runtime.Text(errorText(err))
		}},
		runtime.Tool{Name: "tell", Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("key " + hidden) }})
	for _, c := range []struct {
		reason           string
		receiver, reader func(parent *runtime.Session, child *runtime.Session) *runtime.Session
		shows            bool
	}{
		{"received by the parent", func(p, _ *runtime.Session) *runtime.Session { return p }, func(_, c *runtime.Session) *runtime.Session { return c }, false},
		{"received by the child", func(_, c *runtime.Session) *runtime.Session { return c }, func(p, _ *runtime.Session) *runtime.Session { return p }, false},
		{"received by the child, returned by a grandchild", func(_, c *runtime.Session) *runtime.Session { return c }, func(_, c *runtime.Session) *runtime.Session { return c.Child("3") }, false},
		{"returned by an unrelated session", func(p, _ *runtime.Session) *runtime.Session { return p }, func(_, _ *runtime.Session) *runtime.Session { return runtime.NewSession("4", "") }, true},
	} {
		parent := runtime.NewSession("1", "chat")
		child := parent.Child("2")
		if child.ID() != "2" || child.Key() != "chat" {
			t.Errorf("the child is %q of %q", child.ID(), child.Key())
		}
		registry.ExecuteParallel(t.Context(), calls("get"), &runtime.Turn{Session: c.receiver(parent, child)})
		got := registry.ExecuteParallel(t.Context(), calls("tell"), &runtime.Turn{Session: c.reader(parent, child)})[0].Result
		if shows := strings.Contains(got.Value, hidden); shows != c.shows {
			t.Errorf("%s: the tool returned %q", c.reason, got.Value)
		}
	}
	if none := (*runtime.Session)(nil).Child("5"); none.ID() != "5" || none.Key() != "" {
		t.Errorf("the child of none is %+v", none)
	}
}

// A key in the arguments is redacted in the text of a dry run.
func TestDryRunRedactsKeys(t *testing.T) {
	registry := newRegistry(t, nil, runtime.Tool{Name: "a", Decode: func(*decode.D) any { return nil }})
	key := "sk-proj-" + strings.Repeat("b", 40)
	got := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: "a", Args: json.RawMessage(`{"key":"` + key + `"}`)}}, &runtime.Turn{DryRun: true})[0].Result
	if !got.OK || strings.Contains(got.Value, key) || !strings.Contains(got.Value, "[REDACTED:openai-key]") {
		t.Errorf("got %+v", got)
	}
}

func TestValidateUnderAPolicy(t *testing.T) {
	tools := []runtime.Tool{
		{Name: "reads", Needs: &capability.Needs{Kinds: capability.KindRead}},
		{Name: "writes", Needs: &capability.Needs{Kinds: capability.KindRead | capability.KindWrite}},
		{Name: "fetches", Needs: &capability.Needs{Kinds: capability.KindNetwork, Hosts: []string{"*.Example.org"}}},
		{Name: "plain"},
	}
	for _, c := range []struct {
		reason string
		policy runtime.Policy
		want   []string
	}{
		{"the zero policy allows no access", runtime.Policy{}, []string{"reads", "writes", "writes", "fetches"}},
		{"reading alone", runtime.Policy{Files: runtime.FilePolicy{Read: []string{"."}}, Network: runtime.NetworkPolicy{Allow: []string{"*"}}}, []string{"writes"}},
		{"writing is reading, too", runtime.Policy{Files: runtime.FilePolicy{Write: []string{"."}}, Network: runtime.NetworkPolicy{Allow: []string{"api.example.org."}}}, nil},
		{"another host", runtime.Policy{Files: runtime.FilePolicy{Write: []string{"."}}, Network: runtime.NetworkPolicy{Allow: []string{"example.org"}}}, []string{"fetches"}},
		{"a pattern that is wider", runtime.Policy{Files: runtime.FilePolicy{Write: []string{"."}}, Network: runtime.NetworkPolicy{Allow: []string{"*.org"}}}, nil},
		{"excluded tools are not checked", runtime.Policy{Exclude: []string{"reads", "writes", "fetches"}}, nil},
	} {
		registry := newRegistry(t, &runtime.Options{Backends: backends(toolstest.NewFS(nil))}, tools...)
		var got []string
		for _, err := range registry.Validate(c.policy) {
			var problem *runtime.PolicyError
			if errors.As(err, &problem) {
				got = append(got, problem.Tool)
			}
		}
		if strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s: problems of %v, want %v", c.reason, got, c.want)
		}
	}
}

package runtime_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/decode"
	"github.com/toolgen/toolgen/runtime/spill"
)

const token = "ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

// strippingReducer is a reducer that removes escape sequences.
type strippingReducer struct{}

func (strippingReducer) Tool() string { return "fetch" }
func (strippingReducer) Reduce(r runtime.Result, _ runtime.ReduceContext) runtime.Result {
	r.Value, r.Error = strings.ReplaceAll(r.Value, "\x1b[m", ""), strings.ReplaceAll(r.Error, "\x1b[m", "")
	return r
}

type panickingError struct{}

func (panickingError) Error() string { panic("no text") }
func (panickingError) As(any) bool   { panic("no kind") }

// A secret is redacted in each field, even if it is complete only after other
// characters were removed.
func TestTokensAreRedactedInEveryField(t *testing.T) {
	const split = "ghp_\x1b[m" + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	escaped := strings.Replace(token, "ghp_", `\u0067hp_`, 1)
	for _, c := range []struct {
		reason string
		result runtime.Result
	}{
		{"escapes in a text", runtime.Text(split)},
		{"in an error", runtime.Fail(runtime.ExecutionFailed, split)},
		{"in structured content", runtime.Result{OK: true, Structured: json.RawMessage(`{"a":"ghp_\u001b[maaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}`)}},
		{"in a part", runtime.Result{OK: true, Parts: []runtime.Part{{Kind: runtime.PartResource, Text: split}}}},
		{"in a part's data", runtime.Result{OK: true, Parts: []runtime.Part{{Kind: runtime.PartResource, Data: []byte(split)}}}},
		{"zero width", runtime.Text(strings.Replace(token, "p_", "p\u200b_", 1))},
		{"JSON's escapes", runtime.Result{OK: true, Structured: json.RawMessage(`{"a":"` + escaped + `"}`)}},
		{"JSON's escapes and a token without escapes", runtime.Result{OK: true, Structured: json.RawMessage(`{"a":"` + escaped + `","b":"` + token + `"}`)}},
		{"a reason", runtime.Result{Code: runtime.ExecutionFailed, Error: "x", Reason: token}},
		{"a field", runtime.Result{Code: runtime.ExecutionFailed, Error: "x", Field: token}},
		{"a media type", runtime.Result{OK: true, Parts: []runtime.Part{{MIME: token}}}},
		{"data", runtime.Result{OK: true, Parts: []runtime.Part{{Data: []byte(token)}}}},
		{"a cause", runtime.Result{Code: runtime.ExecutionFailed, Error: "x", Cause: errors.New(token)}},
	} {
		for _, trusted := range []bool{false, true} {
			tool, o := fetch(c.result), &runtime.Options{}
			if trusted {
				tool.Untrusted, o.Reducers = nil, new(runtime.Reducers)
				if _, err := o.Reducers.Register(strippingReducer{}); err != nil {
					t.Fatal(err)
				}
			}
			got := newRegistry(t, o, tool).ExecuteParallel(t.Context(), calls("fetch"), nil)[0].Result
			output := fmt.Sprint(got.Value, got.Error, string(got.Structured), got.Field, got.Reason, got.Cause)
			var decoded any
			_ = json.Unmarshal(got.Structured, &decoded)
			output += fmt.Sprint(decoded)
			for _, part := range got.Parts {
				output += part.Text + part.MIME + string(part.Data)
			}
			if strings.Contains(output, token) {
				t.Errorf("%s: %q", c.reason, output)
			}
			if !trusted && !strings.Contains(output, "[REDACTED:github-token]") {
				t.Errorf("%s: nothing was redacted in %q", c.reason, output)
			}
		}
	}
}

// A cause keeps its value, even if its methods fail.
func TestCauses(t *testing.T) {
	cause := errors.New(token)
	for _, err := range []error{cause, panickingError{}} {
		result := runtime.Result{Code: runtime.ExecutionFailed, Error: "x", Cause: err}
		got := execute(t, newRegistry(t, nil, fetch(result)), "fetch")[0].Result
		if got.Cause == nil || strings.Contains(got.Cause.Error(), token) || errors.Unwrap(got.Cause) != err {
			t.Errorf("the cause is %v", got.Cause)
		}
	}
}

// A text is redacted before it is cut: no output has the beginning of a token.
func TestTokensAreRedactedBeforeTheyAreCut(t *testing.T) {
	word := runtime.Tool{Name: "word", Decode: decodeWord, Invoke: textHandler("")}
	any := runtime.Tool{Name: "any", Decode: func(*decode.D) any { return nil }, Invoke: textHandler("")}
	registry := newRegistry(t, &runtime.Options{Spill: files(t, spill.FilesOptions{})}, word, any)
	x := func(n int) string { return strings.Repeat("x ", n/2) }
	for _, c := range []struct {
		reason, tool, args string
		dry                bool
	}{
		{"a dry run's string", "any", `{"a":"` + x(490) + token + `"}`, true},
		{"with escapes", "any", `{"a":"\u0067hp_` + token[4:] + `"}`, true},
		{"what is not JSON", "any", `{'a': "` + x(490) + token, true},
		{"a refused value", "word", `{"size":[{"a":"` + x(36) + token + `"}]}`, false},
		{"the name of a tool", strings.Repeat("y.", 27) + token, `{}`, false},
		{"a handle", "read_result", `{"handle":"` + strings.Repeat("y ", 27) + token + `"}`, false},
	} {
		got := registry.ExecuteParallel(t.Context(), []runtime.ToolCall{{Name: c.tool, Args: json.RawMessage(c.args)}}, &runtime.Turn{DryRun: c.dry})[0].Result
		output := fmt.Sprint(got.Value, got.Error, got.Cause)
		if strings.Contains(output, "ghp_") || strings.Contains(output, "aaaa") || strings.Contains(output, "0067") {
			t.Errorf("%s: %s", c.reason, output)
		}
	}
}

// A secret that one tool stores is redacted in the result of another tool of
// the session.
func TestSecretsOfASession(t *testing.T) {
	var kept string
	keep := runtime.Tool{Name: "keep", Needs: &capability.Needs{Kinds: capability.KindSecrets, Secrets: []string{"vault/*"}}, Invoke: func(ctx context.Context, call *runtime.Call) runtime.Result {
		kept, _ = call.Capabilities().Secrets.Get(ctx, "vault/key")
		return runtime.Text("kept")
	}}
	tell := runtime.Tool{Name: "tell", Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text("it is " + kept) }}
	registry := newRegistry(t, &runtime.Options{Backends: backends(nil)}, keep, tell)
	turn := &runtime.Turn{Session: runtime.NewSession("s", "k")}
	registry.ExecuteParallel(t.Context(), calls("keep"), turn)
	if got := registry.ExecuteParallel(t.Context(), calls("tell"), turn)[0].Result.Value; got != "it is [REDACTED]" || kept == "" {
		t.Errorf("got %q", got)
	}
}

// Keys are redacted in the logged error of a shutdown.
func TestShutdownErrorsAreRedacted(t *testing.T) {
	var log bytes.Buffer
	registry := newRegistry(t, &runtime.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))},
		runtime.Tool{Name: "a", Shutdown: func(context.Context) error { return errors.New("with " + token) }})
	registry.Unregister("a")
	if !strings.Contains(log.String(), "REDACTED") || strings.Contains(log.String(), token) {
		t.Errorf("the log is %s", log.String())
	}
}

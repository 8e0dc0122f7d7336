package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	goruntime "runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
	"github.com/toolgen/toolgen/runtime/spill"
)

// toolReturning returns a tool with the result.
func toolReturning(result runtime.Result) runtime.Tool {
	return runtime.Tool{Name: "a", Invoke: func(context.Context, *runtime.Call) runtime.Result { return result }}
}

// object returns a JSON object of n bytes.
func object(n int) json.RawMessage {
	return json.RawMessage(`{"a":"` + strings.Repeat("x", n-len(`{"a":""}`)) + `"}`)
}

func TestLimits(t *testing.T) {
	small := runtime.Options{MaxStructuredBytes: 100, MaxPartBytes: 100}
	part := func(n int) runtime.Part { return runtime.ImagePart("", make([]byte, n-len("image"))) }
	for _, c := range []struct {
		reason  string
		options runtime.Options
		result  runtime.Result
		want    string // the reason of the failure; empty for a success
	}{
		{"structured content as large as allowed", small, runtime.Result{OK: true, Structured: object(100)}, ""},
		{"one byte more", small, runtime.Result{OK: true, Structured: object(101)}, "structured_too_large"},
		{"of a failure, too", small, runtime.Result{Error: "e", Code: runtime.NotAvailable, Structured: object(101)}, "structured_too_large"},
		{"parts as large as allowed", small, runtime.Result{OK: true, Parts: []runtime.Part{part(40), part(60)}}, ""},
		{"one byte more of data", small, runtime.Result{OK: true, Parts: []runtime.Part{part(40), part(61)}}, "parts_too_large"},
		{"of text", small, runtime.Result{OK: true, Parts: []runtime.Part{runtime.TextPart(strings.Repeat("x", 97))}}, "parts_too_large"},
		{"of links", small, runtime.Result{OK: true, Parts: []runtime.Part{runtime.LinkPart(strings.Repeat("u", 50), strings.Repeat("n", 50))}}, "parts_too_large"},
		{"of roles", small, runtime.Result{OK: true, Parts: []runtime.Part{runtime.TextPart("").For(make([]runtime.Role, 1000)...)}}, "parts_too_large"},
		{"the defaults", runtime.Options{}, runtime.Result{OK: true, Structured: object(1 << 20), Parts: []runtime.Part{part(16 << 20)}}, ""},
		{"more than the default of structured content", runtime.Options{}, runtime.Result{OK: true, Structured: object(1<<20 + 1)}, "structured_too_large"},
		{"more than the default of parts", runtime.Options{}, runtime.Result{OK: true, Parts: []runtime.Part{part(16<<20 + 1)}}, "parts_too_large"},
		{"no limit", runtime.Options{MaxStructuredBytes: -1, MaxPartBytes: -1}, runtime.Result{OK: true, Structured: object(1<<20 + 1), Parts: []runtime.Part{part(16<<20 + 1)}}, ""},
		{"as many parts as allowed", runtime.Options{}, runtime.Result{OK: true, Parts: make([]runtime.Part, 256)}, ""},
		{"one more, though bytes have no limit", runtime.Options{MaxPartBytes: -1}, runtime.Result{OK: true, Parts: make([]runtime.Part, 257)}, "parts_too_large"},
		{"a URI as long as allowed", runtime.Options{}, runtime.Result{OK: true, Parts: []runtime.Part{runtime.LinkPart(strings.Repeat("u", 8192), "")}}, ""},
		{"one byte more", runtime.Options{}, runtime.Result{OK: true, Parts: []runtime.Part{runtime.LinkPart(strings.Repeat("u", 8193), "")}}, "parts_too_large"},
	} {
		c.result.CostUSD = 0.25
		got := execute(t, newRegistry(t, &c.options, toolReturning(c.result)), "a")[0].Result
		if c.want == "" {
			if got.OK != c.result.OK || string(got.Structured) != string(c.result.Structured) || len(got.Parts) != len(c.result.Parts) {
				t.Errorf("%s: got %.300s, %s", c.reason, got.Error, got.Reason)
			}
			continue
		}
		if got.OK || got.Code != runtime.ExecutionFailed || got.Reason != c.want || got.Structured != nil || got.Parts != nil || got.CostUSD != 0.25 {
			t.Errorf("%s: got %.300s, %s, %s, cost %v", c.reason, got.Error, got.Code, got.Reason, got.CostUSD)
		}
	}
}

// The failure has the size, the limit and advice. For a tool that may change
// data, it says that the tool has run.
func TestLimitMessage(t *testing.T) {
	result := runtime.Result{OK: true, Structured: object(300)}
	const first = "The result of tool a is too large: it has 300 bytes of structured content; at most 200 are allowed."
	const last = " Ask it for less, such as fewer items or a smaller range."
	changes, reads := toolReturning(result), toolReturning(result)
	reads.Hints.ReadOnly = true
	changes.DryRun = changes.Invoke
	for _, c := range []struct {
		reason string
		tool   runtime.Tool
		turn   runtime.Turn
		want   string
	}{
		{"a tool that may change something", changes, runtime.Turn{}, first + " The tool has run: its effects remain." + last},
		{"a tool that only reads", reads, runtime.Turn{}, first + last},
		{"a dry run", changes, runtime.Turn{DryRun: true}, first + last},
	} {
		registry := newRegistry(t, &runtime.Options{MaxStructuredBytes: 200}, c.tool)
		got := registry.ExecuteParallel(t.Context(), calls("a"), &c.turn)[0].Result
		if got.Error != c.want || got.Reason != runtime.ReasonStructuredTooLarge {
			t.Errorf("%s: got %q, want %q", c.reason, got.Error, c.want)
		}
	}
}

// The limits also apply to results that do not come from Invoke.
func TestLimitsOfEveryResult(t *testing.T) {
	large := runtime.Result{OK: true, Value: "v", Parts: []runtime.Part{runtime.TextPart(strings.Repeat("x", 200))}}
	plain := runtime.Tool{Name: "a", Invoke: textHandler("small")}
	middleware := runtime.Middleware{Name: "m", Wrap: func(_ *runtime.Tool, _ runtime.Handler) runtime.Handler {
		return func(context.Context, *runtime.Call) runtime.Result { return large }
	}}
	cached, dry, failing := toolReturning(large), plain, toolReturning(runtime.Result{})
	cached.Cache = &runtime.Cache{}
	dry.DryRun = func(context.Context, *runtime.Call) runtime.Result { return large }
	failing.Invoke = func(context.Context, *runtime.Call) runtime.Result {
		return runtime.Result{Error: "e", Code: runtime.StaleWrite, Parts: large.Parts}
	}
	reducers := new(runtime.Reducers)
	if _, err := reducers.Register(growingReducer{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		reason  string
		options runtime.Options
		tool    runtime.Tool
		turn    runtime.Turn
		want    string
	}{
		{"middleware", runtime.Options{Middleware: []runtime.Middleware{middleware}}, plain, runtime.Turn{}, "parts_too_large"},
		{"a result to be kept", runtime.Options{}, cached, runtime.Turn{Session: runtime.NewSession("s", "k")}, "parts_too_large"},
		{"a dry run", runtime.Options{}, dry, runtime.Turn{DryRun: true}, "parts_too_large"},
		{"a failure", runtime.Options{}, failing, runtime.Turn{}, "parts_too_large"},
		{"a reducer, of which only the text is taken", runtime.Options{Reducers: reducers}, plain, runtime.Turn{}, ""},
	} {
		c.options.MaxPartBytes = 100
		registry := newRegistry(t, &c.options, c.tool)
		for range 2 { // the second time from the cache, if it was kept
			got := registry.ExecuteParallel(t.Context(), calls("a", "a"), &c.turn)
			for _, r := range got {
				if r.Result.Reason != c.want || len(r.Result.Parts) > 0 {
					t.Errorf("%s: got %+v", c.reason, r.Result)
				}
			}
		}
		if c.turn.Session.Totals().Cached > 0 {
			t.Errorf("%s: a result that is too large was kept", c.reason)
		}
	}
}

// growingReducer is a reducer that adds parts.
type growingReducer struct{}

func (growingReducer) Tool() string { return "a" }
func (growingReducer) Reduce(r runtime.Result, _ runtime.ReduceContext) runtime.Result {
	r.Value, r.Parts = "s", []runtime.Part{runtime.TextPart(strings.Repeat("x", 200))}
	return r
}

// backendsWith returns backends with a secret.
func backendsWith(secret string) *capability.Backends {
	return &capability.Backends{Secrets: secrets.New(&secrets.Options{Store: secrets.Map(map[string]string{"vault/key": secret})}).Open}
}

// A result can exceed a limit because a placeholder is longer than its secret,
// or a marker longer than its template token.
func TestLimitsAfterGrowth(t *testing.T) {
	tool := toolReturning(runtime.Result{})
	tool.Needs = &capability.Needs{Kinds: capability.KindSecrets, Secrets: []string{"vault/key"}}
	tool.Invoke = func(ctx context.Context, c *runtime.Call) runtime.Result {
		secret, err := c.Capabilities().Secrets.Get(ctx, "vault/key")
		if err != nil {
			return runtime.FromError(err)
		}
		return runtime.Result{OK: true, Parts: []runtime.Part{runtime.TextPart(strings.Repeat(secret+" ", 10))}}
	}
	options := runtime.Options{MaxPartBytes: 60, Backends: backendsWith("abcd")}
	if got := execute(t, newRegistry(t, &options, tool), "a")[0].Result; got.Reason != runtime.ReasonPartsTooLarge {
		t.Errorf("redacted: got %+v", got)
	}
	for _, result := range []runtime.Result{
		{OK: true, Parts: []runtime.Part{runtime.TextPart("<|im_end|><|im_end|><|im_end|><|im_end|>")}},
		{OK: true, Structured: json.RawMessage(`{"a":"<|im_end|><|im_end|><|im_end|><|im_end|>"}`)},
	} {
		options := runtime.Options{MaxPartBytes: 60, MaxStructuredBytes: 60}
		got := execute(t, newRegistry(t, &options, fetch(result)), "fetch")[0].Result
		if !strings.HasSuffix(got.Reason, "_too_large") || !strings.HasPrefix(got.Error, "The result of tool fetch is too large") {
			t.Errorf("neutralized: got %+v; the runtime's own words have no fence", got)
		}
	}
}

// The text of a result that is too large can be read with read_result.
func TestLimitSpillsText(t *testing.T) {
	text := strings.Repeat("line of text\n", 100) + token
	structured := runtime.Result{OK: true, Value: text, Structured: object(300), Parts: []runtime.Part{runtime.TextPart("second " + token)}}
	many := runtime.Result{OK: true, Value: text, Parts: make([]runtime.Part, 300)}
	shown := strings.ReplaceAll(text, token, "[REDACTED:github-token]")
	for _, c := range []struct {
		reason    string
		result    runtime.Result
		untrusted bool
		want      string // what read_result returns
	}{
		{"structured content", structured, false, shown + "\nsecond [REDACTED:github-token]"},
		{"too many parts", many, false, shown},
		{"of a failure", runtime.Result{Error: text, Structured: object(300)}, false, shown},
		{"untrusted", runtime.Result{OK: true, Value: "<|im_end|>" + text, Structured: object(300)}, true, opening + "[STRIPPED-TEMPLATE-TOKEN]" + shown + closing},
	} {
		tool := fetch(c.result)
		if !c.untrusted {
			tool.Untrusted = nil
		}
		registry := newRegistry(t, &runtime.Options{MaxStructuredBytes: 200, Spill: files(t, spill.FilesOptions{})}, tool)
		turn := &runtime.Turn{Session: runtime.NewSession("s", "k")}
		got := registry.ExecuteParallel(t.Context(), calls("fetch"), turn)[0].Result
		_, handle, found := strings.Cut(got.Error, "is stored: call read_result with handle ")
		if !found || got.Code != runtime.ExecutionFailed {
			t.Errorf("%s: got %+v", c.reason, got)
			continue
		}
		read := readOn(t, registry, turn, fmt.Sprintf(`{"handle":%q}`, strings.TrimSuffix(handle, "."))).Result
		if before, _, _ := strings.Cut(read.Value, "\n[chars 0 to "); before != c.want {
			t.Errorf("%s: read %q, want %q", c.reason, read.Value+read.Error, c.want)
		}
	}
}

// The text is stored only if it can be read, and never for an abandoned call.
func TestLimitSpillsOnlyReadableText(t *testing.T) {
	withFakeTime(t, func(t *testing.T) {
		puts := 0
		store := fakeStore{func() (string, error) { puts++; return "h", nil }}
		large := runtime.Result{OK: true, Value: strings.Repeat("x", 1000), Structured: object(300)}
		late := runtime.Tool{Name: "late", Timeout: time.Second, Invoke: func(context.Context, *runtime.Call) runtime.Result {
			time.Sleep(5 * time.Second)
			return large
		}}
		o := quiet(t.Output())
		o.MaxStructuredBytes, o.Spill = 200, store
		registry := newRegistry(t, o, late, toolReturning(large), sleepingTool("slow", 10*time.Second))
		for _, turn := range []*runtime.Turn{nil, {Session: runtime.NewSession("s", "k"), Policy: runtime.Policy{Exclude: []string{"read_result"}}}} {
			got := registry.ExecuteParallel(t.Context(), calls("a"), turn)[0].Result
			if puts > 0 || strings.Contains(got.Error, "handle") || got.Reason != runtime.ReasonStructuredTooLarge {
				t.Errorf("%d texts kept: %+v", puts, got)
			}
		}
		registry.ExecuteParallel(t.Context(), calls("late", "slow"), &runtime.Turn{Session: runtime.NewSession("s", "k")})
		if puts > 0 || registry.Stats().Late != 1 {
			t.Errorf("%d texts of abandoned calls kept", puts)
		}
		registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{Session: runtime.NewSession("s", "k")})
		if puts != 1 {
			t.Errorf("%d texts kept, want that of the call", puts)
		}
	})
}

// A text that is too large for the store is not stored.
func TestLimitTextTooLargeForTheStore(t *testing.T) {
	o := quiet(t.Output())
	o.MaxStructuredBytes, o.Spill = 200, files(t, spill.FilesOptions{MaxBytes: 500})
	registry := newRegistry(t, o, toolReturning(runtime.Result{OK: true, Value: strings.Repeat("x", 1000), Structured: object(300)}))
	got := registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{Session: runtime.NewSession("s", "k")})[0].Result
	if got.Reason != runtime.ReasonStructuredTooLarge || strings.Contains(got.Error, "handle") {
		t.Errorf("got %+v", got)
	}
}

// Short fields are cut after their secrets are redacted.
func TestLimitsOfDetails(t *testing.T) {
	long := strings.Repeat("é", 1000)
	cause := errors.New(strings.Repeat("c", 1<<20))
	failure := runtime.Result{Code: runtime.StaleWrite, Error: "e", Reason: long, Field: strings.Repeat("f ", 120) + token, ConflictKey: long + "\xff", Cause: cause}
	part := runtime.Part{Kind: runtime.PartKind(long), MIME: long, Name: long, Title: strings.Repeat("t ", 120) + token, Description: long + long}
	failure.Parts = []runtime.Part{part}
	got := execute(t, newRegistry(t, nil, toolReturning(failure)), "a")[0].Result
	shown := got.Parts[0]
	for name, c := range map[string]struct {
		text  string
		limit int
	}{
		"reason": {got.Reason, 256}, "field": {got.Field, 256}, "conflict key": {got.ConflictKey, 256}, "cause": {got.Cause.Error(), 65536},
		"kind": {string(shown.Kind), 256}, "MIME": {shown.MIME, 256}, "name": {shown.Name, 256}, "title": {shown.Title, 256}, "description": {shown.Description, 1024},
	} {
		if n := utf8.RuneCountInString(c.text); n > c.limit || n < c.limit-20 || !utf8.ValidString(c.text) || strings.Contains(c.text, "ghp_") {
			t.Errorf("%s: %d code points, want at most %d: %.400q", name, n, c.limit, c.text)
		}
	}
	if !errors.Is(got.Cause, cause) {
		t.Error("the cause is no longer the error itself")
	}
}

// Redaction copies the text. The allocations of a call therefore show whether
// it was redacted.
func TestLimitsAreCheckedBeforeRedaction(t *testing.T) {
	const size = 100 << 20
	large := strings.Repeat("x", size)
	for reason, result := range map[string]runtime.Result{
		"structured content":   {OK: true, Structured: json.RawMessage(large)},
		"a text part":          {OK: true, Parts: []runtime.Part{runtime.TextPart(large)}},
		"data":                 {OK: true, Parts: []runtime.Part{runtime.ImagePart("image/png", []byte(large))}},
		"a name":               {OK: true, Parts: []runtime.Part{{Name: large}}},
		"a kind":               {OK: true, Parts: []runtime.Part{{Kind: runtime.PartKind(large)}}},
		"a million parts":      {OK: true, Parts: make([]runtime.Part, 1_000_000)},
		"a reason":             {Error: "e", Reason: large},
		"a field":              {Error: "e", Field: large},
		"a conflict key":       {Error: "e", ConflictKey: large},
		"what a cause says":    {Error: "e", Cause: textError(large)},
		"a reason of no UTF-8": {Error: "e", Reason: strings.Repeat("\x80", size)},
	} {
		tool := toolReturning(result)
		cached := tool
		cached.Cache = &runtime.Cache{}
		for _, tool := range []runtime.Tool{tool, cached} {
			registry := newRegistry(t, nil, tool)
			var before, after goruntime.MemStats
			goruntime.ReadMemStats(&before)
			got := execute(t, registry, "a")[0].Result
			goruntime.ReadMemStats(&after)
			if spent := after.TotalAlloc - before.TotalAlloc; spent > size/4 {
				t.Errorf("%s: the call allocates %d bytes", reason, spent)
			}
			if got.OK || len(got.Reason) > 1024 {
				t.Errorf("%s: got %.300s, %.300s", reason, got.Error, got.Reason)
			}
		}
	}
}

// textError is an error with this text.
type textError string

func (e textError) Error() string { return string(e) }

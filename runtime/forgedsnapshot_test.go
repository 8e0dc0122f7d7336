package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
)

// forgedSession returns the session of a snapshot whose references of secrets no tool has received.
func forgedSession(t *testing.T, references ...string) *runtime.Session {
	t.Helper()
	var refs []map[string]string
	for _, reference := range references {
		refs = append(refs, map[string]string{"reference": reference, "tool": "none"})
	}
	list, err := json.Marshal(refs)
	if err != nil {
		t.Fatal(err)
	}
	text := `{"version":1,"id":"s","key":"k","reads":[],"totals":{"sum":{"calls":0}},"secrets":` + string(list) + `,"notes":[],"decisions":[]}`
	return runtime.RestoreSession(*read(t, new(runtime.Snapshot), text).(*runtime.Snapshot))
}

// A forged reference makes the runtime get a secret that no tool declares. No tool gets the value and no result has
// it: the value is only removed from results, which shows whether a result had it.
func TestForgedReferencesOfSecrets(t *testing.T) {
	const value = "root-Passw0rd-of-the-vault"
	var asked atomic.Int32
	store := secrets.StoreFunc(func(_ context.Context, reference string) (string, error) {
		asked.Add(1)
		if reference == "missing" {
			return "", errors.New("there is no " + reference)
		}
		return value, nil
	})
	registry := newRegistry(t, &runtime.Options{Backends: &capability.Backends{Secrets: secrets.New(&secrets.Options{Store: store}).Open}},
		runtime.Tool{Name: "a", Invoke: func(_ context.Context, call *runtime.Call) runtime.Result {
			result := runtime.Text("guess: root-Passw0rd-of-the-vault, other")
			result.Structured = json.RawMessage(`{"guess":"` + value + `"}`)
			return result
		}})
	run := func(session *runtime.Session) runtime.CallResult {
		return registry.ExecuteParallel(t.Context(), calls("a"), &runtime.Turn{Session: session})[0]
	}
	session := forgedSession(t, "vault/root")
	got := run(session)
	if text := encodings(t, &got)[0] + encodings(t, session.Snapshot())[0]; !got.Result.OK || strings.Contains(text, value) || !strings.Contains(got.Result.Value, "[REDACTED") {
		t.Errorf("the result is %s", text)
	}
	if got := run(forgedSession(t, "vault/root", "missing")); got.Result.OK || strings.Contains(got.Result.Error, "missing") || strings.Contains(got.Result.Error, value) {
		t.Errorf("a reference without a value: %+v", got.Result)
	}
	asked.Store(0)
	var many []string
	for i := range 5000 {
		many = append(many, fmt.Sprint("vault/", i))
	}
	if got := run(forgedSession(t, many...)); !got.Result.OK || asked.Load() > 256 {
		t.Errorf("the store was asked %d times: %+v", asked.Load(), got.Result)
	}
}

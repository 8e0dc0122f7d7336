package runtime_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/secrets"
)

// An excerpt has no part of a secret, wherever the tool cuts the text, in plain
// form and in a code.
func TestExcerpt(t *testing.T) {
	const secret = "swordfish+0123456789/abcdef"
	for _, form := range []string{secret, "swordfish%2B0123456789%2Fabcdef", "c3dvcmRmaXNoKzAxMjM0NTY3ODkvYWJjZGVm", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"} {
		tool := runtime.Tool{
			Name:  "excerpt",
			Needs: &capability.Needs{Kinds: capability.KindSecrets, Secrets: []string{"key"}},
			Invoke: func(ctx context.Context, c *runtime.Call) runtime.Result {
				if _, err := c.Capabilities().Secrets.Get(ctx, "key"); err != nil {
					return runtime.FromError(err)
				}
				text := "before " + form + " after"
				for start := range len(text) {
					for end := start; end <= len(text); end++ {
						got := c.Excerpt(text, start, end)
						isInside := start < len("before ")+len(form) && end > len("before ")
						if isInside != strings.Contains(got, "[REDACTED") || strings.ContainsAny(got, "0123456789+%") {
							return runtime.Text(got)
						}
					}
				}
				return runtime.Text("ok")
			},
		}
		options := &runtime.Options{Backends: &capability.Backends{
			Secrets: secrets.New(&secrets.Options{Store: secrets.Map(map[string]string{"key": secret})}).Open,
		}}
		if got := execute(t, newRegistry(t, options, tool), "excerpt")[0].Result; got.Value != "ok" {
			t.Errorf("%s: %+v", form, got)
		}
	}
	if got := runtime.NewCall(nil, runtime.ToolCall{}).Excerpt("a text", 2, 4); got != "te" {
		t.Errorf("without secrets: %q", got)
	}
}

// All codes of a nested value are redacted in the text and in the structured
// content of the same result.
func TestNestedJSONIsRedacted(t *testing.T) {
	const secret = `a"quoted"<secret>/42`
	tool := runtime.Tool{
		Name:  "nested",
		Needs: &capability.Needs{Kinds: capability.KindSecrets, Secrets: []string{"key"}},
		Invoke: func(ctx context.Context, c *runtime.Call) runtime.Result {
			value, err := c.Capabilities().Secrets.Get(ctx, "key")
			if err != nil {
				return runtime.FromError(err)
			}
			for range 4 {
				value = string(runtime.Object(map[string]string{"v": value}).Structured)
			}
			return runtime.Object(map[string]string{"v": value})
		},
	}
	options := &runtime.Options{Backends: &capability.Backends{
		Secrets: secrets.New(&secrets.Options{Store: secrets.Map(map[string]string{"key": secret})}).Open,
	}}
	got := execute(t, newRegistry(t, options, tool), "nested")[0].Result
	for _, text := range []string{got.Value, string(got.Structured)} {
		if strings.Contains(text, "quoted") || strings.Contains(text, "42") || !strings.Contains(text, "[REDACTED]") {
			t.Errorf("%q", text)
		}
	}
}

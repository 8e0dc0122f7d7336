package generated_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/generated"
)

type leaf struct {
	Wait time.Duration `json:"wait"`
	Text string        `json:"Text"`
}

// TestRewriter rewrites durations and adds discriminators at every kind of place.
func TestRewriter(t *testing.T) {
	rewriteLeaf := func(w *generated.Rewriter, v *leaf) {
		for member := range w.Members() {
			if member == "wait" {
				w.Duration(v.Wait)
			}
		}
	}
	one := leaf{90 * time.Second, `a "quoted\" {text}, [:`}
	tests := []struct {
		reason  string
		value   any
		rewrite func(w *generated.Rewriter)
		want    string
	}{
		{"nothing is rewritten", one, func(*generated.Rewriter) {}, ""},
		{"a number alone", time.Second, func(w *generated.Rewriter) { w.Duration(time.Second) }, `"1s"`},
		{"a member", one, func(w *generated.Rewriter) { rewriteLeaf(w, &one) }, `{"wait":"1m30s","Text":"a \"quoted\\\" {text}, [:"}`},
		{"items, and null", []*leaf{&one, nil}, func(w *generated.Rewriter) {
			for i := range w.Items() {
				if i == 0 {
					rewriteLeaf(w, &one)
				}
			}
		}, `[{"wait":"1m30s","Text":"a \"quoted\\\" {text}, [:"},null]`},
		{"an empty list", []leaf{}, func(w *generated.Rewriter) {
			for range w.Items() {
				t.Error("an item")
			}
		}, `[]`},
		{"null", []leaf(nil), func(w *generated.Rewriter) {
			for range w.Items() {
				t.Error("an item")
			}
		}, `null`},
		{"a discriminator", one, func(w *generated.Rewriter) {
			w.Discriminator("kind", "leaf")
			rewriteLeaf(w, &one)
		}, `{"kind":"leaf","wait":"1m30s","Text":"a \"quoted\\\" {text}, [:"}`},
		{"a discriminator of an empty object", struct{}{}, func(w *generated.Rewriter) {
			w.Discriminator("kind", "none")
			for range w.Members() {
				t.Error("a member")
			}
		}, `{"kind":"none"}`},
		{"a map with numbers as keys", map[int]time.Duration{7: time.Hour}, func(w *generated.Rewriter) {
			for member := range w.Members() {
				if d, ok := generated.Lookup(map[int]time.Duration{7: time.Hour}, member); ok {
					w.Duration(d)
				}
			}
		}, `{"7":"1h0m0s"}`},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			text, err := json.Marshal(test.value)
			if err != nil {
				t.Fatal(err)
			}
			w := generated.NewRewriter(text)
			test.rewrite(w)
			if test.want == "" {
				test.want = string(text)
			}
			if got := string(w.Finish()); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

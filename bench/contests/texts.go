package contests

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// textSize is the length of a long result, in bytes.
const textSize = 10_000_000

// text is a long result.
type text struct{ name, text string }

// texts are of one sort each. Of mixed text there is one whose period is so
// short that a processor learns where its characters end, and one that it
// cannot foresee, as texts are.
func texts() []text {
	return []text{
		{"ASCII", repeated("The quick brown fox jumps over the lazy dog, as it does in every text of this sort.\n")},
		{"CJK", repeated("天地玄黃宇宙洪荒日月盈昃")},
		{"mixed, repeated", repeated("The café serves 漢字 tea 😀, naïve ")},
		{"mixed, at random", random()},
	}
}

func repeated(piece string) string { return strings.Repeat(piece, textSize/len(piece)) }

func random() string {
	words := strings.SplitAfter("hello world the café naïve Straße über 漢字 日本語 かな 😀 👍🏽 a of value: – ", " ")
	source := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < textSize {
		b.WriteString(words[source.IntN(len(words))])
	}
	return b.String()
}

// Texts executes one call with a long result: secrets are looked for, invalid
// UTF-8 too, and all but the budget is cut off.
func Texts() (Contest, error) {
	c := Contest{
		Title: "A result of 10 MB, made safe, counted and cut to 80 000 characters; counting and cutting at most 1 x",
		Ways: []Way{
			{Name: "utf8.RuneCountInString alone"},
			{Name: "utf8.ValidString alone"},
			{Name: "toolgen: a batch of one call"},
			{Name: "toolgen: the same, of an untrusted tool"},
		},
	}
	for _, text := range texts() {
		c.Loads = append(c.Loads, text.name)
		trusted, err := cutting(text.text, nil)
		if err != nil {
			return Contest{}, err
		}
		untrusted, err := cutting(text.text, &runtime.Untrusted{})
		if err != nil {
			return Contest{}, err
		}
		for i, run := range []func() error{counting(text.text), validating(text.text), trusted, untrusted} {
			c.Ways[i].Run = append(c.Ways[i].Run, run)
		}
	}
	return c, nil
}

func counting(text string) func() error {
	return func() error {
		if utf8.RuneCountInString(text) == 0 {
			return errors.New("the text is empty")
		}
		return nil
	}
}

func validating(text string) func() error {
	return func() error {
		if !utf8.ValidString(text) {
			return errors.New("the text is not UTF-8")
		}
		return nil
	}
}

// cutting executes a call that returns the text.
func cutting(text string, untrusted *runtime.Untrusted) (func() error, error) {
	registry := runtime.NewRegistry(nil)
	err := registry.Register(&runtime.Tool{
		Name: "long", Untrusted: untrusted,
		Invoke: func(context.Context, *runtime.Call) runtime.Result { return runtime.Text(text) },
	})
	if err != nil {
		return nil, err
	}
	ctx, turn := context.Background(), &runtime.Turn{ResultBudgetChars: budget}
	calls := []runtime.ToolCall{{ID: "1", Name: "long"}}
	return func() error {
		if registry.ExecuteParallel(ctx, calls, turn)[0].Truncated == nil {
			return errors.New("the result was not cut")
		}
		return nil
	}, nil
}

// budget is what the result is cut to, in code points.
const budget = 80_000

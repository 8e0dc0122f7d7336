package comparisons

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

// texts returns texts of several kinds. One mixed text repeats a short piece, so that
// branch prediction works well for it; the other is random, like real texts.
func texts() []text {
	return []text{
		{"ASCII", repeatedText("The quick brown fox jumps over the lazy dog, as it does in every text of this sort.\n")},
		{"CJK", repeatedText("天地玄黃宇宙洪荒日月盈昃")},
		{"mixed, repeated", repeatedText("The café serves 漢字 tea 😀, naïve ")},
		{"mixed, at random", randomText()},
		{"prose", wordsOf("the ", "harbour ", "was quiet, ", "and ", "nobody ", "had seen ", "a ship ", "since Tuesday. ", "Then ", "came rain;\n")},
		{"digits", wordsOf("1732 ", "0.25 ", "99 ", "2026-01-05 ", "100482\n", "3.14159 ")},
		{"Go source", wordsOf("\tif err != nil {\n", "\t\treturn nil, err\n", "\t}\n", "\tfmt.Println(\"done\", n)\n", "// A comment.\n", "func f() {\n", "}\n\n")},
		{"JSON log", wordsOf(`{"time":"2026-01-05T10:00:00Z","level":"info","msg":"request","status":200,"path":"/api/items"}`+"\n",
			`{"time":"2026-01-05T10:00:01Z","level":"warn","msg":"slow","user_id":"u-8812","took_ms":731.5}`+"\n")},
	}
}

// repeatedText repeats a piece up to textSize.
func repeatedText(piece string) string { return strings.Repeat(piece, textSize/len(piece)) }

// randomText returns words of several scripts up to textSize.
func randomText() string {
	return wordsOf(strings.SplitAfter("hello world the café naïve Straße über 漢字 日本語 かな 😀 👍🏽 a of value: – ", " ")...)
}

// wordsOf returns random words up to textSize, the same in each run.
func wordsOf(words ...string) string {
	source := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < textSize {
		b.WriteString(words[source.IntN(len(words))])
	}
	return b.String()
}

// TextsTitle is the title of the table.
const TextsTitle = "A result of 10 MB, redacted, counted and truncated to 80 000 characters; limit for counting and truncating: 1 x"

// Texts compares executing one call with a long result with counting its characters.
// The runtime searches the result for secrets and invalid UTF-8, and truncates it.
func Texts() (Comparison, error) {
	c := Comparison{
		Title: TextsTitle,
		Variants: []Variant{
			{Name: "only utf8.RuneCountInString"},
			{Name: "only utf8.ValidString"},
			{Name: "toolgen: a batch of one call"},
			{Name: "toolgen: the same, of an untrusted tool"},
		},
	}
	for _, text := range texts() {
		c.Loads = append(c.Loads, text.name)
		trusted, err := executeLong(text.text, nil)
		if err != nil {
			return Comparison{}, err
		}
		untrusted, err := executeLong(text.text, &runtime.Untrusted{})
		if err != nil {
			return Comparison{}, err
		}
		for i, run := range []func() error{countRunes(text.text), validateUTF8(text.text), trusted, untrusted} {
			c.Variants[i].Run = append(c.Variants[i].Run, run)
		}
	}
	return c, nil
}

// countRunes returns a function that counts the runes of a text.
func countRunes(text string) func() error {
	return func() error {
		if utf8.RuneCountInString(text) == 0 {
			return errors.New("the text is empty")
		}
		return nil
	}
}

// validateUTF8 returns a function that validates a text.
func validateUTF8(text string) func() error {
	return func() error {
		if !utf8.ValidString(text) {
			return errors.New("the text is not UTF-8")
		}
		return nil
	}
}

// executeLong returns a function that executes a call that returns the text.
func executeLong(text string, untrusted *runtime.Untrusted) (func() error, error) {
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
			return errors.New("the result was not truncated")
		}
		return nil
	}, nil
}

// budget is the maximum length of the result, in code points.
const budget = 80_000

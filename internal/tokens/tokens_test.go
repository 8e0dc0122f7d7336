package tokens_test

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/toolgen/toolgen/internal/tokens"
)

// TestCount compares counts with those that the tokenizer page of OpenAI shows for
// GPT-4o.
func TestCount(t *testing.T) {
	for _, test := range []struct {
		text string
		want int
	}{
		{"", 0},
		{"hello world", 2},
		{"tiktoken is great!", 6},
		{"<|endoftext|>", 7},
		{strings.Repeat(" the", 10), 10},
	} {
		if got := tokens.Count(test.text); got != test.want {
			t.Errorf("Count(%q) = %d, want %d", test.text, got, test.want)
		}
	}
}

// TestLibrary compares counts with those of a library, for documents of this repository and for random texts.
func TestLibrary(t *testing.T) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	library, err := tiktoken.GetEncoding(tiktoken.MODEL_O200K_BASE)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, name := range []string{"../../README.md", "../../docs/arguments.md", "tokens.go"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	parts := strings.Split("a|B|Word|don't|I'LL|ſ|K|ß|é|e\u0301|漢字|😀|👍🏽|1|2026|٣|Ⅷ| |  |\t|\n|\r\n|\n\n|\u00a0|\u2003|\u3000|\u0085|\v|.|,|/|//|{|\"|'s|_|-|ǅ|ʰ|\u200d|\x00", "|")
	r := rand.New(rand.NewPCG(20261126, 1))
	for range 3000 {
		var b strings.Builder
		for range 1 + r.IntN(12) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		texts = append(texts, b.String())
	}
	for _, text := range texts {
		if got, want := tokens.Count(text), len(library.EncodeOrdinary(text)); got != want {
			t.Fatalf("Count(%q) = %d, the library has %d", text, got, want)
		}
	}
}

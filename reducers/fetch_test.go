package reducers_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/reducers"
	"github.com/toolgen/toolgen/runtime"
)

func TestFetchURL(t *testing.T) {
	menu := strings.Repeat("- [Products and services](https://example.com/products)\n", 12)
	prose := "The quick brown fox jumps over the lazy dog, again and again, until the paragraph is long enough.\n"
	text := "[Skip to content](#main)\nAccept all cookies\n" + menu + "# Title\n\n" + prose + "\n```\nSign in\nMenu\n```\n\n" +
		"- [One](a)\n- [Two](b)\n- [Three](c)\n- [Four](d)\n- [Five](e)\n- [Six](f)\n- [Seven](g)\n- [Eight](h)\n\n[Share on Facebook](x)\n© 2026 Example\nPrivacy Policy\n"
	got := checkContract(t, reducers.FetchURL(), fullResult(true, text), runtime.ReduceContext{})
	for _, want := range []string{"[12 links omitted]\n# Title\n", prose, "```\nSign in\nMenu\n```", "- [Eight](h)\n", "[5 lines of page boilerplate omitted]\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, gone := range []string{"Skip to content", "Accept all", "Privacy Policy", "©"} {
		if strings.Contains(got, gone) {
			t.Errorf("%q is in\n%s", gone, got)
		}
	}
	if index := strings.Repeat("- [Products](https://example.com/products)\n", 30); checkContract(t, reducers.FetchURL(), fullResult(true, index), runtime.ReduceContext{}) == "" {
		t.Error("a page of links is empty")
	}
}

func TestFetchURLKeepsParagraphs(t *testing.T) {
	paragraph := strings.TrimSpace(strings.Repeat("A sentence of an article that goes on. ", 40))
	article := "URL: https://example.com/a\nTitle: An article\nType: text/html\n\n# An article\n" + strings.Repeat("\n"+paragraph+"\n", 22)
	article += "\nThe end."
	for _, text := range []string{article, article + "\n", article[:8192], article + "\n\n" + article} {
		if got := checkContract(t, reducers.FetchURL(), fullResult(true, text), runtime.ReduceContext{}); got != text {
			t.Errorf("%d bytes became %d", len(text), len(got))
		}
	}
	got := checkContract(t, reducers.FetchURL(), fullResult(true, article+strings.Repeat("\nPrivacy Policy\nTerms of Service\nAll rights reserved", 4)), runtime.ReduceContext{})
	if strings.Count(got, paragraph) != 22 || strings.Contains(got, "Privacy Policy") {
		t.Errorf("%d bytes: %s", len(got), beginningOf(got))
	}
}

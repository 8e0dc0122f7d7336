package terminal

import (
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/internal/shell"
)

// showCommand returns a command for messages. A word with spaces or quotes, and
// an empty word, is quoted.
func showCommand(words []string) string {
	shown := make([]string, len(words))
	for i, word := range words {
		if word == "" || strings.ContainsAny(word, " \t\r\n'\"`") {
			word = shell.Quote(word)
		}
		shown[i] = word
	}
	return excerptOf(strings.Join(shown, " "))
}

// excerptOf returns the beginning of a text on one line, for messages. "…"
// replaces the rest of a longer text, and unknown parts.
func excerptOf(text string) string {
	const maxExcerpt = 100 // code points
	text = strings.NewReplacer(unknown, "…", unknownNonEmpty, "…", unknownName, "…").Replace(texts.Prefix(text, maxExcerpt+1))
	text = strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(texts.Visible(text))
	return texts.Cut(text, maxExcerpt)
}

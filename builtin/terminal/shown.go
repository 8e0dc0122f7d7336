package terminal

import (
	"strings"

	"github.com/toolgen/toolgen/builtin/internal/texts"
)

// shownCommand is a command for messages. Words that would not be seen as one
// are quoted.
func shownCommand(words []string) string {
	shown := make([]string, len(words))
	for i, word := range words {
		if word == "" || strings.ContainsAny(word, " \t\r\n'\"`") {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		shown[i] = word
	}
	return excerptOf(strings.Join(shown, " "))
}

// excerptOf is the beginning of a text on one line, for messages. "…" stands
// for what is cut and for what only the shell will know.
func excerptOf(text string) string {
	const most = 100 // code points
	text = strings.NewReplacer(unknown, "…", filled, "…").Replace(texts.Prefix(text, most+1))
	text = strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(texts.Visible(text))
	return texts.Cut(text, most)
}

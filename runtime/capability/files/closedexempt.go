package files

import (
	"path/filepath"
	"slices"
	"strings"
)

// exampleWords mark files that are made to be shared, such as .env.local.example and sample.env.
var exampleWords = []string{"example", "sample", "template", "dist", "defaults"}

// textDirs are directories with texts of a program in several languages or with templates: their files have names
// such as auth.json and secrets.yaml, but contain no keys.
var textDirs = []string{"templates", "locales", "locale", "i18n", "l10n", "lang", "langs", "translations", "messages"}

// isExample reports whether a folded name is that of an example of a file .env, or of one that the rule, which may close
// files without keys, matches.
func isExample(rule *ClosedPath, name string) bool {
	words := strings.Split(name, ".")
	if strings.HasPrefix(name, ".env.") {
		return slices.Contains(exampleWords, words[len(words)-1])
	}
	return rule.Reason == mayHoldKeys && slices.Contains(exampleWords, words[0])
}

// isText reports whether a path that matches a rule, which may close files without keys, is in a directory for texts
// or in a directory below one, such as locales/en/auth.json.
func isText(rule *ClosedPath, at string) bool {
	if rule.Reason != mayHoldKeys || strings.ContainsAny(rule.Pattern, wildcards) {
		return false
	}
	dir := filepath.Dir(at)
	return slices.Contains(textDirs, fold(filepath.Base(dir))) || slices.Contains(textDirs, fold(filepath.Base(filepath.Dir(dir))))
}

package browser

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// redactor returns a text without secrets and without invisible characters.
type redactor func(text string) string

// redactorOf returns the redactor of a call. The runtime recognizes only complete
// secrets, so that a text is redacted before a limit shortens it and before characters
// of it are replaced.
func redactorOf(call *runtime.Call) redactor {
	return func(text string) string {
		return redactShown(text, func(text string) string { return call.Excerpt(text, 0, len(text)) })
	}
}

const (
	// cutMark is the end of a text that was cut before it was redacted. A page that
	// writes the mark itself only loses the end of its text.
	cutMark = "\uFFFF"
	// cutMargin is how much of the end of such a text is not shown, in UTF-16 units: a
	// secret there may have lost its end. page.js and maxString leave room for it.
	cutMargin = 1500
	// redactedText replaces a text in which secrets overlap.
	redactedText = "[REDACTED]"
)

// redactShown returns a text as it is shown, without secrets: an invisible character
// inside a secret does not hide it.
func redactShown(text string, redact redactor) string {
	visible := withoutInvisible(text)
	shown := redact(visible)
	// A secret may have invisible characters of its own.
	if raw := redact(text); visible != text && raw != text && withoutInvisible(raw) != shown {
		return redactedText
	}
	if strings.HasSuffix(text, cutMark) {
		return withoutEnd(shown, cutMargin)
	}
	return shown
}

// withoutInvisible returns a text without invisible characters. It keeps white space
// and emoji.
func withoutInvisible(text string) string {
	if !strings.ContainsFunc(text, isInvisible) {
		return text
	}
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		if !isInvisible(r) || unicode.IsSpace(r) || joinsEmoji(runes, i) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// withoutEnd removes the last units UTF-16 units of a text.
func withoutEnd(text string, units int) string {
	runes := []rune(text)
	for units > 0 && len(runes) > 0 {
		units -= max(utf16.RuneLen(runes[len(runes)-1]), 1)
		runes = runes[:len(runes)-1]
	}
	return string(runes)
}

// cutText cuts a text to a number of bytes, and marks it if it lost a part.
func cutText(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return texts.TrimPartialEnd(text[:limit]) + cutMark
}

// joinTexts joins texts with spaces. It ends with the first text that was cut, because
// the mark counts only at the end.
func joinTexts(all ...string) string {
	for i, text := range all {
		if strings.HasSuffix(text, cutMark) {
			all = all[:i+1]
			break
		}
	}
	return strings.Join(all, " ")
}

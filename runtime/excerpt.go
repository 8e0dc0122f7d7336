package runtime

import "github.com/toolgen/toolgen/internal/redact"

// Excerpt returns text[start:end] without the secrets of the call and its
// session, and without texts that have the form of a key. A secret of which
// only a part is in the excerpt is replaced, too: the runtime recognizes only
// complete secrets, so a tool that shortens a text calls Excerpt, with some
// text around the excerpt.
//
// It takes time linear in the length of the text. The excerpt may be longer
// than text[start:end], because a placeholder may be longer than a secret. The
// runtime redacts the result of the tool once more.
//
// Secrets that the tool receives later are not replaced. start and end are
// byte offsets, which must be valid as those of a slice expression.
func (c *Call) Excerpt(text string, start, end int) string {
	return redact.Excerpt(text, start, end, c.secrets, c.turn.Session.secretValues())
}

// SafeEnd returns the index up to which a text that will grow, such as the
// output of a program that runs, can be shown: what follows may be the
// beginning of a secret, which Excerpt recognizes only when it is complete. The
// index is the length of the text if there is none. A tool shows
// Excerpt(text, start, SafeEnd(text)), and the rest with more of the text.
//
// Beginnings of fewer than 4 bytes are not found, nor those of fewer than 8 in
// hexadecimal, Base64 and other codes.
func (c *Call) SafeEnd(text string) int {
	return redact.SafeEnd(text, c.secrets, c.turn.Session.secretValues())
}

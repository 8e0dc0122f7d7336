// Package untrusted makes text from outside safe for a language model. It encloses the text in a
// fence that the text cannot close, and removes tokens of chat templates, terminal escape sequences
// and hidden characters.
//
// The input and the output are text. Ordinary text is returned unchanged. All functions take time
// linear in the length of the text and are safe for concurrent use.
package untrusted

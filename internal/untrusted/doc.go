// Package untrusted makes text from outside safe to show to a language model:
// it stands inside a fence that it cannot close, and what chat templates, terminals
// and hidden characters could do with it is taken out.
//
// Text goes in, text comes out; ordinary text passes byte for byte. Everything
// is linear in the length of the text, and safe for concurrent use.
package untrusted

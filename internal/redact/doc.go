// Package redact takes secrets out of text before anyone else reads it: those
// that a tool was handed, in the encodings in which programs print them, and
// whatever has the form of a well-known key.
//
// Text goes in, text comes out; where nothing is found it is the same text.
// Everything is linear in the length of the text, and safe for concurrent use.
package redact

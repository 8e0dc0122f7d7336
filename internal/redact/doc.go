// Package redact removes secrets from text: the secrets that a tool got, in the encodings in which programs
// print them, and values that have the form of a well-known key.
//
// The input and the output are text. If no secret is found, the output is the input. All functions take time
// linear in the length of the text and are safe for concurrent use.
package redact

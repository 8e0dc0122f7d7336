// Package redact removes secrets from text: the secrets that a tool got, in the codes in which programs print them,
// and values that have the form of a well-known key.
//
// A text is decoded until nothing is left to decode, and the secrets are searched in each decoded text. Codes can be
// inside each other in any order:
//
//   - escapes of JSON, of string literals and shells, of URLs, of the JavaScript function escape, of HTML and of
//     quoted-printable;
//   - hexadecimal, in any case and with separators, also as a dump of hexdump, xxd, od or gdb;
//   - Base64 and Base32, also in lines;
//   - lists of bytes and words as decimal or octal numbers, and UTF-16;
//   - white space and quotes inside a value, as in wrapped lines.
//
// The package does not recognise a value that is compressed, encrypted, hashed, reversed or changed in another way, a
// part of a value, a value shorter than [MinLength], and a value shorter than [MinEncoded] that is encoded alone.
//
// The input and the output are text. If no secret is found, the output is the input. All functions take time
// linear in the length of the text: at most maxWork times the length is decoded, and codes are decoded to the depth
// maxDepth. They are safe for concurrent use.
package redact

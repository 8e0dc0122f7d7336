package model

import "strings"

// toDo is the beginning of a text that the author has to write.
const toDo = "TODO:"

// Placeholder returns a text that the author has to replace by what it names, such as
// "what the tool does".
func Placeholder(what string) string { return toDo + " say " + what + "." }

// IsPlaceholder reports whether a description is still to be written.
func IsPlaceholder(description string) bool { return strings.HasPrefix(description, toDo) }

// Package vet has texts that models misunderstand.
//
//go:generate go run -v github.com/toolgen/toolgen/cmd/toolgen .
package vet

// Level is a level.
type Level string

// The levels.
const (
	B1 Level = "b1"
	// B2 is for everyday texts.
	B2 Level = "b2"
	C1 Level = "c1" // TODO: say what it means.
)

// Args are arguments.
type Args struct {
	// want +2 `the name of the argument WordForm of find_words is not in snake_case.*TG1806` `the argument WordForm of find_words has no description.*TG1802`

	WordForm string
	// TODO: say what it is.
	Other string `json:"other"` // want `the argument other of find_words has no description.*TG1802.*; fix:`
	// The level of the text.
	Level Level `json:"level"` // want `values of level of find_words that are not words have no description: "b1", "c1".*TG1804`

	// want +2 `A of find_words has no description` `A of find_words is not in snake_case` `B of find_words has no description` `B of find_words is not in snake_case`

	A, B string
}

// FindWords looks into the dictionary.
//
//tool:register
func FindWords(args Args) {} // want `the package has tools, but no generated file.*; fix: run go generate`

// CountNotes returns the number of notes with a tag.
//
//tool:register
func CountNotes(tagName string) int { return 0 } // want `the argument tag_name of count_notes has no description.*TG1802`

// Package editor writes the files that let editors complete, explain and color
// //tool: directives: snippets and a TextMate grammar, which VS Code and many other
// editors read. Its input is the vocabulary of package annotations, its output JSON.
//
// Its functions are pure and safe for concurrent use.
package editor
